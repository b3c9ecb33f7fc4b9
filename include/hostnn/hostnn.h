/* SPDX-License-Identifier: Apache-2.0 */
/* What this library offers beyond the acl and aclnn interfaces. */
#ifndef HOSTNN_HOSTNN_H_
#define HOSTNN_HOSTNN_H_

#include <stdbool.h>

#include "acl/acl_base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version, such as "0.1.0"; the string is static. */
ACL_FUNC_VISIBILITY const char* hostnnGetVersion(void);

/* Chooses the product being modelled, by a name such as "Ascend910B3", for the
 * whole process; calls that begin later see it. socName is read during the
 * call. 100000 if it is NULL or unknown, and nothing changes. Needs neither
 * aclInit nor a device. Any thread may call.
 */
ACL_FUNC_VISIBILITY aclError hostnnSetSocName(const char* socName);

/* Chooses for the whole process whether a class target that is out of range is
 * reported when its work is synchronised; results are the same either way. On
 * at the start unless the environment has HOSTNN_TARGET_CHECK=off. Takes effect
 * for later calls. Always 0. Any thread may call.
 */
ACL_FUNC_VISIBILITY aclError hostnnSetTargetCheck(bool enabled);

#ifdef __cplusplus
}
#endif

#endif /* HOSTNN_HOSTNN_H_ */
