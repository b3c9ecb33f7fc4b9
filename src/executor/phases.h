// SPDX-License-Identifier: Apache-2.0
// The two phases of every operator: PlanPhase checks and plans, RunPhase
// enqueues. An operator has a row in the registry and one function.
#ifndef HOSTNN_EXECUTOR_PHASES_H_
#define HOSTNN_EXECUTOR_PHASES_H_

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "aclnn/acl_meta.h"
#include "base/call_from_c.h"
#include "executor/executor.h"
#include "executor/operator.h"
#include "executor/plan.h"
#include "tensor/checks.h"

namespace hostnn {

namespace phases_internal {

// A tensor as it is now, whatever the program does with its handle meanwhile.
struct ResolvedTensor {
  Tensor tensor;
  ViewFacts facts;
};

// What every operator checks first: out-parameters, NULL tensors, stale
// handles, views inside their storage, outputs that overlap themselves.
Status ResolveArguments(const Operator& op,
                        std::span<const aclTensor* const> handles,
                        uint64_t* workspace_size, aclOpExecutor** executor,
                        std::span<ResolvedTensor> resolved,
                        std::span<NamedTensor> tensors);

void AddArguments(const Operator& op, std::span<const ResolvedTensor> resolved,
                  std::span<const NamedTensor> tensors, Plan* plan);

// The product rule, then hands the executor out.
Status FinishPlan(const Operator& op, Ref<Executor> made,
                  uint64_t* workspace_size, aclOpExecutor** executor);

}  // namespace phases_internal

// Phase one, with a handle for each of the operator's tensor parameters. After
// the common checks `body(tensors, &plan)` does the operator's own and gives
// the plan its kernel (none: nothing to compute). `tensors` has one NamedTensor
// per parameter, so it can be unpacked by structured binding.
// The out-parameters are written on success only.
template <size_t kCount, class Body>
aclnnStatus PlanPhase(const Operator& op,
                      const aclTensor* const (&handles)[kCount],
                      uint64_t* workspace_size, aclOpExecutor** executor,
                      const Body& body) noexcept {
  static_assert(kCount <= kMaxArguments);
  assert(kCount == op.tensor_count());
  return AclnnCall(op.name, [&]() -> Status {
    std::array<phases_internal::ResolvedTensor, kCount> resolved;
    std::array<NamedTensor, kCount> tensors;
    HOSTNN_RETURN_IF_ERROR(phases_internal::ResolveArguments(
        op, handles, workspace_size, executor, resolved, tensors));
    Ref<Executor> made = ExecutorPool::Instance().Make(op.name);
    Plan& plan = made->new_plan();
    phases_internal::AddArguments(op, resolved, tensors, &plan);
    HOSTNN_RETURN_IF_ERROR(body(tensors, &plan));
    return phases_internal::FinishPlan(op, std::move(made), workspace_size,
                                       executor);
  });
}

// Phase two: checks executor, workspace, stream and addresses, then runs the
// plan or enqueues it as it is now. A one-shot executor is consumed, whatever
// happens.
aclnnStatus RunPhase(const Operator& op, void* workspace,
                     uint64_t workspace_size, aclOpExecutor* executor,
                     aclrtStream stream) noexcept;

}  // namespace hostnn

#endif  // HOSTNN_EXECUTOR_PHASES_H_
