// SPDX-License-Identifier: Apache-2.0
// Status numbers of the aclnn family; no public header names them.
#ifndef HOSTNN_TESTS_HARNESS_ACLNN_CODES_H_
#define HOSTNN_TESTS_HARNESS_ACLNN_CODES_H_

#include "aclnn/acl_meta.h"

namespace hostnn::harness {

constexpr aclnnStatus kNullArgument = 161001;
constexpr aclnnStatus kBadArgument = 161002;
constexpr aclnnStatus kRuntimeError = 361001;
constexpr aclnnStatus kNoKernel = 561003;
constexpr aclnnStatus kInnerNull = 561103;

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_ACLNN_CODES_H_
