// SPDX-License-Identifier: Apache-2.0
// aclnnMseLossBackward: three inputs that broadcast with each other.
#include "aclnnop/aclnn_mse_loss_backward.h"

#include <array>

#include "executor/phases.h"
#include "kernels/loss_backward.h"
#include "ops/elementwise.h"
#include "ops/loss/reduction.h"
#include "ops/registry.h"

namespace hostnn {
namespace {

// gradOutput, self, target, out.
using Tensors = std::array<NamedTensor, 4>;

Status CheckShapes(const Tensors& tensors) {
  const auto& [grad_output, self, target, out] = tensors;
  HOSTNN_RETURN_IF_ERROR(CheckMaxRank(grad_output, kMaxOperatorDims));
  HOSTNN_RETURN_IF_ERROR(CheckMaxRank(self, kMaxOperatorDims));
  HOSTNN_RETURN_IF_ERROR(CheckMaxRank(target, kMaxOperatorDims));
  Dims shape = self->shape;
  HOSTNN_RETURN_IF_ERROR(CheckBroadcastsWith(grad_output, "self", &shape));
  HOSTNN_RETURN_IF_ERROR(
      CheckBroadcastsWith(target, "gradOutput and self", &shape));
  return CheckShape(out, shape, "gradOutput, self and target broadcast");
}

Status CheckAndPlan(const Tensors& tensors, int64_t reduction, Plan* plan) {
  HOSTNN_RETURN_IF_ERROR(CheckTypes(operators::kMseLossBackward, tensors));
  HOSTNN_RETURN_IF_ERROR(CheckReduction(reduction));
  HOSTNN_RETURN_IF_ERROR(CheckShapes(tensors));
  const auto& [grad_output, self, target, out] = tensors;
  if (out->empty()) return Status();
  // The mean is that of self's elements, before they broadcast.
  PlanElementwise(
      {.kernel = kernels::MseLossBackward(),
       .inputs = {0, 1, 2},
       .output = 3,
       .scale = ReductionScale(reduction, 2, self->element_count())},
      tensors, plan);
  return Status();
}

}  // namespace
}  // namespace hostnn

aclnnStatus aclnnMseLossBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  return hostnn::PlanPhase(
      hostnn::operators::kMseLossBackward, {gradOutput, self, target, out},
      workspaceSize, executor, [&](const auto& tensors, hostnn::Plan* plan) {
        return hostnn::CheckAndPlan(tensors, reduction, plan);
      });
}

aclnnStatus aclnnMseLossBackward(void* workspace, uint64_t workspaceSize,
                                 aclOpExecutor* executor, aclrtStream stream) {
  return hostnn::RunPhase(hostnn::operators::kMseLossBackward, workspace,
                          workspaceSize, executor, stream);
}
