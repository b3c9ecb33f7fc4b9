/* SPDX-License-Identifier: Apache-2.0 */
/* Gradient of the negative log likelihood loss over images, for its input. */
#ifndef ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H_
#define ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* First phase: checks the arguments and makes an executor; reads no tensor
 * data.
 *
 *   out[n,t,h,w] = -(g * weight[t])   where t = target[n,h,w] != ignoreIndex
 *   out          = 0                  everywhere else
 *
 * 0 gradOutput   shape: see reduction  self's dtype
 * 1 self         shape (N, C, H, W)    FLOAT, FLOAT16 or BF16
 * 2 target       shape (N, H, W)       INT64, INT32 or UINT8
 * 3 weight       C elements            self's dtype
 * 4 totalWeight  one element           self's dtype; read for reduction 1 only
 * 5 out          self's shape          self's dtype
 *
 * The number is the argument's index for aclSetTensorAddr. self's values are
 * not read. Tensors may have any strides, but out may not map two indices to
 * one element.
 *
 * reduction 0 (none): gradOutput has target's shape, g = gradOutput[n,h,w].
 * Otherwise gradOutput has one element and at most one dimension, and
 * reduction 2 (sum): g = gradOutput[0];
 * reduction 1 (mean): g = gradOutput[0] / totalWeight[0].
 * Each value is computed in double precision and rounded once.
 *
 * ignoreIndex may be any number. A target that is neither ignoreIndex nor in
 * [0, C) contributes nothing, and the next synchronisation with this work
 * returns 507035 with a message that names the first such target
 * (hostnnSetTargetCheck turns the report off).
 *
 * Refused: 161001 if a pointer is NULL; 161002 if a dtype, shape or reduction
 * is not as above, if a view reaches past its storage, or if the product being
 * modelled lacks the dtype (BF16 on the Atlas training series); 561003 if it
 * lacks the operator; 561101 if there is no memory. Nothing is written then.
 * An empty self succeeds, and the second phase touches nothing.
 * *workspaceSize is 0.
 */
ACLNN_API aclnnStatus aclnnNLLLoss2dBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weight, int64_t reduction, int64_t ignoreIndex,
    aclTensor* totalWeight, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/* Second phase: queues the work on stream (NULL: the default stream of the
 * current context) and returns; the result is there once the stream is
 * synchronised. The tensors may be destroyed then; the memory is read and
 * written until the work is done. executor is used up, also on failure, unless
 * it is repeatable. 161001 if executor is NULL, or workspace while
 * workspaceSize is not 0; 161002 if executor is used up or of another operator,
 * or a tensor's bytes are misaligned or not inside memory of the stream's
 * device; 361001 if stream is not of the current context.
 */
ACLNN_API aclnnStatus aclnnNLLLoss2dBackward(void* workspace,
                                             uint64_t workspaceSize,
                                             aclOpExecutor* executor,
                                             aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_NLL_LOSS2D_BACKWARD_H_ */
