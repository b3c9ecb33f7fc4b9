// SPDX-License-Identifier: Apache-2.0
#include "base/half.h"

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace hostnn {
namespace {

// The oracle: the value of a 16-bit number from its definition, and rounding by
// comparing a number with its two neighbours. Shares no code with half.h.
template <class Half>
struct Definition;
template <>
struct Definition<Float16> {
  static constexpr int kMantissaBits = 10;
  static constexpr int kBias = 15;
};
template <>
struct Definition<BFloat16> {
  static constexpr int kMantissaBits = 7;
  static constexpr int kBias = 127;
};

template <class Half>
constexpr int InfinityBits() {
  return 0x7FFF >> Definition<Half>::kMantissaBits
                       << Definition<Half>::kMantissaBits;
}

// Of a magnitude, i.e. bits below 0x8000; the bits of infinity stand for the
// power of two that would come next.
template <class Half>
double ValueOf(int bits) {
  constexpr int kMantissaBits = Definition<Half>::kMantissaBits;
  const int field = bits >> kMantissaBits;
  const int mantissa = bits & ((1 << kMantissaBits) - 1);
  const int leading = field == 0 ? 0 : 1 << kMantissaBits;
  const int exponent = std::max(field, 1) - Definition<Half>::kBias;
  return std::ldexp(leading + mantissa, exponent - kMantissaBits);
}

// Exact: a sum of two neighbours and twice a double fit into a long double
// (64 bits of mantissa; neighbours differ by one bit in at most 11).
template <class Half>
int NearestBits(double value) {
  const long double magnitude = std::fabs(value);
  int low = 0;
  int high = InfinityBits<Half>();
  if (magnitude >= ValueOf<Half>(high)) {
    low = high;
  } else {
    while (high - low > 1) {
      const int middle = (low + high) / 2;
      (ValueOf<Half>(middle) <= magnitude ? low : high) = middle;
    }
    const long double sum = static_cast<long double>(ValueOf<Half>(low)) +
                            static_cast<long double>(ValueOf<Half>(high));
    const bool up =
        2 * magnitude > sum || (2 * magnitude == sum && low % 2 == 1);
    if (up) low = high;
  }
  return low | (std::signbit(value) ? 0x8000 : 0);
}

template <class Half>
Half FromBits(int bits) {
  return {static_cast<uint16_t>(bits)};
}

template <class Half>
class HalfTest : public testing::Test {};
using HalfTypes = testing::Types<Float16, BFloat16>;

struct HalfNames {
  template <class Half>
  static std::string GetName(int) {
    return std::is_same_v<Half, Float16> ? "Float16" : "BFloat16";
  }
};
TYPED_TEST_SUITE(HalfTest, HalfTypes, HalfNames);

TYPED_TEST(HalfTest, EveryNumberWidensToItsExactValue) {
  constexpr int kInfinity = InfinityBits<TypeParam>();
  for (int bits = 0; bits < 0x10000; ++bits) {
    const auto half = FromBits<TypeParam>(bits);
    const double wide = ToDouble(half);
    const auto single = ConvertNumber<float>(half);
    const int magnitude = bits & 0x7FFF;
    if (magnitude > kInfinity) {
      ASSERT_TRUE(std::isnan(wide) && std::isnan(single)) << bits;
      continue;
    }
    const double expected = magnitude == kInfinity
                                ? std::numeric_limits<double>::infinity()
                                : ValueOf<TypeParam>(magnitude);
    ASSERT_EQ(std::fabs(wide), expected) << bits;
    ASSERT_EQ(std::signbit(wide), bits >= 0x8000) << bits;
    ASSERT_EQ(double{single}, wide) << bits;
    ASSERT_EQ(std::signbit(single), bits >= 0x8000) << bits;
  }
}

TYPED_TEST(HalfTest, EveryNumberSurvivesWideningAndNarrowing) {
  for (int bits = 0; bits < 0x10000; ++bits) {
    const auto half = FromBits<TypeParam>(bits);
    const auto from_double = FromDouble<TypeParam>(ToDouble(half));
    const auto from_float =
        ConvertNumber<TypeParam>(ConvertNumber<float>(half));
    if ((bits & 0x7FFF) > InfinityBits<TypeParam>()) {
      ASSERT_TRUE(std::isnan(ToDouble(from_double))) << bits;
      ASSERT_TRUE(std::isnan(ToDouble(from_float))) << bits;
    } else {
      ASSERT_EQ(from_double.bits, bits);
      ASSERT_EQ(from_float.bits, bits);
    }
  }
}

template <class Half>
void ExpectRounding(double value) {
  ASSERT_EQ(FromDouble<Half>(value).bits, NearestBits<Half>(value)) << value;
  const auto single = static_cast<float>(value);
  ASSERT_EQ(ConvertNumber<Half>(single).bits, NearestBits<Half>(single))
      << single;
}

TYPED_TEST(HalfTest, TiesGoToEvenAndTheSlightestExcessDecides) {
  constexpr double kFar = std::numeric_limits<double>::infinity();
  for (int bits = 0; bits < InfinityBits<TypeParam>(); ++bits) {
    const double low = ValueOf<TypeParam>(bits);
    const double high = ValueOf<TypeParam>(bits + 1);
    const double tie = low + (high - low) / 2;
    const auto tie_as_float = static_cast<float>(tie);
    const double values[] = {
        low,
        std::nextafter(low, kFar),
        std::nextafter(tie, 0.0),
        tie,
        std::nextafter(tie, kFar),
        std::nextafter(high, 0.0),
        std::nextafter(tie_as_float, 0.0f),
        std::nextafter(tie_as_float, std::numeric_limits<float>::infinity())};
    for (const double value : values) {
      ASSERT_NO_FATAL_FAILURE(ExpectRounding<TypeParam>(value));
      ASSERT_NO_FATAL_FAILURE(ExpectRounding<TypeParam>(-value));
    }
  }
}

TYPED_TEST(HalfTest, DoublesAreRoundedOnceAndNotThroughFloat) {
  // Just above a tie: as a float it is the tie itself, which goes to even.
  const double one_step = ValueOf<TypeParam>(NearestBits<TypeParam>(1.0) + 1);
  const double above_tie = 1 + (one_step - 1) / 2 + 0x1p-40;
  EXPECT_EQ(ToDouble(FromDouble<TypeParam>(above_tie)), one_step);
  EXPECT_EQ(ToDouble(ConvertNumber<TypeParam>(static_cast<float>(above_tie))),
            1.0);
}

TYPED_TEST(HalfTest, RandomDoublesRoundToTheNearest) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    // Exponents around the range of the type, and now and then any.
    const int exponent = static_cast<int>(random() % 320) - 160;
    const double mantissa = 1 + std::ldexp(double(random() >> 12), -52);
    ASSERT_NO_FATAL_FAILURE(
        ExpectRounding<TypeParam>(std::ldexp(mantissa, exponent)));
  }
}

TYPED_TEST(HalfTest, ExtremesOfDoubleGiveZeroOrInfinity) {
  using Limits = std::numeric_limits<double>;
  constexpr int kInfinity = InfinityBits<TypeParam>();
  EXPECT_EQ(FromDouble<TypeParam>(Limits::max()).bits, kInfinity);
  EXPECT_EQ(FromDouble<TypeParam>(-Limits::infinity()).bits,
            kInfinity | 0x8000);
  EXPECT_EQ(FromDouble<TypeParam>(Limits::denorm_min()).bits, 0);
  EXPECT_EQ(FromDouble<TypeParam>(-Limits::min()).bits, 0x8000);
  EXPECT_EQ(FromDouble<TypeParam>(-0.0).bits, 0x8000);
}

TYPED_TEST(HalfTest, NanStaysNanWhateverItsPayload) {
  for (int bit = 0; bit < 52; ++bit) {
    const auto nan =
        std::bit_cast<double>(uint64_t{0x7FF} << 52 | uint64_t{1} << bit);
    ASSERT_TRUE(std::isnan(ToDouble(FromDouble<TypeParam>(nan)))) << bit;
  }
  for (int bit = 0; bit < 23; ++bit) {
    const auto nan =
        std::bit_cast<float>(uint32_t{0xFF} << 23 | uint32_t{1} << bit);
    ASSERT_TRUE(std::isnan(ToDouble(ConvertNumber<TypeParam>(nan)))) << bit;
  }
}

TYPED_TEST(HalfTest, RoundingIgnoresTheRoundingMode) {
  const double one_step = ValueOf<TypeParam>(NearestBits<TypeParam>(1.0) + 1);
  std::fesetround(FE_UPWARD);
  volatile double slightly_above_one = 1 + (one_step - 1) / 4;
  const TypeParam rounded = FromDouble<TypeParam>(slightly_above_one);
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(ToDouble(rounded), 1.0);
}

TEST(FloatTest, DoublesNarrowToFloatAsTheMachineDoes) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 200000; ++i) {
    const auto value = std::bit_cast<double>(random());
    const auto machine = static_cast<float>(value);
    const auto ours = ConvertNumber<float>(value);
    if (std::isnan(machine)) {
      ASSERT_TRUE(std::isnan(ours));
    } else {
      ASSERT_EQ(std::bit_cast<uint32_t>(ours),
                std::bit_cast<uint32_t>(machine));
    }
    const double near = std::ldexp(1.5 + double(random() >> 12) * 0x1p-53,
                                   static_cast<int>(random() % 300) - 160);
    ASSERT_EQ(ConvertNumber<float>(near), static_cast<float>(near)) << near;
    ASSERT_EQ(FromDouble<float>(near), static_cast<float>(near));
  }
}

TEST(FiniteFloat16Test, ExponentThirtyOneIsOrdinary) {
  EXPECT_EQ(FloatFromFiniteFloat16({0x7C00}), 65536.0f);
  EXPECT_EQ(FloatFromFiniteFloat16({0xFC00}), -65536.0f);
  EXPECT_EQ(FloatFromFiniteFloat16({0x7E00}), 98304.0f);
  EXPECT_EQ(FloatFromFiniteFloat16({0x7BFF}), 65504.0f);
  EXPECT_EQ(FloatFromFiniteFloat16({0x0001}), 0x1p-24f);
  EXPECT_EQ(FloatFromFiniteFloat16({0x3C00}), 1.0f);
}

TEST(FiniteFloat16Test, WhatIsTooLargeSaturates) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(FiniteFloat16FromFloat(kInfinity).bits, 0x7BFF);
  EXPECT_EQ(FiniteFloat16FromFloat(-kInfinity).bits, 0xFBFF);
  EXPECT_EQ(FiniteFloat16FromFloat(kNan).bits, 0x7BFF);
  EXPECT_EQ(FiniteFloat16FromFloat(65520.0f).bits, 0x7BFF);
  EXPECT_EQ(FiniteFloat16FromFloat(-1e30f).bits, 0xFBFF);
  EXPECT_EQ(FiniteFloat16FromFloat(65504.0f).bits, 0x7BFF);
  EXPECT_EQ(FiniteFloat16FromFloat(0x1p-24f).bits, 0x0001);
  EXPECT_EQ(FiniteFloat16FromFloat(-0.0f).bits, 0x8000);
}

}  // namespace
}  // namespace hostnn
