// SPDX-License-Identifier: Apache-2.0
#include "device.h"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "hostnn/hostnn.h"

namespace hostnn::bench {
namespace {

aclDataType AclType(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
      return ACL_FLOAT;
    case DType::kBFloat16:
      return ACL_BF16;
    case DType::kHalf:
      return ACL_FLOAT16;
    case DType::kInt64:
      return ACL_INT64;
  }
  return ACL_DT_UNDEFINED;
}

}  // namespace

void Check(int code, const char* call) {
  if (code == 0) return;
  const char* reason = aclGetRecentErrMsg();
  std::fprintf(stderr, "benchmark: %s returned %d: %s\n", call, code,
               reason != nullptr ? reason : "no message");
  std::exit(EXIT_FAILURE);
}

aclrtStream StartDevice(int thread_count) {
  const auto memory = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
                      static_cast<uint64_t>(sysconf(_SC_PAGE_SIZE));
  setenv("HOSTNN_DEVICE_MEMORY", std::to_string(memory / 4 * 3).c_str(),
         /*overwrite=*/0);
  aclrtStream stream = nullptr;
  Check(aclInit(nullptr), "aclInit");
  Check(hostnnSetThreadCount(thread_count), "hostnnSetThreadCount");
  Check(aclrtSetDevice(0), "aclrtSetDevice");
  Check(aclrtCreateStream(&stream), "aclrtCreateStream");
  return stream;
}

DeviceTensors::~DeviceTensors() {
  for (aclTensor* it : descriptors_) {
    Check(aclDestroyTensor(it), "aclDestroyTensor");
  }
  for (void* it : blocks_) Check(aclrtFree(it), "aclrtFree");
}

Tensor DeviceTensors::Allocate(DType dtype, const Layout& layout) {
  Tensor tensor = {dtype, layout, nullptr};
  Check(aclrtMalloc(&tensor.storage, tensor.StorageBytes(),
                    ACL_MEM_MALLOC_NORMAL_ONLY),
        "aclrtMalloc");
  blocks_.push_back(tensor.storage);
  return tensor;
}

aclTensor* DeviceTensors::Describe(const Tensor& tensor) {
  const Layout& layout = tensor.layout;
  aclTensor* descriptor = aclCreateTensor(
      layout.shape.data(), layout.shape.size(), AclType(tensor.dtype),
      layout.strides.data(), /*offset=*/0, ACL_FORMAT_ND, &layout.storage_count,
      1, tensor.storage);
  Check(descriptor != nullptr ? 0 : -1, "aclCreateTensor");
  descriptors_.push_back(descriptor);
  return descriptor;
}

aclOpExecutor* OperatorCall::Plan() const {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  Check(phase_one(&workspace_size, &executor), "the first phase");
  if (workspace_size != 0) Check(-1, "a workspace that should not be needed");
  return executor;
}

void OperatorCall::Launch(aclOpExecutor* executor) const {
  Check(phase_two(nullptr, 0, executor, stream), "the second phase");
}

void OperatorCall::Synchronize() const {
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");
}

}  // namespace hostnn::bench
