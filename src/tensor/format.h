// SPDX-License-Identifier: Apache-2.0
// The storage formats of the interface. For tensors described by shape and
// strides a format is a tag that some operators compare.
#ifndef HOSTNN_TENSOR_FORMAT_H_
#define HOSTNN_TENSOR_FORMAT_H_

#include "acl/acl_base_rt.h"

namespace hostnn {

// The documented name without ACL_FORMAT_, e.g. "NCHW"; nullptr for a number
// that is no format, undefined included.
const char* FormatName(aclFormat format);

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_FORMAT_H_
