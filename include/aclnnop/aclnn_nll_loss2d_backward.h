/* SPDX-License-Identifier: Apache-2.0 */
/* Gradient of the negative log likelihood loss over images, for its input. */
#ifndef ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H_
#define ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* First phase, as in aclnn_util.h.
 *
 *   out[n,t,h,w] = -(g * weight[t])   where t = target[n,h,w] != ignoreIndex
 *   out          = 0                  everywhere else
 *
 * 0 gradOutput   shape: see reduction  self's dtype
 * 1 self         shape (N, C, H, W)    FLOAT, FLOAT16 or BF16; not read
 * 2 target       shape (N, H, W)       INT64, INT32 or UINT8
 * 3 weight       C elements            self's dtype
 * 4 totalWeight  one element           self's dtype; read for reduction 1 only
 * 5 out          self's shape          self's dtype
 *
 * reduction 0 (none): gradOutput has target's shape, g = gradOutput[n,h,w].
 * Otherwise gradOutput has one element and at most one dimension, and
 * reduction 2 (sum): g = gradOutput[0];
 * reduction 1 (mean): g = gradOutput[0] / totalWeight[0].
 * Computed in double precision; within 0.51 ULP.
 *
 * ignoreIndex may be any number. A target that is neither ignoreIndex nor in
 * [0, C) contributes nothing, and the next synchronisation with this work
 * returns 507035 with a message that names the first such target
 * (hostnnSetTargetCheck turns the report off).
 *
 * An empty self succeeds, and the second phase touches nothing.
 * Products: Ascend 950, Atlas A3, Atlas A2; Atlas training without BF16.
 */
ACLNN_API aclnnStatus aclnnNLLLoss2dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weight, int64_t reduction, int64_t ignoreIndex,
    aclTensor* totalWeight, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/* Second phase, as in aclnn_util.h. */
ACLNN_API aclnnStatus aclnnNLLLoss2dBackward(void* workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H_ */
