// SPDX-License-Identifier: Apache-2.0
// A client as programs for the two-phase interface are written: one operator,
// host data in vectors, every resource returned. Plain C++11, public headers
// only.

#include <cstdint>
#include <cstdio>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"

namespace {

// Ends the program's work on the first code that is not 0.
#define RETURN_IF_FAILED(call)                      \
  do {                                              \
    const int code = (call);                        \
    if (code != ACL_SUCCESS) {                      \
      std::printf("%s returned %d\n", #call, code); \
      return code;                                  \
    }                                               \
  } while (false)

struct Operand {
  void* address = nullptr;
  aclTensor* tensor = nullptr;
};

// Copies host to new device memory and describes that as a dense tensor.
template <class T>
int Upload(const std::vector<T>& host, const std::vector<int64_t>& shape,
           aclDataType dtype, Operand* operand) {
  const size_t byte_count = host.size() * sizeof(T);
  RETURN_IF_FAILED(
      aclrtMalloc(&operand->address, byte_count, ACL_MEM_MALLOC_HUGE_FIRST));
  RETURN_IF_FAILED(aclrtMemcpy(operand->address, byte_count, host.data(),
                               byte_count, ACL_MEMCPY_HOST_TO_DEVICE));
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size() - 1; i > 0; --i) {
    strides[i - 1] = strides[i] * shape[i];
  }
  operand->tensor = aclCreateTensor(
      shape.data(), shape.size(), dtype, strides.data(), 0,
      aclFormat::ACL_FORMAT_ND, shape.data(), shape.size(), operand->address);
  return operand->tensor == nullptr ? ACL_ERROR_FAILURE : ACL_SUCCESS;
}

int Run() {
  const int32_t device = 0;
  aclrtStream stream;
  RETURN_IF_FAILED(aclInit(nullptr));
  RETURN_IF_FAILED(aclrtSetDevice(device));
  RETURN_IF_FAILED(aclrtCreateStream(&stream));

  const std::vector<float> self_values = {4.1f, 4.2f, 4.3f, 4.4f, 4.5f,
                                          4.6f, 4.7f, 4.8f, 4.9f, 5.0f,
                                          5.1f, 5.2f, 5.3f, 5.4f, 5.5f};
  const int64_t reduction = 0;
  const int64_t ignore_index = -100;
  Operand grad, self, target, weight, total_weight, out;
  RETURN_IF_FAILED(
      Upload<float>({2.7f, 2.6f, 2.5f}, {3, 1, 1}, ACL_FLOAT, &grad));
  RETURN_IF_FAILED(Upload<float>(self_values, {3, 5, 1, 1}, ACL_FLOAT, &self));
  RETURN_IF_FAILED(Upload<int64_t>({2, 3, 1}, {3, 1, 1}, ACL_INT64, &target));
  RETURN_IF_FAILED(
      Upload<float>(std::vector<float>(5, 1.0f), {5}, ACL_FLOAT, &weight));
  RETURN_IF_FAILED(Upload<float>({1.0f}, {1}, ACL_FLOAT, &total_weight));
  RETURN_IF_FAILED(Upload<float>(std::vector<float>(15, 0.0f), {3, 5, 1, 1},
                                 ACL_FLOAT, &out));

  uint64_t workspace_size = 0;
  aclOpExecutor* executor;
  RETURN_IF_FAILED(aclnnNLLLoss2dBackwardGetWorkspaceSize(
      grad.tensor, self.tensor, target.tensor, weight.tensor, reduction,
      ignore_index, total_weight.tensor, out.tensor, &workspace_size,
      &executor));
  void* workspace = nullptr;
  if (workspace_size > 0) {
    RETURN_IF_FAILED(
        aclrtMalloc(&workspace, workspace_size, ACL_MEM_MALLOC_HUGE_FIRST));
  }
  RETURN_IF_FAILED(
      aclnnNLLLoss2dBackward(workspace, workspace_size, executor, stream));
  RETURN_IF_FAILED(aclrtSynchronizeStream(stream));

  std::vector<float> result(15, 0.0f);
  const size_t byte_count = result.size() * sizeof(float);
  RETURN_IF_FAILED(aclrtMemcpy(result.data(), byte_count, out.address,
                               byte_count, ACL_MEMCPY_DEVICE_TO_HOST));

  for (aclTensor* tensor : {grad.tensor, self.tensor, target.tensor,
                            weight.tensor, total_weight.tensor, out.tensor}) {
    RETURN_IF_FAILED(aclDestroyTensor(tensor));
  }
  for (void* address : {grad.address, self.address, target.address,
                        weight.address, total_weight.address, out.address}) {
    RETURN_IF_FAILED(aclrtFree(address));
  }
  if (workspace_size > 0) {
    RETURN_IF_FAILED(aclrtFree(workspace));
  }
  RETURN_IF_FAILED(aclrtDestroyStream(stream));
  RETURN_IF_FAILED(aclrtResetDevice(device));
  RETURN_IF_FAILED(aclFinalize());

  std::vector<float> expected(15, 0.0f);
  expected[0 * 5 + 2] = -2.7f;
  expected[1 * 5 + 3] = -2.6f;
  expected[2 * 5 + 1] = -2.5f;
  for (size_t i = 0; i < result.size(); ++i) {
    std::printf("result[%zu] is: %f\n", i, result[i]);
  }
  return result == expected ? ACL_SUCCESS : ACL_ERROR_FAILURE;
}

}  // namespace

int main() { return Run() == ACL_SUCCESS ? 0 : 1; }
