// SPDX-License-Identifier: Apache-2.0
// aclnnBinaryCrossEntropyWithLogitsTargetBackward: the gradient for the target,
// whose values therefore do not matter.
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"

#include <array>

#include "executor/phases.h"
#include "kernels/loss_backward.h"
#include "ops/elementwise.h"
#include "ops/loss/elementwise_loss.h"
#include "ops/registry.h"

namespace hostnn {
namespace {

constexpr const Operator& kOperator =
    operators::kBinaryCrossEntropyWithLogitsTargetBackward;

// Picoseconds for an element where exp and log are computed.
constexpr int64_t kSoftplusTime = 2000;

// gradOutput, self, target, weight, posWeight, gradTarget.
using Tensors = std::array<NamedTensor, 6>;

Status CheckShapes(const Tensors& tensors) {
  const auto& [grad_output, self, target, weight, pos_weight, grad_target] =
      tensors;
  if (self->empty()) return Status();
  HOSTNN_RETURN_IF_ERROR(CheckSameShape(target, self));
  HOSTNN_RETURN_IF_ERROR(CheckOutputShape(kOperator, tensors));
  for (const NamedTensor& tensor : {grad_output, weight, pos_weight}) {
    if (tensor.tensor == nullptr) continue;
    HOSTNN_RETURN_IF_ERROR(CheckBroadcastsTo(tensor, self));
  }
  return Status();
}

Status CheckAll(const Tensors& tensors, int64_t reduction,
                const Product& product) {
  const auto& [grad_output, self, target, weight, pos_weight, grad_target] =
      tensors;
  HOSTNN_RETURN_IF_ERROR(CheckMaxRanks(tensors));
  HOSTNN_RETURN_IF_ERROR(CheckTypes(kOperator, product, tensors));
  HOSTNN_RETURN_IF_ERROR(CheckSameFormat(target, self));
  HOSTNN_RETURN_IF_ERROR(CheckSameFormat(grad_target, self));
  HOSTNN_RETURN_IF_ERROR(CheckShapes(tensors));
  return CheckReduction(reduction);
}

Status CheckAndPlan(const Tensors& tensors, const int64_t (&attributes)[1],
                    Plan* plan) {
  const auto [reduction] = attributes;
  HOSTNN_RETURN_IF_ERROR(CheckAll(tensors, reduction, plan->product()));
  const auto& [grad_output, self, target, weight, pos_weight, grad_target] =
      tensors;
  if (self->empty()) return Status();
  const kernels::Scale scale =
      ReductionScale(reduction, 1, target->element_count());
  // Without it there is neither exp nor log to compute.
  if (pos_weight.tensor == nullptr) {
    PlanElementwise(
        kOperator,
        kernels::BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight(), scale,
        tensors, plan);
  } else {
    PlanElementwise(kOperator,
                    kernels::BinaryCrossEntropyWithLogitsTargetBackward(),
                    scale, tensors, plan, kSoftplusTime);
  }
  return Status();
}

}  // namespace
}  // namespace hostnn

aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weightOptional, const aclTensor* posWeightOptional,
    int64_t reduction, aclTensor* gradTarget, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  return hostnn::PlanPhase(
      hostnn::kOperator,
      {gradOutput, self, target, weightOptional, posWeightOptional, gradTarget},
      {reduction}, workspaceSize, executor, hostnn::CheckAndPlan);
}

aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackward(
    void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
    aclrtStream stream) {
  return hostnn::RunPhase(hostnn::kOperator, workspace, workspaceSize, executor,
                          stream);
}
