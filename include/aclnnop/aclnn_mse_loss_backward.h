/* SPDX-License-Identifier: Apache-2.0 */
/* Gradient of the mean squared error, for its input. */
#ifndef ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H_
#define ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H_

#include "aclnn/aclnn_base.h"
#include "aclnnop/aclnn_util.h"

#ifdef __cplusplus
extern "C" {
#endif

/* First phase, as in aclnn_util.h.
 *
 *   out = (self - target) * (gradOutput * c)
 *
 * 0 gradOutput  any shape                     self's dtype
 * 1 self        any shape                     FLOAT, FLOAT16 or BF16
 * 2 target      any shape                     self's dtype
 * 3 out         the three broadcast together  FLOAT, FLOAT16 or BF16
 *
 * reduction 0 (none) and 2 (sum): c = 2;
 * reduction 1 (mean): c = 2 / self's number of elements, before broadcasting.
 * Computed in single precision, c and each operation rounded; FLOAT within 4
 * ULP, FLOAT16 and BF16 within 1 ULP, while no intermediate value leaves single
 * precision's range of normal numbers.
 *
 * An empty gradOutput, self or target succeeds, and the second phase touches
 * nothing.
 * Products: Ascend 950, Atlas A3, Atlas A2; Atlas inference and Atlas training
 * without BF16.
 */
ACLNN_API aclnnStatus aclnnMseLossBackwardGetWorkspaceSize(
    const aclTensor* gradOutput, const aclTensor* self, const aclTensor* target,
    int64_t reduction, aclTensor* out, uint64_t* workspaceSize,
    aclOpExecutor** executor);

/* Second phase, as in aclnn_util.h. */
ACLNN_API aclnnStatus aclnnMseLossBackward(void* workspace,
                                           uint64_t workspaceSize,
                                           aclOpExecutor* executor,
                                           aclrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ACLNNOP_ACLNN_MSE_LOSS_BACKWARD_H_ */
