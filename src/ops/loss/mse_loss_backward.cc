// SPDX-License-Identifier: Apache-2.0
// aclnnMseLossBackward: 2 * (self - target) * gradOutput.
#include "aclnnop/aclnn_mse_loss_backward.h"

#include "kernels/loss_backward.h"
#include "ops/loss/elementwise_loss.h"
#include "ops/registry.h"

namespace hostnn {
namespace {

Status CheckAndPlan(const std::array<NamedTensor, 4>& tensors,
                    const int64_t (&attributes)[1], Plan* plan) {
  return PlanElementwiseLossBackward({.op = operators::kMseLossBackward,
                                      .kernel = kernels::MseLossBackward(),
                                      .scale = 2,
                                      .reduction = attributes[0]},
                                     tensors, plan);
}

}  // namespace
}  // namespace hostnn

aclnnStatus aclnnMseLossBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  return hostnn::PlanPhase(hostnn::operators::kMseLossBackward,
                           {gradOutput, self, target, out}, {reduction},
                           workspaceSize, executor, hostnn::CheckAndPlan);
}

aclnnStatus aclnnMseLossBackward(void* workspace, uint64_t workspaceSize,
                                 aclOpExecutor* executor, aclrtStream stream) {
  return hostnn::RunPhase(hostnn::operators::kMseLossBackward, workspace,
                          workspaceSize, executor, stream);
}
