// SPDX-License-Identifier: Apache-2.0
// log(1 + exp(-a)) for a >= 0: in vectors or bundles of double in two
// accuracies, whose coefficients interpolate at Chebyshev's nodes, and of
// float, with those of the least largest error. docs/design.md has the errors
// measured over all floats. Compiled once per target.
#if defined(HOSTNN_KERNELS_SOFTPLUS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_SOFTPLUS_INL_H_
#undef HOSTNN_KERNELS_SOFTPLUS_INL_H_
#else
#define HOSTNN_KERNELS_SOFTPLUS_INL_H_
#endif

#include "hwy/highway.h"
#include "kernels/arithmetic-inl.h"
#include "kernels/exponential.h"
#include "kernels/polynomial-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// (exp(r) - 1 - r) / r^2 on [-ln2 / 2, ln2 / 2], and with s = sqrt(z)
// (atanh(s) / s - 1) / z on [0, 1/9]; relative errors of the functions below
// 2^-40.
struct OrdinaryAccuracy {
  static constexpr double kExp[] = {
      0x1.fffffffffe069p-2,  0x1.5555555554f97p-3,  0x1.55555565c559fp-5,
      0x1.111111170ad56p-7,  0x1.6c166be75a859p-10, 0x1.a019c3721fb3ep-13,
      0x1.a136b06babd51p-16, 0x1.72ad3ae3ed777p-19};
  static constexpr double kAtanh[] = {
      0x1.555555555ed28p-2, 0x1.99999958485b0p-3, 0x1.24926db12eb2ap-3,
      0x1.c70d2f5e45807p-4, 0x1.75de5d874a272p-4, 0x1.27db2445d4862p-4,
      0x1.8677a4bf9332ap-4};
};
// The same to the last places of double.
struct FullAccuracy {
  static constexpr double kExp[] = {
      0x1.0000000000000p-1,  0x1.5555555555557p-3,  0x1.5555555555556p-5,
      0x1.11111111100dfp-7,  0x1.6c16c16c162d6p-10, 0x1.a01a01abe62ddp-13,
      0x1.a01a01a6d7808p-16, 0x1.71de02375656cp-19, 0x1.27e4db67b4303p-22,
      0x1.af4ddd84882fep-26, 0x1.1f72fc730b4ffp-29};
  static constexpr double kAtanh[] = {
      0x1.5555555555555p-2, 0x1.999999999a3ddp-3, 0x1.24924923d44c6p-3,
      0x1.c71c727143318p-4, 0x1.745cf0b0e03bdp-4, 0x1.3b18b294bebf9p-4,
      0x1.10ac75dc602b1p-4, 0x1.eb905e8575054p-5, 0x1.687a6e7c95176p-5,
      0x1.4b0a26c5f2aefp-4};
};

// x * 2^n, a normal number, for the sum of n and 1.5 * 2^(mantissa's bits),
// whose low bits are n.
template <int kMantissaBits, class V>
HWY_INLINE V TimesPowerOfTwo(const V& x, const V& shifted) {
  return Each(
      [](auto number, auto sum) HWY_ATTR {
        const hn::DFromV<decltype(number)> d;
        const hn::RebindToSigned<decltype(d)> di;
        const auto n = hn::ShiftLeft<kMantissaBits>(hn::BitCast(di, sum));
        return hn::BitCast(d, hn::Add(hn::BitCast(di, number), n));
      },
      x, shifted);
}

// exp(-a), a >= 0.
template <class Accuracy, class D, class V>
HWY_INLINE V ExpOfMinus(D d, V a) {
  const auto clamped = bn::Min(a, hn::Set(d, kLargestExponent));
  const auto shift = hn::Set(d, 0x1.8p52);
  const auto shifted = Fma(clamped, hn::Set(d, -kOneOverLn2), shift);
  const auto n = bn::Sub(shifted, shift);
  auto r = Fms(n, hn::Set(d, -kLn2[0]), clamped);
  r = Fma(n, hn::Set(d, -kLn2[1]), r);
  const auto tail = Polynomial(d, Accuracy::kExp, r);
  const auto significand =
      bn::Add(hn::Set(d, 1.0), Fma(bn::Mul(r, r), tail, r));
  return TimesPowerOfTwo<52>(significand, shifted);
}

// log(1 + y), 0 <= y <= 1: 2 atanh(y / (2 + y)).
template <class Accuracy, class D, class V>
HWY_INLINE V Log1p(D d, V y) {
  const auto s = bn::Div(y, bn::Add(y, hn::Set(d, 2.0)));
  const auto z = bn::Mul(s, s);
  const auto twice = bn::Add(s, s);
  return Fma(bn::Mul(twice, z), Polynomial(d, Accuracy::kAtanh, z), twice);
}

// log(1 + exp(-a)), a >= 0.
template <class Accuracy, class D, class V>
HWY_INLINE V SoftplusOfMinus(D d, V a) {
  return Log1p<Accuracy>(d, ExpOfMinus<Accuracy>(d, a));
}

// c[0] + c[1] x + c[2] x^2 ..., by Horner's scheme: for each step one constant.
template <class D, size_t kCount, class V>
HWY_INLINE V ShortPolynomial(D d, const float (&c)[kCount], const V& x) {
  V sum = Fma(x, hn::Set(d, c[kCount - 1]), hn::Set(d, c[kCount - 2]));
  for (size_t i = kCount - 2; i > 0; --i)
    sum = Fma(sum, x, hn::Set(d, c[i - 1]));
  return sum;
}

// log(1 + exp(-a)) in float, for 0 <= a < kSingleSoftplusEnd; relative error
// 5.9 * 2^-24. For other arguments any number.
inline constexpr float kSingleSoftplusEnd = 80;
template <class D, class V>
HWY_INLINE V SingleSoftplusOfMinus(D d, const V& a) {
  static constexpr float kLn2High = 0x1.62e43p-1f, kLn2Low = -0x1.05c61p-29f;
  static constexpr float kExp[] = {
      1, 1, 0x1.fffdf8p-2f, 0x1.5557b4p-3f, 0x1.572bc4p-5f, 0x1.1061b8p-7f};
  static constexpr float kLog[] = {2, 0x1.555502p-1f, 0x1.99d208p-2f,
                                   0x1.1ebd0ep-2f, 0x1.1ed7bcp-2f};
  const auto shift = hn::Set(d, 0x1.8p23f);
  const auto shifted = Fma(a, hn::Set(d, -0x1.715476p+0f), shift);
  const auto n = bn::Sub(shifted, shift);
  auto r = Fms(n, hn::Set(d, -kLn2High), a);
  r = Fma(n, hn::Set(d, -kLn2Low), r);
  const auto y = TimesPowerOfTwo<23>(ShortPolynomial(d, kExp, r), shifted);
  // As in Log1p.
  const auto s = bn::Div(y, bn::Add(y, hn::Set(d, 2.0f)));
  return bn::Mul(s, ShortPolynomial(d, kLog, bn::Mul(s, s)));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
