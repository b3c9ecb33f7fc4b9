// SPDX-License-Identifier: Apache-2.0
// aclnnMseLossBackward: 2 * (self - target) * gradOutput.
#include "aclnnop/aclnn_mse_loss_backward.h"

#include "kernels/loss_backward.h"
#include "ops/loss/elementwise_loss.h"
#include "ops/registry.h"

aclnnStatus aclnnMseLossBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor) {
  return hostnn::PlanPhase(
      hostnn::operators::kMseLossBackward, {gradOutput, self, target, out},
      workspaceSize, executor, [&](const auto& tensors, hostnn::Plan* plan) {
        return hostnn::PlanElementwiseLossBackward(
            {.op = hostnn::operators::kMseLossBackward,
             .kernel = hostnn::kernels::MseLossBackward(),
             .scale = 2,
             .reduction = reduction},
            tensors, plan);
      });
}

aclnnStatus aclnnMseLossBackward(void* workspace, uint64_t workspaceSize,
                                 aclOpExecutor* executor, aclrtStream stream) {
  return hostnn::RunPhase(hostnn::operators::kMseLossBackward, workspace,
                          workspaceSize, executor, stream);
}
