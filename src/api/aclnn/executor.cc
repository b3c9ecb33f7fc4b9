// SPDX-License-Identifier: Apache-2.0
// Executors: repeating them, giving them other addresses, ending them.
#include "executor/executor.h"

#include "aclnn/acl_meta.h"
#include "api/checks.h"
#include "base/call_from_c.h"
#include "tensor/list.h"
#include "tensor/tensor.h"

using hostnn::AclnnCall;
using hostnn::Code;
using hostnn::Executor;
using hostnn::ExecutorPool;
using hostnn::FindHandle;
using hostnn::kExecutorHandleCodes;
using hostnn::Ref;
using hostnn::Status;
using hostnn::TensorList;
using hostnn::TensorObject;

namespace {

Status FindExecutor(const aclOpExecutor* handle, Ref<Executor>* executor) {
  return FindHandle("executor", handle, kExecutorHandleCodes, executor);
}

aclnnStatus SetAddress(const char* function, Executor::Which which,
                       aclOpExecutor* executor, size_t index, aclTensor* tensor,
                       void* address) {
  return AclnnCall(function, [&]() -> Status {
    Ref<Executor> found;
    HOSTNN_RETURN_IF_ERROR(FindExecutor(executor, &found));
    Ref<TensorObject> live_tensor;
    HOSTNN_RETURN_IF_ERROR(
        FindHandle("tensor", tensor, kExecutorHandleCodes, &live_tensor));
    const bool repeatable = ExecutorPool::Instance().IsKept(found);
    return found->SetAddress(repeatable, which, index, address);
  });
}

// No operator here has a list of tensors as a parameter, so there is none whose
// members could be given an address.
aclnnStatus SetListAddress(const char* function, aclOpExecutor* executor,
                           size_t parameter, aclTensorList* list) {
  return AclnnCall(function, [&]() -> Status {
    Ref<Executor> found;
    HOSTNN_RETURN_IF_ERROR(FindExecutor(executor, &found));
    Ref<TensorList> live_list;
    HOSTNN_RETURN_IF_ERROR(
        FindHandle("tensors", list, kExecutorHandleCodes, &live_list));
    return Status::Format(Code::kBadArgument,
                          "irIndex: expected a parameter of %s that is a list "
                          "of tensors, got %zu, but it has none",
                          found->operator_name(), parameter);
  });
}

}  // namespace

aclnnStatus aclSetAclOpExecutorRepeatable(aclOpExecutor* executor) {
  return AclnnCall("aclSetAclOpExecutorRepeatable", [&]() -> Status {
    Ref<Executor> found;
    HOSTNN_RETURN_IF_ERROR(FindExecutor(executor, &found));
    ExecutorPool::Instance().Keep(found);
    return Status();
  });
}

aclnnStatus aclDestroyAclOpExecutor(aclOpExecutor* executor) {
  return AclnnCall("aclDestroyAclOpExecutor", [&]() -> Status {
    Ref<Executor> found;
    HOSTNN_RETURN_IF_ERROR(FindExecutor(executor, &found));
    ExecutorPool::Instance().Remove(executor);
    return Status();
  });
}

aclnnStatus aclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                  aclTensor* tensor, void* addr) {
  return SetAddress("aclSetInputTensorAddr", Executor::Which::kInputs, executor,
                    index, tensor, addr);
}

aclnnStatus aclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                   aclTensor* tensor, void* addr) {
  return SetAddress("aclSetOutputTensorAddr", Executor::Which::kOutputs,
                    executor, index, tensor, addr);
}

aclnnStatus aclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                             aclTensor* tensor, void* addr) {
  return SetAddress("aclSetTensorAddr", Executor::Which::kAll, executor, index,
                    tensor, addr);
}

aclnnStatus aclSetDynamicInputTensorAddr(aclOpExecutor* executor,
                                         size_t irIndex, const size_t,
                                         aclTensorList* tensors, void*) {
  return SetListAddress("aclSetDynamicInputTensorAddr", executor, irIndex,
                        tensors);
}

aclnnStatus aclSetDynamicOutputTensorAddr(aclOpExecutor* executor,
                                          size_t irIndex, const size_t,
                                          aclTensorList* tensors, void*) {
  return SetListAddress("aclSetDynamicOutputTensorAddr", executor, irIndex,
                        tensors);
}

aclnnStatus aclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t, aclTensorList* tensors,
                                    void*) {
  return SetListAddress("aclSetDynamicTensorAddr", executor, irIndex, tensors);
}

// The second spelling of each.

aclnnStatus AclSetInputTensorAddr(aclOpExecutor* executor, const size_t index,
                                  aclTensor* tensor, void* addr) {
  return aclSetInputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetOutputTensorAddr(aclOpExecutor* executor, const size_t index,
                                   aclTensor* tensor, void* addr) {
  return aclSetOutputTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetTensorAddr(aclOpExecutor* executor, const size_t index,
                             aclTensor* tensor, void* addr) {
  return aclSetTensorAddr(executor, index, tensor, addr);
}

aclnnStatus AclSetDynamicInputTensorAddr(aclOpExecutor* executor,
                                         size_t irIndex,
                                         const size_t relativeIndex,
                                         aclTensorList* tensors, void* addr) {
  return aclSetDynamicInputTensorAddr(executor, irIndex, relativeIndex, tensors,
                                      addr);
}

aclnnStatus AclSetDynamicOutputTensorAddr(aclOpExecutor* executor,
                                          size_t irIndex,
                                          const size_t relativeIndex,
                                          aclTensorList* tensors, void* addr) {
  return aclSetDynamicOutputTensorAddr(executor, irIndex, relativeIndex,
                                       tensors, addr);
}

aclnnStatus AclSetDynamicTensorAddr(aclOpExecutor* executor, size_t irIndex,
                                    const size_t relativeIndex,
                                    aclTensorList* tensors, void* addr) {
  return aclSetDynamicTensorAddr(executor, irIndex, relativeIndex, tensors,
                                 addr);
}
