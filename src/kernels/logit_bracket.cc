// SPDX-License-Identifier: Apache-2.0
#include "kernels/logit_bracket.h"

#include <cmath>

#include "kernels/double_double.h"
#include "kernels/exponential.h"

namespace hostnn::kernels {
namespace {

// exp(-a) for 0 <= a <= 708.
DoubleDouble ExpOfMinus(double a) {
  // From here on |r| <= ln2 / 2 + a little, and the series ends at 2^-109.
  constexpr int kTerms = 24;
  const double n = std::floor(0.5 - a * kOneOverLn2);
  DoubleDouble r = DoubleDouble{-a} + -ExactProduct(n, kLn2[0]);
  r = r + -ExactProduct(n, kLn2[1]);
  r = r + DoubleDouble{-n * kLn2[2]};
  const DoubleDouble one = {1};
  DoubleDouble sum = one;
  for (int k = kTerms; k > 0; --k) {
    sum = one + r * sum / DoubleDouble{static_cast<double>(k)};
  }
  const int exponent = static_cast<int>(n);
  return {std::ldexp(sum.high, exponent), std::ldexp(sum.low, exponent)};
}

// log(1 + y) for 0 <= y <= 1, by the series of 2 atanh(y / (2 + y)).
DoubleDouble Log1p(DoubleDouble y) {
  // Each term is at most a ninth of the one before.
  constexpr int kTerms = 34;
  const DoubleDouble s = y / (DoubleDouble{2} + y);
  const DoubleDouble z = s * s;
  DoubleDouble sum = {};
  for (int k = kTerms; k >= 0; --k) {
    sum = sum * z + DoubleDouble{1} / DoubleDouble{2.0 * k + 1};
  }
  return (s + s) * sum;
}

}  // namespace

double PreciseLogitBracket(double x, double p) {
  const DoubleDouble softplus =
      Log1p(ExpOfMinus(std::fmin(std::fabs(x), kLargestExponent)));
  const DoubleDouble linear = x < 0 ? ExactProduct(p, x) : DoubleDouble{x};
  return (ExactSum(p, -1) * softplus + -linear).high;
}

}  // namespace hostnn::kernels
