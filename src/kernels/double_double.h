// SPDX-License-Identifier: Apache-2.0
// Numbers of about 106 bits as the sum of two doubles, for the few values that
// double cannot tell apart. Needs rounding to nearest.
#ifndef HOSTNN_KERNELS_DOUBLE_DOUBLE_H_
#define HOSTNN_KERNELS_DOUBLE_DOUBLE_H_

#include <cmath>

namespace hostnn::kernels {

// |low| is at most half a unit in the last place of high.
struct DoubleDouble {
  double high = 0;
  double low = 0;
};

// a + b, exact.
inline DoubleDouble ExactSum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}

// a * b, exact unless it underflows.
inline DoubleDouble ExactProduct(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

// The same number with its parts apart again.
inline DoubleDouble Normalized(double high, double low) {
  const double sum = high + low;
  return {sum, low - (sum - high)};
}

inline DoubleDouble operator-(DoubleDouble a) { return {-a.high, -a.low}; }

inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = ExactSum(a.high, b.high);
  const DoubleDouble low = ExactSum(a.low, b.low);
  const DoubleDouble sum = Normalized(high.high, high.low + low.high);
  return Normalized(sum.high, sum.low + low.low);
}

inline DoubleDouble operator*(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble high = ExactProduct(a.high, b.high);
  const double low = a.high * b.low + a.low * b.high;
  return Normalized(high.high, high.low + low);
}

inline DoubleDouble operator/(DoubleDouble a, DoubleDouble b) {
  const double first = a.high / b.high;
  const DoubleDouble rest = a + -(b * DoubleDouble{first});
  const double second = rest.high / b.high;
  const DoubleDouble last = rest + -(b * DoubleDouble{second});
  return DoubleDouble{first} + ExactSum(second, last.high / b.high);
}

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_DOUBLE_DOUBLE_H_
