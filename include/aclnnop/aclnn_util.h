/* SPDX-License-Identifier: Apache-2.0 */
/* What the operator headers share. */
#ifndef ACLNNOP_ACLNN_UTIL_H_
#define ACLNNOP_ACLNN_UTIL_H_

#include "acl/acl_base.h"

#if defined(__GNUC__)
#define ACLNN_API __attribute__((visibility("default")))
#else
#define ACLNN_API
#endif

#endif /* ACLNNOP_ACLNN_UTIL_H_ */
