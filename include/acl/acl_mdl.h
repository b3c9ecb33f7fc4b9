/* SPDX-License-Identifier: Apache-2.0 */
/* Placeholder: the model interface is not part of this library. */
#ifndef ACL_ACL_MDL_H_
#define ACL_ACL_MDL_H_

#include "acl/acl_base.h"

#endif /* ACL_ACL_MDL_H_ */
