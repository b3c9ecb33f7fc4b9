/* SPDX-License-Identifier: Apache-2.0 */
/* Everything of the AscendCL runtime that this library offers. */
#ifndef ACL_ACL_H_
#define ACL_ACL_H_

#include "acl/acl_mdl.h"
#include "acl/acl_op.h"
#include "acl/acl_rt.h"

#endif /* ACL_ACL_H_ */
