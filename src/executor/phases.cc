// SPDX-License-Identifier: Apache-2.0
#include "executor/phases.h"

#include <memory>
#include <utility>

#include "executor/executor.h"
#include "executor/launch.h"
#include "runtime/context.h"

namespace hostnn {
namespace {

bool SameView(const Tensor& a, const Tensor& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.strides == b.strides;
}

PlanArgument MakeArgument(const Operator& op, size_t index,
                          std::span<const NamedTensor> tensors) {
  PlanArgument result;
  result.name = op.tensors[index].name;
  result.role = op.tensors[index].role;
  if (tensors[index].tensor == nullptr) return result;
  const Tensor& tensor = *tensors[index].tensor;
  result.present = true;
  result.storage = tensor.data;
  result.element_size = ElementSize(tensor.dtype);
  if (!tensor.empty()) {
    result.first_byte = tensor.offset * result.element_size;
    result.end_byte = tensor.end_element() * result.element_size;
  }
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (op.tensors[i].role == Role::kOutput &&
        SameView(tensor, *tensors[i].tensor)) {
      result.same_view_outputs |= uint32_t{1} << i;
    }
  }
  return result;
}

// A failure of the runtime as the operator interface reports it.
Status AsRuntimeError(const Status& status) {
  if (status.ok()) return status;
  return Status::Format(Code::kRuntimeError, "%s (%d)",
                        status.message().c_str(),
                        static_cast<int>(status.code()));
}

// Takes the plan out of the executor, which is gone then unless repeatable.
Status TakePlan(const Operator& op, const aclOpExecutor* handle,
                std::unique_ptr<Plan>* plan) {
  HOSTNN_CHECK(handle != nullptr, Code::kNullArgument,
               "executor: expected the one from phase one, got NULL");
  ExecutorPool& pool = ExecutorPool::Instance();
  const Ref<Executor> executor = pool.Find(handle);
  // Of several threads with one one-shot executor only one may take it.
  const bool is_taken =
      executor && (executor->repeatable() || pool.Remove(handle));
  HOSTNN_CHECK(
      is_taken, Code::kBadArgument,
      "executor: expected one that is neither used up nor destroyed, got %p",
      static_cast<const void*>(handle));
  HOSTNN_CHECK(executor->operator_name() == op.name, Code::kBadArgument,
               "executor: expected one from %sGetWorkspaceSize, got one of %s",
               op.name, executor->operator_name());
  *plan = std::make_unique<Plan>(executor->Snapshot());
  return Status();
}

}  // namespace

namespace phases_internal {

Status ResolveArguments(const Operator& op,
                        std::span<const aclTensor* const> handles,
                        uint64_t* workspace_size, aclOpExecutor** executor,
                        std::span<Tensor> copies,
                        std::span<NamedTensor> tensors) {
  HOSTNN_CHECK(workspace_size != nullptr, Code::kNullArgument,
               "workspaceSize: expected an address, got NULL");
  HOSTNN_CHECK(executor != nullptr, Code::kNullArgument,
               "executor: expected an address, got NULL");
  for (size_t i = 0; i < handles.size(); ++i) {
    HOSTNN_CHECK(handles[i] != nullptr || op.tensors[i].optional,
                 Code::kNullArgument, "%s: expected a tensor, got NULL",
                 op.tensors[i].name);
  }
  for (size_t i = 0; i < handles.size(); ++i) {
    tensors[i].name = op.tensors[i].name;
    if (handles[i] == nullptr) continue;
    const Ref<TensorObject> object = TensorPool::Instance().Find(handles[i]);
    HOSTNN_CHECK(static_cast<bool>(object), Code::kBadArgument,
                 "%s: expected a live tensor, got %p", op.tensors[i].name,
                 static_cast<const void*>(handles[i]));
    copies[i] = object->Get();
    tensors[i].tensor = &copies[i];
  }
  for (size_t i = 0; i < handles.size(); ++i) {
    if (tensors[i].tensor == nullptr) continue;
    HOSTNN_RETURN_IF_ERROR(CheckViewInsideStorage(tensors[i]));
    if (op.tensors[i].role == Role::kOutput) {
      HOSTNN_RETURN_IF_ERROR(CheckNoSelfOverlap(tensors[i]));
    }
  }
  return Status();
}

void AddArguments(const Operator& op, std::span<const NamedTensor> tensors,
                  Plan* plan) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    plan->AddArgument(MakeArgument(op, i, tensors));
  }
}

Status FinishPlan(const Operator& op, const Plan& plan,
                  uint64_t* workspace_size, aclOpExecutor** executor) {
  const Product& product = CurrentProduct();
  HOSTNN_CHECK(op.available_on.Contains(product.series), Code::kNoKernel,
               "not available on %s", product.name.c_str());
  *executor = static_cast<aclOpExecutor*>(
      ExecutorPool::Instance().Create(plan).handle());
  *workspace_size = 0;  // nothing ever needs scratch of the caller's
  return Status();
}

}  // namespace phases_internal

aclnnStatus RunPhase(const Operator& op, void* workspace,
                     uint64_t workspace_size, aclOpExecutor* executor,
                     aclrtStream stream) noexcept {
  return AclnnCall(op.name, [&]() -> Status {
    std::unique_ptr<Plan> plan;
    HOSTNN_RETURN_IF_ERROR(TakePlan(op, executor, &plan));
    HOSTNN_CHECK(workspace != nullptr || workspace_size == 0,
                 Code::kNullArgument,
                 "workspace: expected an address for workspaceSize %llu, got "
                 "NULL",
                 static_cast<unsigned long long>(workspace_size));
    Ref<Stream> target;
    HOSTNN_RETURN_IF_ERROR(AsRuntimeError(FindStream(stream, &target)));
    if (plan->kernel() == nullptr) return Status();  // empty tensors
    std::unique_ptr<Work> launch;
    HOSTNN_RETURN_IF_ERROR(MakeLaunch(*plan, target->device(), &launch));
    Stream::Submit(target, plan->nanoseconds(),
                   [launch = std::move(launch)](Stream& running) {
                     return launch->Run(running);
                   });
    return Status();
  });
}

}  // namespace hostnn
