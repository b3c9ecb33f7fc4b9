// SPDX-License-Identifier: Apache-2.0
#include "harness/float_format.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>

namespace hostnn::harness {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

long double Distance(aclDataType dtype, double got, long double exact) {
  uint32_t element = 0;
  StoreDouble(dtype, got, &element);
  return UlpDistance(dtype, &element, exact);
}

TEST(FloatFormatTest, EveryHalfSurvivesTheWayThroughDouble) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    for (uint32_t bits = 0; bits < 0x10000; ++bits) {
      const auto half = static_cast<uint16_t>(bits);
      const double value = ToDouble(dtype, &half);
      if (std::isnan(value)) continue;
      uint16_t back = 0;
      StoreDouble(dtype, value, &back);
      ASSERT_EQ(back, half);
    }
  }
}

TEST(FloatFormatTest, RoundsToFloatAsTheProcessorDoes) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    const uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (std::isnan(value)) continue;
    // Near the range of float, subnormals included.
    int exponent;
    value = std::ldexp(std::frexp(value, &exponent), i % 300 - 160);
    const auto expected = static_cast<float>(value);
    float got;
    StoreDouble(ACL_FLOAT, value, &got);
    ASSERT_EQ(std::memcmp(&got, &expected, sizeof got), 0) << value;
    ASSERT_EQ(ToDouble(ACL_FLOAT, &expected), expected);
  }
}

TEST(FloatFormatTest, CountsUnitsOfTheLastPlaceOfTheExactValue) {
  EXPECT_EQ(Distance(ACL_FLOAT16, 1, 1), 0);
  EXPECT_EQ(Distance(ACL_FLOAT16, 1, 1 + std::ldexp(1.0L, -11)), 0.5L);
  EXPECT_EQ(Distance(ACL_FLOAT16, 1, 1 - std::ldexp(1.0L, -11)), 1);
  EXPECT_EQ(Distance(ACL_BF16, 2, 2 + std::ldexp(1.0L, -7)), 0.5L);
  EXPECT_EQ(Distance(ACL_FLOAT, 0, std::ldexp(1.0L, -150)), 0.5L);
  EXPECT_EQ(Distance(ACL_FLOAT, -0.0, 0), 0);
}

TEST(FloatFormatTest, KnowsInfinityAndNan) {
  const double nan = std::nan("");
  EXPECT_EQ(Distance(ACL_FLOAT16, nan, nan), 0);
  EXPECT_EQ(Distance(ACL_FLOAT16, 1, nan), kInfinity);
  EXPECT_EQ(Distance(ACL_FLOAT16, nan, 1), kInfinity);
  EXPECT_EQ(Distance(ACL_FLOAT16, kInfinity, 65520), 0);
  EXPECT_EQ(Distance(ACL_FLOAT16, 65504, 65520), kInfinity);
  EXPECT_EQ(Distance(ACL_FLOAT16, 65504, 65519), 15.0L / 32);
  EXPECT_EQ(Distance(ACL_FLOAT16, -kInfinity, kInfinity), kInfinity);
  EXPECT_EQ(Distance(ACL_FLOAT16, kInfinity, 1e30L), 0);
}

}  // namespace
}  // namespace hostnn::harness
