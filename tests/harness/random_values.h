// SPDX-License-Identifier: Apache-2.0
// Random numbers of the floating-point types: ordinary ones and awkward ones.
#ifndef HOSTNN_TESTS_HARNESS_RANDOM_VALUES_H_
#define HOSTNN_TESTS_HARNESS_RANDOM_VALUES_H_

#include "acl/acl.h"
#include "harness/argument.h"
#include "harness/random.h"

namespace hostnn::harness {

enum class ValueStyle {
  kOrdinary,  // about 1, of both signs
  kWhole,     // small whole numbers
  kWide,      // of any magnitude
  kTiny,      // subnormal, or hardly larger
  kHuge,      // near the largest finite number
  kSpecial,   // infinity, NaN, zeros, the ends of the range; others ordinary
};

// Mostly ordinary.
ValueStyle RandomStyle(Random& random);

void StoreRandom(ValueStyle style, aclDataType dtype, Random& random,
                 void* element);

// Every element of the view.
void FillRandom(ValueStyle style, Random& random, Argument* tensor);

// Numbers a type's finite values in their order, zero being 0, and back.
int64_t OrderOf(aclDataType dtype, const void* element);
void StoreByOrder(aclDataType dtype, int64_t order, void* element);
// The number of the largest finite value; of the smallest, its negative.
int64_t LargestOrder(aclDataType dtype);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_RANDOM_VALUES_H_
