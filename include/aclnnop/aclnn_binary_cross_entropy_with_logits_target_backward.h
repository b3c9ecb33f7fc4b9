/* SPDX-License-Identifier: Apache-2.0 */
/* Gradient of the binary cross entropy with logits, for its target. */
#ifndef ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_
#define ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* First phase, as in aclnn_util.h.
 *
 *   gradTarget = (logsigmoid(-x) - p * logsigmoid(x)) * gradOutput * w * k
 *   where x = self, w = weightOptional, p = posWeightOptional
 *
 * 0 gradOutput         broadcasts to self's shape  FLOAT, FLOAT16 or BF16
 * 1 self               any shape                   FLOAT, FLOAT16 or BF16
 * 2 target             self's shape                FLOAT, FLOAT16 or BF16;
 *                                                  not read
 * 3 weightOptional     broadcasts to self's shape  FLOAT, FLOAT16 or BF16
 * 4 posWeightOptional  broadcasts to self's shape  FLOAT, FLOAT16 or BF16
 * 5 gradTarget         self's shape                target's dtype
 *
 * The dtypes may differ from one another. self, target and gradTarget have the
 * same format. weightOptional and posWeightOptional may be NULL, which stands
 * for 1; without posWeightOptional the bracket is exactly -x.
 *
 * reduction 0 (none) and 2 (sum): k = 1;
 * reduction 1 (mean): k = 1 / target's number of elements.
 * Computed in double precision, and in more where the bracket changes its sign;
 * within 0.51 ULP, subnormal results included.
 * If x is inf the bracket is -inf, or NaN where p is infinite; if x is -inf it
 * is p * inf; if x is finite and p infinite it is p.
 *
 * An empty self succeeds whatever the other shapes, and the second phase
 * touches nothing.
 * Products: Atlas A3, Atlas A2.
 */
ACLNN_API aclnnStatus
aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    const aclTensor* weightOptional, const aclTensor* posWeightOptional,
    int64_t reduction, aclTensor* gradTarget, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/* Second phase, as in aclnn_util.h. */
ACLNN_API aclnnStatus aclnnBinaryCrossEntropyWithLogitsTargetBackward(
    void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
    aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_BINARY_CROSS_ENTROPY_WITH_LOGITS_TARGET_BACKWARD_H_ */
