// SPDX-License-Identifier: Apache-2.0
#include "harness/random_values.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <vector>

#include "harness/float_format.h"

namespace hostnn::harness {
namespace {

// The number, in the order of the type's finite values, of the smallest normal
// one: how many a power of two begins.
int64_t NormalOrder(aclDataType dtype) {
  return int64_t{1} << FractionBits(dtype);
}

int64_t WithRandomSign(Random& random, int64_t order) {
  return random.OneIn(2) ? order : -order;
}

void StoreSpecial(aclDataType dtype, Random& random, void* element) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  static const std::vector<double> numbers = {0,         -0.0,       1,   -1,
                                              kInfinity, -kInfinity, kNan};
  if (random.OneIn(3)) {
    const std::vector<int64_t> ends = {1, NormalOrder(dtype) - 1,
                                       NormalOrder(dtype), LargestOrder(dtype)};
    StoreByOrder(dtype, WithRandomSign(random, random.OneOf(ends)), element);
  } else {
    StoreDouble(dtype, random.OneOf(numbers), element);
  }
}

}  // namespace

ValueStyle RandomStyle(Random& random) {
  if (!random.OneIn(3)) return ValueStyle::kOrdinary;
  return static_cast<ValueStyle>(random.Between(1, 5));
}

void StoreRandom(ValueStyle style, aclDataType dtype, Random& random,
                 void* element) {
  const int64_t largest = LargestOrder(dtype);
  const int64_t normal = NormalOrder(dtype);
  int64_t order = 0;
  switch (style) {
    case ValueStyle::kWide:
      order = random.Between(0, largest);
      break;
    case ValueStyle::kTiny:
      order = random.Between(0, 2 * normal);
      break;
    case ValueStyle::kHuge:
      order = random.Between(largest - 3 * normal, largest);
      break;
    case ValueStyle::kWhole:
      StoreDouble(dtype, static_cast<double>(random.Between(-8, 8)), element);
      return;
    case ValueStyle::kSpecial:
      if (random.OneIn(4)) return StoreSpecial(dtype, random, element);
      [[fallthrough]];
    case ValueStyle::kOrdinary:
      StoreDouble(dtype, random.Normal(), element);
      return;
  }
  StoreByOrder(dtype, WithRandomSign(random, order), element);
}

void FillRandom(ValueStyle style, Random& random, Argument* tensor) {
  const size_t size = ElementSize(tensor->view.dtype);
  for (const int64_t index : tensor->view.Indices()) {
    StoreRandom(style, tensor->view.dtype, random, &tensor->data[index * size]);
  }
}

int64_t OrderOf(aclDataType dtype, const void* element) {
  const uint32_t bits = LoadBits(dtype, element);
  const uint32_t sign = dtype == ACL_FLOAT ? 0x80000000u : 0x8000u;
  const auto magnitude = static_cast<int64_t>(bits & ~sign);
  return (bits & sign) != 0 ? -magnitude : magnitude;
}

void StoreByOrder(aclDataType dtype, int64_t order, void* element) {
  const uint32_t sign = dtype == ACL_FLOAT ? 0x80000000u : 0x8000u;
  const auto magnitude = static_cast<uint32_t>(std::abs(order));
  StoreBits(dtype, order < 0 ? magnitude | sign : magnitude, element);
}

int64_t LargestOrder(aclDataType dtype) {
  if (dtype == ACL_FLOAT) return 0x7f7fffff;
  return dtype == ACL_FLOAT16 ? 0x7bff : 0x7f7f;
}

}  // namespace hostnn::harness
