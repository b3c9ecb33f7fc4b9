// SPDX-License-Identifier: Apache-2.0
// float16 and bfloat16 numbers, and exact conversions between them, float and
// double: on integer bits, so neither the instruction set nor the floating
// point environment matters. Rounding is to nearest even, once, from the
// source; subnormals are kept, NaN stays NaN, overflow gives infinity.
#ifndef HOSTNN_BASE_HALF_H_
#define HOSTNN_BASE_HALF_H_

#include <algorithm>
#include <bit>
#include <cstdint>

namespace hostnn {

// Distinct types of storage, so that a kernel is a template over what it reads.
struct Float16 {
  uint16_t bits;
};
struct BFloat16 {
  uint16_t bits;
};

namespace half_internal {

// A binary format: a sign, kExponentBits, kMantissaBits, from the top.
template <class BitsType, int kExponentBits, int kMantissaBits>
struct Format {
  using Bits = BitsType;
  static constexpr int kMantissa = kMantissaBits;
  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;
  static constexpr int kMaxExponent = kBias;
  static constexpr int kMinExponent = 1 - kBias;
  static constexpr Bits kOne = 1;
  static constexpr Bits kSign = kOne << (kExponentBits + kMantissaBits);
  static constexpr Bits kMinNormal = kOne << kMantissaBits;
  static constexpr Bits kInfinity = kSign - kMinNormal;
  static constexpr Bits kQuiet = kMinNormal >> 1;
};

template <class Number>
struct FormatOf;
template <>
struct FormatOf<Float16> : Format<uint16_t, 5, 10> {};
template <>
struct FormatOf<BFloat16> : Format<uint16_t, 8, 7> {};
template <>
struct FormatOf<float> : Format<uint32_t, 8, 23> {};
template <>
struct FormatOf<double> : Format<uint64_t, 11, 52> {};

// value / 2^shift, to nearest even.
constexpr uint64_t ShiftRounding(uint64_t value, int shift) {
  if (shift > 64) return 0;
  if (shift == 64) return value > uint64_t{1} << 63 ? 1 : 0;
  const uint64_t quotient = value >> shift;
  const uint64_t rest = value - (quotient << shift);
  const uint64_t half = uint64_t{1} << (shift - 1);
  return quotient + (rest > half || (rest == half && (quotient & 1)) ? 1 : 0);
}

// The bits of significand * 2^exponent, significand not 0, without a sign.
template <class To>
constexpr uint64_t Pack(uint64_t significand, int exponent) {
  const int top = exponent + 63 - std::countl_zero(significand);
  if (top > To::kMaxExponent) return To::kInfinity;
  const int base = top > To::kMinExponent ? top : To::kMinExponent;
  const int shift = base - To::kMantissa - exponent;
  const uint64_t mantissa =
      shift > 0 ? ShiftRounding(significand, shift) : significand << -shift;
  // The leading bit of a normal number, or one that rounding carried up, adds
  // to the exponent; a subnormal one has none.
  const auto steps = static_cast<uint64_t>(base - To::kMinExponent);
  return (steps << To::kMantissa) + mantissa;
}

// A magnitude that is zero, subnormal, infinite or NaN before or after.
template <class From, class To>
constexpr uint64_t ConvertAny(uint64_t magnitude) {
  if (magnitude == 0) return 0;
  const uint64_t mantissa = magnitude & (From::kMinNormal - 1);
  if (magnitude >= From::kInfinity) {
    if (mantissa == 0) return To::kInfinity;
    constexpr int kWider = To::kMantissa - From::kMantissa;
    if constexpr (kWider >= 0) {
      return To::kInfinity | To::kQuiet | mantissa << kWider;
    } else {
      return To::kInfinity | To::kQuiet | mantissa >> -kWider;
    }
  }
  const int field = static_cast<int>(magnitude >> From::kMantissa);
  const uint64_t leading = field == 0 ? 0 : From::kMinNormal;
  const int exponent = (field == 0 ? 1 : field) - From::kBias - From::kMantissa;
  return Pack<To>(mantissa | leading, exponent);
}

// A magnitude that is normal in both formats: the bias changes and, narrowing,
// bits are lost; a carry raises the exponent, up to infinity.
template <class From, class To>
constexpr uint64_t ConvertNormal(uint64_t magnitude) {
  constexpr int kNarrower = From::kMantissa - To::kMantissa;
  if constexpr (kNarrower <= 0) {
    constexpr auto kRebias = static_cast<uint64_t>(To::kBias - From::kBias);
    return (magnitude << -kNarrower) + (kRebias << To::kMantissa);
  } else {
    constexpr auto kRebias = static_cast<uint64_t>(From::kBias - To::kBias);
    const uint64_t rebiased = magnitude - (kRebias << From::kMantissa);
    const uint64_t odd = (rebiased >> kNarrower) & 1;
    constexpr uint64_t kHalf = uint64_t{1} << (kNarrower - 1);
    return (rebiased + kHalf - 1 + odd) >> kNarrower;
  }
}

// From bits to bits.
template <class From, class To>
constexpr typename To::Bits ConvertBits(typename From::Bits from) {
  constexpr int kLowest = std::max(From::kMinExponent, To::kMinExponent);
  constexpr int kHighest = std::min(From::kMaxExponent, To::kMaxExponent);
  constexpr uint64_t kBegin = uint64_t{kLowest + From::kBias}
                              << From::kMantissa;
  constexpr uint64_t kEnd = uint64_t{kHighest + From::kBias + 1}
                            << From::kMantissa;
  const uint64_t magnitude = from & (From::kSign - 1);
  const bool normal = magnitude - kBegin < kEnd - kBegin;
  const uint64_t result = normal ? ConvertNormal<From, To>(magnitude)
                                 : ConvertAny<From, To>(magnitude);
  const uint64_t sign = (from & From::kSign) != 0 ? To::kSign : 0;
  return static_cast<typename To::Bits>(sign | result);
}

}  // namespace half_internal

// Any of Float16, BFloat16, float and double to any other.
template <class To, class From>
constexpr To ConvertNumber(From value) {
  using half_internal::FormatOf;
  return std::bit_cast<To>(
      half_internal::ConvertBits<FormatOf<From>, FormatOf<To>>(
          std::bit_cast<typename FormatOf<From>::Bits>(value)));
}

// The pair that kernels use; for float it is the machine's own conversion.
template <class From>
constexpr double ToDouble(From value) {
  return ConvertNumber<double>(value);
}
constexpr double ToDouble(float value) { return double{value}; }

template <class To>
constexpr To FromDouble(double value) {
  return ConvertNumber<To>(value);
}
template <>
constexpr float FromDouble<float>(double value) {
  return static_cast<float>(value);
}

// What aclFloat16ToFloat and aclFloatToFloat16 do, which have no infinity and
// no NaN. Exponent 31 is an ordinary one; what is too large, infinity and NaN
// become the largest number, 65504, with their sign.
constexpr float FloatFromFiniteFloat16(Float16 value) {
  constexpr uint32_t kTopExponent = 0x7C00;
  if ((value.bits & kTopExponent) != kTopExponent) {
    return ConvertNumber<float>(value);
  }
  const uint32_t sign = (value.bits & 0x8000u) << 16;
  const uint32_t mantissa = value.bits & 0x3FFu;
  constexpr uint32_t k65536 = 0x47800000;
  return std::bit_cast<float>(sign | (k65536 + (mantissa << 13)));
}
constexpr Float16 FiniteFloat16FromFloat(float value) {
  constexpr int kLargest = 0x7BFF;
  const int bits = ConvertNumber<Float16>(value).bits;
  const int magnitude = std::min(bits & 0x7FFF, kLargest);
  return {static_cast<uint16_t>((bits & 0x8000) | magnitude)};
}

}  // namespace hostnn

#endif  // HOSTNN_BASE_HALF_H_
