// SPDX-License-Identifier: Apache-2.0
// aclnnNLLLoss2dBackward: self is (N, C, H, W), target (N, H, W).
#include "aclnnop/aclnn_nll_loss2d_backward.h"

#include "ops/loss/nll_loss.h"
#include "ops/registry.h"

namespace hostnn {
namespace {

constexpr int kClassDimension = 1;

Status CheckShapes(const NllTensors& tensors, int64_t reduction) {
  const auto& [grad_output, self, target, weight, total_weight, out] = tensors;
  HOSTNN_RETURN_IF_ERROR(
      reduction == kReductionNone
          ? CheckSameShape(grad_output, target)
          : CheckOneGradient(grad_output, "reduction is not 0, none"));
  HOSTNN_RETURN_IF_ERROR(CheckRank(self, 4));
  HOSTNN_RETURN_IF_ERROR(CheckRank(target, 3));
  HOSTNN_RETURN_IF_ERROR(CheckSameDimension(target, 0, self, 0));
  HOSTNN_RETURN_IF_ERROR(CheckSameDimension(target, 1, self, 2));
  HOSTNN_RETURN_IF_ERROR(CheckSameDimension(target, 2, self, 3));
  HOSTNN_RETURN_IF_ERROR(
      CheckClassWeights(weight, self->shape[kClassDimension]));
  HOSTNN_RETURN_IF_ERROR(
      CheckOutputShape(operators::kNllLoss2dBackward, tensors));
  return CheckTotalWeight(total_weight);
}

Status CheckAndPlan(const NllTensors& tensors, const int64_t (&attributes)[2],
                    Plan* plan) {
  const auto [reduction, ignore_index] = attributes;
  HOSTNN_RETURN_IF_ERROR(
      CheckTypes(operators::kNllLoss2dBackward, plan->product(), tensors));
  HOSTNN_RETURN_IF_ERROR(CheckShapes(tensors, reduction));
  HOSTNN_RETURN_IF_ERROR(CheckReduction(reduction));
  PlanNllLossBackward({.tensors = tensors,
                       .class_dimension = kClassDimension,
                       .reduction = reduction,
                       .ignore_index = ignore_index},
                      plan);
  return Status();
}

}  // namespace
}  // namespace hostnn

aclnnStatus aclnnNLLLoss2dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weight, int64_t reduction, int64_t ignoreIndex,
    aclTensor* totalWeight, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  return hostnn::PlanPhase(hostnn::operators::kNllLoss2dBackward,
                           {gradOutput, self, target, weight, totalWeight, out},
                           {reduction, ignoreIndex}, workspaceSize, executor,
                           hostnn::CheckAndPlan);
}

aclnnStatus aclnnNLLLoss2dBackward(void* workspace, uint64_t workspaceSize,
                                   aclOpExecutor* executor,
                                   aclrtStream stream) {
  return hostnn::RunPhase(hostnn::operators::kNllLoss2dBackward, workspace,
                          workspaceSize, executor, stream);
}
