/* SPDX-License-Identifier: Apache-2.0 */
/* Start and end of the aclnn interface. */
#ifndef ACLNN_ACLNN_BASE_H_
#define ACLNN_ACLNN_BASE_H_

#include "aclnn/acl_meta.h"

#ifdef __cplusplus
extern "C" {
#endif

/* For programs that do not call aclInit, which includes it; both may be called,
 * and again. configPath may be NULL; it only concerns debug kernels, of which
 * there are none, and is not read. Always 0.
 */
ACL_FUNC_VISIBILITY aclnnStatus aclnnInit(const char* configPath);

/* The counterpart of aclnnInit; may be called again. Always 0. */
ACL_FUNC_VISIBILITY aclnnStatus aclnnFinalize(void);

#ifdef __cplusplus
}
#endif

#endif /* ACLNN_ACLNN_BASE_H_ */
