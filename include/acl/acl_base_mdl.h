/* SPDX-License-Identifier: Apache-2.0 */
/* Placeholder: the types of the model interface are not part of this library.
 */
#ifndef ACL_ACL_BASE_MDL_H_
#define ACL_ACL_BASE_MDL_H_

#include "acl/acl_base_rt.h"

#endif /* ACL_ACL_BASE_MDL_H_ */
