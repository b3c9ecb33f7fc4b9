// SPDX-License-Identifier: Apache-2.0
// Compares what came of a call with what had to, and keeps the largest errors.
#ifndef HOSTNN_TESTS_HARNESS_JUDGEMENT_H_
#define HOSTNN_TESTS_HARNESS_JUDGEMENT_H_

#include <cstdint>
#include <vector>

#include "acl/acl.h"
#include "harness/operators.h"
#include "harness/oracle.h"

namespace hostnn::harness {

// Every element within what the operator promises and within the largest error
// that docs/measured_errors.json records for it and this type; the message
// tells the first that is not.
void ExpectRight(const Operator& op, aclDataType dtype,
                 const Expectation& expected,
                 const std::vector<uint8_t>& output);

// Runs a call, by default with each tensor in an allocation of its own, and
// judges it.
void ExpectRightCall(const Operator& op, const Arguments& arguments,
                     const std::vector<void*>& addresses = {});

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_JUDGEMENT_H_
