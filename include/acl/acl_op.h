/* SPDX-License-Identifier: Apache-2.0 */
/* Placeholder: the single-operator interface is not part of this library. */
#ifndef ACL_ACL_OP_H_
#define ACL_ACL_OP_H_

#include "acl/acl_base.h"

#endif /* ACL_ACL_OP_H_ */
