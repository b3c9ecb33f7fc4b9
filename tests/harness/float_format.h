// SPDX-License-Identifier: Apache-2.0
// Element types of the test data: their names, sizes and values as numbers, and
// the distance of a stored result from an exact value.
#ifndef HOSTNN_TESTS_HARNESS_FLOAT_FORMAT_H_
#define HOSTNN_TESTS_HARNESS_FLOAT_FORMAT_H_

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "acl/acl.h"

namespace hostnn::harness {

// "float32", "int64" ... as the case files spell them; ACL_DT_UNDEFINED for a
// name that is not known.
aclDataType DTypeNamed(std::string_view name);

// Bytes of one element; 0 for a type that the tests do not use.
size_t ElementSize(aclDataType dtype);

// The value of an element of type INT64, INT32 or UINT8.
int64_t ToInteger(aclDataType dtype, const void* element);

// What follows is for FLOAT, FLOAT16 and BF16. Bits of the fraction:
int FractionBits(aclDataType dtype);

// The bits of an element as a number.
uint32_t LoadBits(aclDataType dtype, const void* element);
void StoreBits(aclDataType dtype, uint32_t bits, void* element);

// The value of an element: exact.
double ToDouble(aclDataType dtype, const void* element);

// Stores `value`, rounded to nearest even.
void StoreDouble(aclDataType dtype, double value, void* element);

// The distance between an element and an exact value in units of the last place
// of `dtype` at the exact value; subnormals count, the sign of a zero does not.
// NaN is at distance 0 from NaN. An exact value that rounds beyond the largest
// finite number is infinity, and only infinity is at distance 0 from that.
long double UlpDistance(aclDataType dtype, const void* element,
                        long double exact);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_FLOAT_FORMAT_H_
