// SPDX-License-Identifier: Apache-2.0
// Element types of the test data: their names, sizes and values as numbers, and
// the distance of a stored result from an exact value.
#ifndef HOSTNN_TESTS_HARNESS_FLOAT_FORMAT_H_
#define HOSTNN_TESTS_HARNESS_FLOAT_FORMAT_H_

#include <cstddef>
#include <string_view>

#include "acl/acl.h"

namespace hostnn::harness {

// "float32", "int64" ... as the case files spell them; ACL_DT_UNDEFINED for a
// name that is not known.
aclDataType DTypeNamed(std::string_view name);

// Bytes of one element; 0 for a type that the tests do not use.
size_t ElementSize(aclDataType dtype);

// The value of an element of type FLOAT, FLOAT16 or BF16: exact.
double ToDouble(aclDataType dtype, const void* element);

// Stores `value`, rounded to nearest even, as FLOAT, FLOAT16 or BF16.
void StoreDouble(aclDataType dtype, double value, void* element);

// The distance between an element and an exact value in units of the last place
// of `dtype` at the exact value; subnormals count, the sign of a zero does not.
// NaN is at distance 0 from NaN. An exact value that rounds beyond the largest
// finite number is infinity, and only infinity is at distance 0 from that.
long double UlpDistance(aclDataType dtype, const void* element,
                        long double exact);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_FLOAT_FORMAT_H_
