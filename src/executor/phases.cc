// SPDX-License-Identifier: Apache-2.0
#include "executor/phases.h"

#include <utility>

#include "executor/launch.h"
#include "runtime/context.h"

namespace hostnn {
namespace {

using phases_internal::ResolvedTensor;

bool SameView(const Tensor& a, const Tensor& b) {
  return a.dtype == b.dtype && a.shape == b.shape && a.strides == b.strides;
}

// Notes which other arguments have the same view as an output.
void NoteSameViews(size_t output, std::span<const NamedTensor> tensors,
                   Plan* plan) {
  const Tensor& out = *tensors[output].tensor;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (i == output || tensors[i].tensor == nullptr) continue;
    if (SameView(*tensors[i].tensor, out)) {
      plan->argument(static_cast<int>(i)).same_view_outputs |= uint32_t{1}
                                                               << output;
    }
  }
}

void AddArguments(const Operator& op, std::span<const ResolvedTensor> resolved,
                  std::span<const NamedTensor> tensors, Plan* plan) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    const TensorParameter& parameter = op.tensors[i];
    const Tensor* const tensor = tensors[i].tensor;
    const ViewFacts& facts = resolved[i].facts;
    const int64_t size = tensor != nullptr ? ElementSize(tensor->dtype) : 1;
    const bool is_empty = tensor == nullptr || facts.element_count == 0;
    plan->AddArgument() = {.name = parameter.name,
                           .role = parameter.role,
                           .present = tensor != nullptr,
                           .storage = nullptr,
                           .first_byte = is_empty ? 0 : tensor->offset * size,
                           .end_byte = is_empty ? 0 : facts.end_element * size,
                           .element_size = size,
                           .same_view_outputs = 0};
  }
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (op.tensors[i].role == Role::kOutput) NoteSameViews(i, tensors, plan);
  }
}

// A failure of the runtime as the operator interface reports it.
Status AsRuntimeError(const Status& status) {
  if (status.ok()) return status;
  return Status::Format(Code::kRuntimeError, "%s (%d)",
                        status.message().c_str(),
                        static_cast<int>(status.code()));
}

// The executor of a handle, which is gone then unless repeatable: of several
// threads with one one-shot executor only one may take it.
Status TakeExecutor(const Operator& op, const aclOpExecutor* handle,
                    Ref<Executor>* executor) {
  HOSTNN_CHECK(handle != nullptr, Code::kNullArgument,
               "executor: expected the one from phase one, got NULL");
  *executor = ExecutorPool::Instance().Take(handle);
  HOSTNN_CHECK(
      static_cast<bool>(*executor), Code::kBadArgument,
      "executor: expected one that is neither used up nor destroyed, got %p",
      static_cast<const void*>(handle));
  HOSTNN_CHECK((*executor)->operator_name() == op.name, Code::kBadArgument,
               "executor: expected one from %sGetWorkspaceSize, got one of %s",
               op.name, (*executor)->operator_name());
  return Status();
}

}  // namespace

namespace phases_internal {

Status ReadArguments(const Operator& op,
                     std::span<const aclTensor* const> handles,
                     uint64_t* workspace_size, aclOpExecutor** executor,
                     PlanKey* key, std::span<Argument> arguments) {
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
    if (handles[i] == nullptr) {
      key->AddAbsent();
      arguments[i] = {};
      continue;
    }
    const bool is_live = TensorPool::Instance().ReadUnreferenced(
        handles[i], [&](const TensorObject& object) {
          arguments[i].words = key->Add(object, &arguments[i].storage);
        });
    HOSTNN_CHECK(is_live, Code::kBadArgument,
                 "%s: expected a live tensor, got %p", op.tensors[i].name,
                 static_cast<const void*>(handles[i]));
  }
  return Status();
}

Status ResolveArguments(const Operator& op, std::span<const Argument> arguments,
                        std::span<ResolvedTensor> resolved,
                        std::span<NamedTensor> tensors, Plan* plan) {
  for (size_t i = 0; i < tensors.size(); ++i) {
    tensors[i].name = op.tensors[i].name;
    if (arguments[i].words == nullptr) continue;
    TensorObject::Decode(arguments[i].words, &resolved[i].tensor,
                         &resolved[i].facts);
    tensors[i].tensor = &resolved[i].tensor;
  }
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].tensor == nullptr) continue;
    if (!resolved[i].facts.is_inside_storage) {
      HOSTNN_RETURN_IF_ERROR(CheckViewInsideStorage(tensors[i]));
    }
    if (op.tensors[i].role == Role::kOutput && !resolved[i].facts.is_distinct) {
      HOSTNN_RETURN_IF_ERROR(CheckNoSelfOverlap(tensors[i]));
    }
  }
  AddArguments(op, resolved, tensors, plan);
  return Status();
}

Status CheckProduct(const Operator& op, const Product& product) {
  HOSTNN_CHECK(op.available_on.Contains(product.series), Code::kNoKernel,
               "not available on %s", product.name.c_str());
  return Status();
}

void FinishPlan(std::span<const Argument> arguments, Ref<Executor> made,
                uint64_t* workspace_size, aclOpExecutor** executor) {
  Plan& plan = made->new_plan();
  for (size_t i = 0; i < arguments.size(); ++i) {
    plan.argument(static_cast<int>(i)).storage = arguments[i].storage;
  }
  *executor = static_cast<aclOpExecutor*>(
      ExecutorPool::Instance().Publish(std::move(made)));
  *workspace_size = 0;  // nothing ever needs scratch of the caller's
}

}  // namespace phases_internal

aclnnStatus RunPhase(const Operator& op, void* workspace,
                     uint64_t workspace_size, aclOpExecutor* executor,
                     aclrtStream stream) noexcept {
  return AclnnCall(op.name, [&]() -> Status {
    Ref<Executor> taken;
    HOSTNN_RETURN_IF_ERROR(TakeExecutor(op, executor, &taken));
    HOSTNN_CHECK(workspace != nullptr || workspace_size == 0,
                 Code::kNullArgument,
                 "workspace: expected an address for workspaceSize %llu, got "
                 "NULL",
                 static_cast<unsigned long long>(workspace_size));
    Ref<Stream> target;
    HOSTNN_RETURN_IF_ERROR(AsRuntimeError(FindStream(stream, &target)));
    if (taken->plan().kernel() == nullptr) return Status();  // empty tensors
    Launch launch(std::move(taken));
    HOSTNN_RETURN_IF_ERROR(launch.Bind(target->device()));
    Launch::Submit(std::move(launch), target);
    return Status();
  });
}

}  // namespace hostnn
