// SPDX-License-Identifier: Apache-2.0
#include "harness/float_format.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

namespace hostnn::harness {
namespace {

// A binary format with one sign bit, exponent bits and fraction bits.
struct FloatFormat {
  int fraction_bits;
  int min_exponent;  // of the normal numbers
  int max_exponent;
};

FloatFormat FormatOf(aclDataType dtype) {
  if (dtype == ACL_FLOAT16) return {10, -14, 15};
  if (dtype == ACL_BF16) return {7, -126, 127};
  return {23, -126, 127};
}

struct NamedDType {
  std::string_view name;
  aclDataType dtype;
  size_t size;
};

constexpr std::array kDTypes = {
    NamedDType{"float32", ACL_FLOAT, 4}, NamedDType{"float16", ACL_FLOAT16, 2},
    NamedDType{"bfloat16", ACL_BF16, 2}, NamedDType{"float64", ACL_DOUBLE, 8},
    NamedDType{"int64", ACL_INT64, 8},   NamedDType{"int32", ACL_INT32, 4},
    NamedDType{"int16", ACL_INT16, 2},   NamedDType{"int8", ACL_INT8, 1},
    NamedDType{"uint8", ACL_UINT8, 1},   NamedDType{"bool", ACL_BOOL, 1},
};

template <class T>
int64_t LoadAs(const void* element) {
  T value;
  std::memcpy(&value, element, sizeof value);
  return value;
}

// The exponent of the unit in the last place of `value`.
int UlpExponent(const FloatFormat& format, long double value) {
  const int exponent = value == 0 ? format.min_exponent : std::ilogb(value);
  return std::max(exponent, format.min_exponent) - format.fraction_bits;
}

}  // namespace

aclDataType DTypeNamed(std::string_view name) {
  for (const NamedDType& known : kDTypes) {
    if (known.name == name) return known.dtype;
  }
  return ACL_DT_UNDEFINED;
}

size_t ElementSize(aclDataType dtype) {
  for (const NamedDType& known : kDTypes) {
    if (known.dtype == dtype) return known.size;
  }
  return 0;
}

int64_t ToInteger(aclDataType dtype, const void* element) {
  if (dtype == ACL_INT64) return LoadAs<int64_t>(element);
  if (dtype == ACL_INT32) return LoadAs<int32_t>(element);
  return LoadAs<uint8_t>(element);
}

int FractionBits(aclDataType dtype) { return FormatOf(dtype).fraction_bits; }

uint32_t LoadBits(aclDataType dtype, const void* element) {
  if (dtype == ACL_FLOAT) {
    uint32_t bits;
    std::memcpy(&bits, element, sizeof bits);
    return bits;
  }
  uint16_t bits;
  std::memcpy(&bits, element, sizeof bits);
  return bits;
}

void StoreBits(aclDataType dtype, uint32_t bits, void* element) {
  if (dtype == ACL_FLOAT) {
    std::memcpy(element, &bits, sizeof bits);
    return;
  }
  const auto half = static_cast<uint16_t>(bits);
  std::memcpy(element, &half, sizeof half);
}

double ToDouble(aclDataType dtype, const void* element) {
  const FloatFormat format = FormatOf(dtype);
  const uint32_t bits = LoadBits(dtype, element);
  const uint32_t exponent_mask =
      static_cast<uint32_t>(format.max_exponent) * 2 + 1;
  const uint32_t exponent = (bits >> format.fraction_bits) & exponent_mask;
  const uint32_t fraction = bits & ((1u << format.fraction_bits) - 1);
  const bool negative = ((bits >> format.fraction_bits) & ~exponent_mask) != 0;
  double value;
  if (exponent == exponent_mask) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  } else {
    const double units =
        exponent == 0 ? fraction : fraction + (1u << format.fraction_bits);
    const int steps = exponent == 0 ? 0 : static_cast<int>(exponent) - 1;
    value =
        std::ldexp(units, format.min_exponent - format.fraction_bits + steps);
  }
  return negative ? -value : value;
}

void StoreDouble(aclDataType dtype, double value, void* element) {
  const FloatFormat format = FormatOf(dtype);
  const uint32_t infinity = (static_cast<uint32_t>(format.max_exponent) * 2 + 1)
                            << format.fraction_bits;
  uint32_t bits;
  if (std::isnan(value)) {
    bits = infinity | (1u << (format.fraction_bits - 1));
  } else if (std::isinf(value)) {
    bits = infinity;
  } else {
    // Rounding may carry into the exponent: the plain sum then stays right.
    const int unit = UlpExponent(format, value);
    const double units = std::nearbyint(std::ldexp(std::fabs(value), -unit));
    const int steps = unit + format.fraction_bits - format.min_exponent;
    bits = std::min((static_cast<uint32_t>(steps) << format.fraction_bits) +
                        static_cast<uint32_t>(units),
                    infinity);
  }
  if (std::signbit(value)) bits |= dtype == ACL_FLOAT ? 0x80000000u : 0x8000u;
  StoreBits(dtype, bits, element);
}

long double UlpDistance(aclDataType dtype, const void* element,
                        long double exact) {
  constexpr long double kInfinity =
      std::numeric_limits<long double>::infinity();
  const FloatFormat format = FormatOf(dtype);
  const long double got = ToDouble(dtype, element);
  if (std::isnan(got) || std::isnan(exact)) {
    return std::isnan(got) && std::isnan(exact) ? 0 : kInfinity;
  }
  if (got == exact) return 0;
  // Half a unit beyond the largest finite number rounds to infinity.
  const long double beyond = std::ldexp(1.0L, format.max_exponent + 1);
  const long double half_unit =
      std::ldexp(0.5L, format.max_exponent - format.fraction_bits);
  if (std::fabs(exact) >= beyond - half_unit) {
    return std::isinf(got) && std::signbit(got) == std::signbit(exact)
               ? 0
               : kInfinity;
  }
  const long double finite = std::isinf(got) ? std::copysign(beyond, got) : got;
  return std::ldexp(std::fabs(finite - exact), -UlpExponent(format, exact));
}

}  // namespace hostnn::harness
