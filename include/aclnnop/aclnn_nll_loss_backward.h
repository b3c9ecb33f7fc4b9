/* SPDX-License-Identifier: Apache-2.0 */
/* Gradient of the negative log likelihood loss, for its input. */
#ifndef ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H_
#define ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* First phase, as in aclnn_util.h.
 *
 *   out[n,t] = -(g * weight[t])   where t = target[n] != ignoreIndex
 *   out      = 0                  everywhere else
 *
 * 0 gradOutput   shape: see reduction  self's dtype
 * 1 self         shape (N, C) or (C)   FLOAT, FLOAT16 or BF16; not read
 * 2 target       shape (N) or ()       INT64, INT32 or UINT8
 * 3 weight       shape (C)             self's dtype
 * 4 totalWeight  one element           self's dtype; read for reduction 1 only
 * 5 out          self's shape          FLOAT, FLOAT16 or BF16
 *
 * The shape of target by that of self: (N, C) -> (N); (C) -> (), which is one
 * sample; (1) -> () or (1).
 *
 * gradOutput has shape (N) if reduction is 0 and self (N, C); otherwise it has
 * one element and at most one dimension.
 * reduction 0 (none): g = gradOutput[n];
 * reduction 2 (sum): g = gradOutput[0];
 * reduction 1 (mean): g = gradOutput[0] / totalWeight[0].
 * Computed in double precision; within 0.51 ULP.
 *
 * ignoreIndex and targets outside [0, C) are as in aclnnNLLLoss2dBackward.
 *
 * An empty self succeeds, and the second phase touches nothing.
 * Products: Ascend 950, Atlas A3, Atlas A2; Atlas training without BF16.
 */
ACLNN_API aclnnStatus aclnnNLLLossBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weight, int64_t reduction, int64_t ignoreIndex,
    const aclTensor* totalWeight, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/* Second phase, as in aclnn_util.h. */
ACLNN_API aclnnStatus aclnnNLLLossBackward(void* workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_NLL_LOSS_BACKWARD_H_ */
