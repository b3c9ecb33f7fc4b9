// SPDX-License-Identifier: Apache-2.0
// The largest errors of operators: those that docs/measured_errors.json tells,
// and those of this process.
#ifndef HOSTNN_TESTS_HARNESS_ERROR_RECORD_H_
#define HOSTNN_TESTS_HARNESS_ERROR_RECORD_H_

#include <string>

#include "acl/acl.h"

namespace hostnn::harness {

// All errors are in units of the last place, by operator and output type. For
// use on the main thread.

// The largest error that the file records. Infinity where it has none, for all
// while errors are being recorded, that is if HOSTNN_RECORD_ERRORS names a
// file, and with other random calls than those that it was recorded with.
double RecordedError(const std::string& op, aclDataType dtype);

void NoteError(const std::string& op, aclDataType dtype, double error);

// If errors are being recorded, puts those noted into the file where they are
// larger than what it says, rounded up to three decimals.
void SaveNotedErrors();

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_ERROR_RECORD_H_
