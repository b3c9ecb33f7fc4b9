/* SPDX-License-Identifier: Apache-2.0 */
/* What this library offers beyond the acl and aclnn interfaces. Any thread may
 * call these functions; they need neither aclInit nor a device. Strings are
 * static. A setting concerns the whole process and work that begins later; at
 * the start it is what the environment says.
 */
#ifndef HOSTNN_HOSTNN_H_
#define HOSTNN_HOSTNN_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version, such as "0.1.0". */
ACL_FUNC_VISIBILITY const char* hostnnGetVersion(void);

/* ---- Settings ---- */

/* The product being modelled, such as "Ascend910B3" (HOSTNN_SOC_NAME). */
ACL_FUNC_VISIBILITY const char* hostnnGetSocName(void);

/* Chooses the product being modelled. socName is read during the call. 100000
 * if it is NULL or unknown, and nothing changes.
 */
ACL_FUNC_VISIBILITY aclError hostnnSetSocName(const char* socName);

/* How many threads of the library's own compute (HOSTNN_NUM_THREADS), beside
 * the program's that call it; 0 if the system grants none.
 */
ACL_FUNC_VISIBILITY int32_t hostnnGetThreadCount(void);

/* Chooses how many of these there are, 1 to 1024; a result has the same bits
 * with any number. 100000 for another count, and nothing changes; 500000 if the
 * system grants fewer, and there are as many as it grants.
 */
ACL_FUNC_VISIBILITY aclError hostnnSetThreadCount(int32_t count);

/* Whether a class target that is out of range is reported when its work is
 * synchronised (HOSTNN_TARGET_CHECK).
 */
ACL_FUNC_VISIBILITY bool hostnnGetTargetCheck(void);

/* Chooses whether such a target is reported, of work queued later; results are
 * the same either way. Always 0.
 */
ACL_FUNC_VISIBILITY aclError hostnnSetTargetCheck(bool enabled);

/* ---- Operators ---- */

/* How many operators there are, whatever product is being modelled. */
ACL_FUNC_VISIBILITY size_t hostnnGetOperatorCount(void);

/* The name of an operator's second phase, such as "aclnnMseLossBackward"; in
 * alphabetical order by index, NULL from hostnnGetOperatorCount on.
 */
ACL_FUNC_VISIBILITY const char* hostnnGetOperatorName(size_t index);

/* What the operator computes, as a JSON object: name, header, definition,
 * summary, formula, tensors in the order of aclSetTensorAddr, attributes with
 * defaults, output_shape, products with their dtypes, and max_ulp, the error
 * bound for each dtype of the output. Later versions may add members. NULL if
 * name is NULL or no operator.
 */
ACL_FUNC_VISIBILITY const char* hostnnGetOperatorInfo(const char* name);

#ifdef __cplusplus
}
#endif

#endif /* HOSTNN_HOSTNN_H_ */
