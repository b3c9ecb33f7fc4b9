// SPDX-License-Identifier: Apache-2.0
#include "pytorch_tensor.h"

#include <ATen/Parallel.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/api/include/torch/version.h>

#include "pytorch.h"

namespace hostnn::bench {
namespace {

at::ScalarType ScalarType(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
      return at::kFloat;
    case DType::kBFloat16:
      return at::kBFloat16;
    case DType::kHalf:
      return at::kHalf;
    case DType::kInt64:
      return at::kLong;
  }
  return at::ScalarType::Undefined;
}

}  // namespace

at::Tensor PyTorchTensor(const Tensor& tensor) {
  return at::from_blob(tensor.storage, tensor.layout.shape,
                       tensor.layout.strides, ScalarType(tensor.dtype));
}

void StartPyTorch(int thread_count) {
  // Until the program ends.
  static const c10::InferenceMode inference_mode;
  at::set_num_threads(thread_count);
}

std::string PyTorchVersion() { return TORCH_VERSION; }

}  // namespace hostnn::bench
