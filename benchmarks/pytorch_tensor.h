// SPDX-License-Identifier: Apache-2.0
// hostnn's tensors as PyTorch's, without a copy.
#ifndef HOSTNN_BENCHMARKS_PYTORCH_TENSOR_H_
#define HOSTNN_BENCHMARKS_PYTORCH_TENSOR_H_

#include <ATen/ATen.h>

#include "tensor.h"

namespace hostnn::bench {

at::Tensor PyTorchTensor(const Tensor& tensor);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_PYTORCH_TENSOR_H_
