// SPDX-License-Identifier: Apache-2.0
// A whole program over the two-phase interface: the gradient of the negative
// log-likelihood loss for three samples of five classes. C++11; it would be the
// same program on an accelerator.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"

// Three samples (N) of five classes (C), one position each (H = W = 1).
const int64_t kSamples = 3;
const int64_t kClasses = 5;
const int64_t kReductionNone = 0;
const int64_t kIgnoreIndex = -100;
const std::vector<float> grad_values = {2.7f, 2.6f, 2.5f};
const std::vector<float> self_values = {4.1f, 4.2f, 4.3f, 4.4f, 4.5f,
                                        4.6f, 4.7f, 4.8f, 4.9f, 5.0f,
                                        5.1f, 5.2f, 5.3f, 5.4f, 5.5f};
const std::vector<int64_t> target_values = {2, 3, 1};
const std::vector<float> weight_values(kClasses, 1.0f);

// Ends the program, saying why, unless the call returned success.
#define CHECK(call) Check((call), #call)

static void Check(int code, const char* call) {
  if (code == ACL_SUCCESS) return;
  const char* reason = aclGetRecentErrMsg();  // NULL when there is none
  std::fprintf(stderr, "%s\nreturned %d: %s\n", call, code,
               reason != nullptr ? reason : "no message");
  std::exit(EXIT_FAILURE);
}

// Device memory and the descriptor that gives it a type and a shape.
struct DeviceTensor {
  void* memory;
  aclTensor* tensor;
};

template <typename T>
static DeviceTensor Upload(const std::vector<T>& values,
                           const std::vector<int64_t>& shape,
                           aclDataType type) {
  DeviceTensor result = {nullptr, nullptr};
  const size_t byte_count = values.size() * sizeof(T);
  CHECK(aclrtMalloc(&result.memory, byte_count, ACL_MEM_MALLOC_HUGE_FIRST));
  CHECK(aclrtMemcpy(result.memory, byte_count, values.data(), byte_count,
                    ACL_MEMCPY_HOST_TO_DEVICE));

  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * shape[i];
  }
  result.tensor =
      aclCreateTensor(shape.data(), shape.size(), type, strides.data(), 0,
                      ACL_FORMAT_ND, shape.data(), shape.size(), result.memory);
  Check(result.tensor != nullptr ? ACL_SUCCESS : ACL_ERROR_FAILURE,
        "aclCreateTensor");
  return result;
}

static void PrintGradient(const std::vector<float>& out) {
  std::printf("out, of shape [3, 5, 1, 1]:\n          ");
  for (int c = 0; c < kClasses; ++c) std::printf("  class %d", c);
  for (int n = 0; n < kSamples; ++n) {
    std::printf("\n  sample %d", n);
    for (int c = 0; c < kClasses; ++c) {
      std::printf("%9g", out[n * kClasses + c]);
    }
  }
  std::printf("\n\nZero but for the class that is each sample's target:\n");
  for (int i = 0; i < kSamples * kClasses; ++i) {
    const int n = i / kClasses, c = i % kClasses;
    if (out[i] == 0) continue;
    std::printf("  %g at [%d,%d]: target %d of sample %d, -(%g * weight %g)\n",
                out[i], n, c, static_cast<int>(target_values[n]), n,
                grad_values[n], weight_values[c]);
  }
}

int main() {
  std::vector<float> out_values(kSamples * kClasses, 0.0f);

  CHECK(aclInit(nullptr));
  CHECK(aclrtSetDevice(0));
  aclrtStream stream = nullptr;
  CHECK(aclrtCreateStream(&stream));

  const DeviceTensor grad =
      Upload(grad_values, {kSamples, 1, 1}, ACL_FLOAT);  // N, H, W
  const DeviceTensor self =
      Upload(self_values, {kSamples, kClasses, 1, 1}, ACL_FLOAT);  // N, C, H, W
  const DeviceTensor target =
      Upload(target_values, {kSamples, 1, 1}, ACL_INT64);
  const DeviceTensor weight = Upload(weight_values, {kClasses}, ACL_FLOAT);
  const DeviceTensor total_weight =
      Upload(std::vector<float>{1.0f}, {1}, ACL_FLOAT);
  const DeviceTensor out =
      Upload(out_values, {kSamples, kClasses, 1, 1}, ACL_FLOAT);

  // Phase one checks the arguments and says how much scratch memory it needs.
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  CHECK(aclnnNLLLoss2dBackwardGetWorkspaceSize(
      grad.tensor, self.tensor, target.tensor, weight.tensor, kReductionNone,
      kIgnoreIndex, total_weight.tensor, out.tensor, &workspace_size,
      &executor));
  void* workspace = nullptr;
  if (workspace_size > 0) {
    CHECK(aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST));
  }

  // Phase two puts the work on the stream; it is done when the stream is.
  CHECK(aclnnNLLLoss2dBackward(workspace, workspace_size, executor, stream));
  CHECK(aclrtSynchronizeStream(stream));

  const size_t out_bytes = out_values.size() * sizeof(float);
  CHECK(aclrtMemcpy(out_values.data(), out_bytes, out.memory, out_bytes,
                    ACL_MEMCPY_DEVICE_TO_HOST));

  for (const auto& it : {grad, self, target, weight, total_weight, out}) {
    CHECK(aclDestroyTensor(it.tensor));
    CHECK(aclrtFree(it.memory));
  }
  if (workspace != nullptr) CHECK(aclrtFree(workspace));
  CHECK(aclrtDestroyStream(stream));
  CHECK(aclrtResetDevice(0));
  CHECK(aclFinalize());

  PrintGradient(out_values);
  return 0;
}
