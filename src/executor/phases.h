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
#include "executor/remembered_plans.h"
#include "tensor/checks.h"

namespace hostnn {

// An operator's own part of phase one, after the common checks: checks the
// tensors, of which there is one per parameter, so that they can be unpacked by
// structured binding, and gives the plan its kernel (none: nothing to compute).
// Besides, the plan may depend on the product that it names, and on what never
// changes in a process (settings, the SIMD target): it is remembered.
template <size_t kTensors, size_t kAttributes>
using Planner = Status (*)(const std::array<NamedTensor, kTensors>&,
                           const int64_t (&attributes)[kAttributes],
                           Plan* plan);

namespace phases_internal {

// A tensor argument as it is now, whatever the program does with its handle
// meanwhile.
struct Argument {
  // In the key, for TensorObject::Decode; nullptr: absent.
  const int64_t* words;
  void* storage;
};

// What stands behind a present one.
struct ResolvedTensor {
  Tensor tensor;
  ViewFacts facts;
};

// What every operator checks first: out-parameters, NULL tensors, stale
// handles. Adds the tensors to the key.
Status ReadArguments(const Operator& op,
                     std::span<const aclTensor* const> handles,
                     uint64_t* workspace_size, aclOpExecutor** executor,
                     PlanKey* key, std::span<Argument> arguments);

// Then: views inside their storage, outputs that overlap themselves. Fills the
// tensors, and the plan's arguments.
Status ResolveArguments(const Operator& op, std::span<const Argument> arguments,
                        std::span<ResolvedTensor> resolved,
                        std::span<NamedTensor> tensors, Plan* plan);

// The product rule.
Status CheckProduct(const Operator& op, const Product& product);

// Makes the plan of a call that is not remembered.
template <size_t kTensors, size_t kAttributes>
[[gnu::noinline]] Status MakePlan(
    const Operator& op, const std::array<Argument, kTensors>& arguments,
    const int64_t (&attributes)[kAttributes],
    Planner<kTensors, kAttributes> planner, Plan* plan) {
  std::array<ResolvedTensor, kTensors> resolved;
  std::array<NamedTensor, kTensors> tensors;
  HOSTNN_RETURN_IF_ERROR(
      ResolveArguments(op, arguments, resolved, tensors, plan));
  HOSTNN_RETURN_IF_ERROR(planner(tensors, attributes, plan));
  return CheckProduct(op, plan->product());
}

// Gives the plan the addresses of this call and hands the executor out.
void FinishPlan(std::span<const Argument> arguments, Ref<Executor> made,
                uint64_t* workspace_size, aclOpExecutor** executor);

}  // namespace phases_internal

// Phase one, with a handle for each of the operator's tensor parameters. The
// out-parameters are written on success only.
template <size_t kTensors, size_t kAttributes>
aclnnStatus PlanPhase(const Operator& op,
                      const aclTensor* const (&handles)[kTensors],
                      const int64_t (&attributes)[kAttributes],
                      uint64_t* workspace_size, aclOpExecutor** executor,
                      Planner<kTensors, kAttributes> planner) noexcept {
  static_assert(kTensors <= kMaxArguments && kAttributes <= kMaxAttributes);
  assert(kTensors == op.tensor_count());
  return AclnnCall(op.name, [&]() -> Status {
    // Once, as another thread may choose another one meanwhile.
    const Product& product = CurrentProduct();
    PlanKey key(op, product, attributes);
    std::array<phases_internal::Argument, kTensors> arguments;
    HOSTNN_RETURN_IF_ERROR(phases_internal::ReadArguments(
        op, handles, workspace_size, executor, &key, arguments));
    RememberedPlans* const remembered = RememberedPlans::OfThisThread();
    const Plan* const known =
        remembered == nullptr ? nullptr : remembered->Find(key);
    Ref<Executor> made =
        known == nullptr ? ExecutorPool::Instance().Make(Plan(op.name, product))
                         : ExecutorPool::Instance().Make(*known);
    if (known == nullptr) {
      HOSTNN_RETURN_IF_ERROR(phases_internal::MakePlan(
          op, arguments, attributes, planner, &made->new_plan()));
      if (remembered != nullptr) remembered->Remember(key, made->plan());
    }
    phases_internal::FinishPlan(arguments, std::move(made), workspace_size,
                                executor);
    return Status();
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
