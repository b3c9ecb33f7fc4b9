// SPDX-License-Identifier: Apache-2.0
// log(1 + exp(-a)) for a >= 0, in vectors or bundles of double, in two
// accuracies. The
// coefficients interpolate at Chebyshev's nodes; docs/design.md has the
// errors measured over all floats. Compiled once per target.
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

// 2^n, for the sum of n and 1.5 * 2^52, whose low bits are n.
template <class D, class V>
HWY_INLINE V PowerOfTwo(D d, const V& shifted) {
  return Each(
      [d](auto x) HWY_ATTR {
        const hn::RebindToSigned<D> di;
        const auto exponent =
            hn::Add(hn::BitCast(di, x), hn::Set(di, int64_t{1023}));
        return hn::BitCast(d, hn::ShiftLeft<52>(exponent));
      },
      shifted);
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
  return bn::Mul(significand, PowerOfTwo(d, shifted));
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

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
