// SPDX-License-Identifier: Apache-2.0
// aclnnNLLLossBackward: self is (N, C) and target (N), or self (C) and target
// ().
#include "aclnnop/aclnn_nll_loss_backward.h"

#include "ops/loss/nll_loss.h"
#include "ops/registry.h"

namespace hostnn {
namespace {

// The classes are in the last dimension of self, and of out.
int ClassDimension(const NamedTensor& self) { return self->rank() - 1; }

// One class for each position, of which there is one if self is (C). With a
// single class that one may also be in a dimension of its own.
Status CheckTarget(const NamedTensor& target, const NamedTensor& self) {
  if (self->rank() == 2) {
    HOSTNN_RETURN_IF_ERROR(CheckRank(target, 1));
    return CheckSameDimension(target, 0, self, 0);
  }
  const bool has_one_class = self->element_count() == 1;
  return has_one_class && target->shape == self->shape ? Status()
                                                       : CheckRank(target, 0);
}

Status CheckGradient(const NllTensors& tensors, int64_t reduction) {
  const auto& [grad_output, self, target, weight, total_weight, out] = tensors;
  if (reduction != kReductionNone) {
    return CheckOneGradient(grad_output, "reduction is not 0, none");
  }
  return self->rank() == 2
             ? CheckSameShape(grad_output, target)
             : CheckOneGradient(grad_output, "self has 1 dimension");
}

Status CheckShapes(const NllTensors& tensors, int64_t reduction) {
  const auto& [grad_output, self, target, weight, total_weight, out] = tensors;
  HOSTNN_CHECK(self->rank() == 1 || self->rank() == 2, Code::kBadArgument,
               "self: expected 1 or 2 dimensions, got %d: %s", self->rank(),
               ToString(self->shape).c_str());
  HOSTNN_RETURN_IF_ERROR(CheckTarget(target, self));
  HOSTNN_RETURN_IF_ERROR(CheckRank(weight, 1));
  HOSTNN_RETURN_IF_ERROR(
      CheckClassWeights(weight, self->shape[ClassDimension(self)]));
  HOSTNN_RETURN_IF_ERROR(CheckTotalWeight(total_weight));
  HOSTNN_RETURN_IF_ERROR(CheckGradient(tensors, reduction));
  return CheckOutputShape(operators::kNllLossBackward, tensors);
}

Status CheckAndPlan(const NllTensors& tensors, const int64_t (&attributes)[2],
                    Plan* plan) {
  const auto [reduction, ignore_index] = attributes;
  HOSTNN_RETURN_IF_ERROR(
      CheckTypes(operators::kNllLossBackward, plan->product(), tensors));
  HOSTNN_RETURN_IF_ERROR(CheckReduction(reduction));
  HOSTNN_RETURN_IF_ERROR(CheckShapes(tensors, reduction));
  const auto& [grad_output, self, target, weight, total_weight, out] = tensors;
  PlanNllLossBackward({.tensors = tensors,
                       .class_dimension = ClassDimension(self),
                       .reduction = reduction,
                       .ignore_index = ignore_index},
                      plan);
  return Status();
}

}  // namespace
}  // namespace hostnn

aclnnStatus aclnnNLLLossBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weight, int64_t reduction, int64_t ignoreIndex,
    const aclTensor* totalWeight, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  return hostnn::PlanPhase(hostnn::operators::kNllLossBackward,
                           {gradOutput, self, target, weight, totalWeight, out},
                           {reduction, ignoreIndex}, workspaceSize, executor,
                           hostnn::CheckAndPlan);
}

aclnnStatus aclnnNLLLossBackward(void* workspace, uint64_t workspaceSize,
                                 aclOpExecutor* executor, aclrtStream stream) {
  return hostnn::RunPhase(hostnn::operators::kNllLossBackward, workspace,
                          workspaceSize, executor, stream);
}
