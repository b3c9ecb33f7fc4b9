// SPDX-License-Identifier: Apache-2.0
#include "kernels/double_double.h"

#include <gtest/gtest.h>

namespace hostnn::kernels {
namespace {

TEST(DoubleDoubleTest, SumsAndProductsOfDoublesAreExact) {
  const DoubleDouble sum = ExactSum(1, 0x1p-80);
  EXPECT_EQ(sum.high, 1);
  EXPECT_EQ(sum.low, 0x1p-80);
  const double a = 1 + 0x1p-52;
  const DoubleDouble product = ExactProduct(a, a);
  EXPECT_EQ(product.high, 1 + 0x1p-51);
  EXPECT_EQ(product.low, 0x1p-104);
}

TEST(DoubleDoubleTest, ADifferenceKeepsWhatDoubleLoses) {
  const DoubleDouble a = {1, 0x1p-70};
  const DoubleDouble difference = a + -DoubleDouble{1};
  EXPECT_EQ(difference.high, 0x1p-70);
  EXPECT_EQ(difference.low, 0);
}

TEST(DoubleDoubleTest, AQuotientTimesTheDivisorIsTheDividendToAHundredBits) {
  for (int divisor = 3; divisor < 100; divisor += 2) {
    const DoubleDouble b = {static_cast<double>(divisor)};
    const DoubleDouble one = DoubleDouble{1} / b * b;
    const DoubleDouble rest = one + -DoubleDouble{1};
    EXPECT_LE(std::fabs(rest.high), 0x1p-102) << divisor;
  }
}

}  // namespace
}  // namespace hostnn::kernels
