/* SPDX-License-Identifier: Apache-2.0 */
/* What the operator headers share: a macro, and the contract of both phases. */
#ifndef ACLNNOP_ACLNN_UTIL_H_
#define ACLNNOP_ACLNN_UTIL_H_

#include "acl/acl_base.h"

#if defined(__GNUC__)
#define ACLNN_API __attribute__((visibility("default")))
#else
#define ACLNN_API
#endif

/* An operator X is two functions; its header adds to this what X computes.
 *
 * The first phase, aclnnXGetWorkspaceSize, checks the arguments and makes an
 * executor. It reads no tensor data, and addresses may still be NULL. Tensors
 * have at most 8 dimensions, any strides that are not negative (0, too) and any
 * offset, but an output may not map two indices to one element. The number that
 * a header gives a tensor is its index for aclSetTensorAddr; an absent tensor
 * counts. *workspaceSize is 0. An executor that will not be used is given back
 * with aclDestroyAclOpExecutor.
 *
 * It refuses, writing nothing, with the reason in aclGetRecentErrMsg:
 *   161001  workspaceSize, executor or a tensor that is not optional is NULL
 *   161002  a view reaches past its storage, an argument is not as the header
 *           says, or the product being modelled lacks the dtype
 *   561003  the product lacks the operator
 *   561101  there is no memory
 *
 * The second phase, aclnnX, queues the work on stream (NULL: the default stream
 * of the current context) and returns; the result is there once the stream is
 * synchronised. The tensors may be destroyed then; the memory is read and
 * written until the work is done. An output may be the same view as an input;
 * if it overlaps one otherwise, the result is as if all inputs were read first.
 * executor is used up, also on failure, unless it is repeatable.
 *
 * It refuses before anything is queued:
 *   161001  executor is NULL, or workspace while workspaceSize is not 0
 *   161002  executor is used up or of another operator, or a tensor's bytes are
 *           misaligned or not inside memory of the stream's device
 *   361001  stream is not of the current context, or there is no memory
 *
 * Results are rounded to nearest even. Infinities, NaN and subnormals follow
 * IEEE 754; the sign of a zero and which NaN it is are not promised. The
 * bits of a result depend on the values alone: not on strides, alignment,
 * threads or vector instructions. An error bound of n ULP is counted in units
 * in the last place of the output's dtype.
 */

#endif /* ACLNNOP_ACLNN_UTIL_H_ */
