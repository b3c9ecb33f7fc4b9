// SPDX-License-Identifier: Apache-2.0
// The two phases of every operator: PlanPhase checks and plans, RunPhase
// enqueues. An operator writes its list of arguments and one function.
#ifndef HOSTNN_EXECUTOR_PHASES_H_
#define HOSTNN_EXECUTOR_PHASES_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "aclnn/acl_meta.h"
#include "base/call_from_c.h"
#include "base/product.h"
#include "executor/plan.h"
#include "tensor/checks.h"

namespace hostnn {

// An operator as its entry points know it.
struct Operator {
  const char* name;        // of the phase-two function
  SeriesSet available_on;  // products that have it
};

// A tensor parameter: its name in the signature and what was passed.
struct TensorArgument {
  const char* name;
  const aclTensor* handle;
  Role role;
  bool optional;
};
inline TensorArgument Input(const char* name, const aclTensor* handle) {
  return {name, handle, Role::kInput, false};
}
inline TensorArgument OptionalInput(const char* name, const aclTensor* handle) {
  return {name, handle, Role::kInput, true};
}
// An input that the operator's definition has but whose values do not matter.
inline TensorArgument UnusedInput(const char* name, const aclTensor* handle) {
  return {name, handle, Role::kUnusedInput, false};
}
inline TensorArgument Output(const char* name, const aclTensor* handle) {
  return {name, handle, Role::kOutput, false};
}

namespace phases_internal {

// What every operator checks first: out-parameters, NULL tensors, stale
// handles, views inside their storage, outputs that overlap themselves.
Status ResolveArguments(std::span<const TensorArgument> arguments,
                        uint64_t* workspace_size, aclOpExecutor** executor,
                        std::span<Tensor> copies,
                        std::span<NamedTensor> tensors);

void AddArguments(std::span<const TensorArgument> arguments,
                  std::span<const NamedTensor> tensors, Plan* plan);

// The product rule, then the executor.
Status FinishPlan(const Operator& op, const Plan& plan,
                  uint64_t* workspace_size, aclOpExecutor** executor);

}  // namespace phases_internal

// Phase one. After the common checks `body(tensors, &plan)` does the operator's
// own and gives the plan its kernel (none: nothing to compute). `tensors` has
// one NamedTensor per argument, so it can be unpacked by structured binding.
// The out-parameters are written on success only.
template <size_t kCount, class Body>
aclnnStatus PlanPhase(const Operator& op,
                      const TensorArgument (&arguments)[kCount],
                      uint64_t* workspace_size, aclOpExecutor** executor,
                      const Body& body) noexcept {
  static_assert(kCount <= kMaxArguments);
  return AclnnCall(op.name, [&]() -> Status {
    std::array<Tensor, kCount> copies;  // whatever the program does meanwhile
    std::array<NamedTensor, kCount> tensors;
    HOSTNN_RETURN_IF_ERROR(phases_internal::ResolveArguments(
        arguments, workspace_size, executor, copies, tensors));
    Plan plan(op.name);
    phases_internal::AddArguments(arguments, tensors, &plan);
    HOSTNN_RETURN_IF_ERROR(body(tensors, &plan));
    return phases_internal::FinishPlan(op, plan, workspace_size, executor);
  });
}

// Phase two: checks executor, workspace, stream and addresses, then enqueues a
// snapshot of the plan. A one-shot executor is consumed, whatever happens.
aclnnStatus RunPhase(const Operator& op, void* workspace,
                     uint64_t workspace_size, aclOpExecutor* executor,
                     aclrtStream stream) noexcept;

}  // namespace hostnn

#endif  // HOSTNN_EXECUTOR_PHASES_H_
