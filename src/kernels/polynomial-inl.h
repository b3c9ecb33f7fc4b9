// SPDX-License-Identifier: Apache-2.0
// Polynomials of vectors, or bundles, of double. Compiled once per target.
#if defined(HOSTNN_KERNELS_POLYNOMIAL_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_POLYNOMIAL_INL_H_
#undef HOSTNN_KERNELS_POLYNOMIAL_INL_H_
#else
#define HOSTNN_KERNELS_POLYNOMIAL_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"
#include "kernels/arithmetic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The powers of x that a polynomial is put together from.
template <class V>
struct Powers {
  explicit HWY_INLINE Powers(V x)
      : x1(x), x2(bn::Mul(x, x)), x4(bn::Mul(x2, x2)), x8(bn::Mul(x4, x4)) {}
  V x1, x2, x4, x8;
};

// c[0] + c[1] x + c[2] x^2 ..., up to 16 terms, by Estrin's scheme: halves that
// do not wait for each other.
template <size_t kBegin, size_t kEnd, class D, size_t kCount, class V>
HWY_INLINE auto Polynomial(D d, const double (&c)[kCount], const Powers<V>& x) {
  constexpr size_t kTerms = kEnd - kBegin;
  static_assert(kTerms >= 1 && kTerms <= 16);
  if constexpr (kTerms == 1) {
    return hn::Set(d, c[kBegin]);
  } else {
    constexpr size_t kLow = kTerms > 8   ? 8
                            : kTerms > 4 ? 4
                            : kTerms > 2 ? 2
                                         : 1;
    const auto low = Polynomial<kBegin, kBegin + kLow>(d, c, x);
    const auto high = Polynomial<kBegin + kLow, kEnd>(d, c, x);
    const auto power = kLow == 8   ? x.x8
                       : kLow == 4 ? x.x4
                       : kLow == 2 ? x.x2
                                   : x.x1;
    return Fma(high, power, low);
  }
}
template <class D, size_t kCount, class V>
HWY_INLINE V Polynomial(D d, const double (&c)[kCount], V x) {
  return Polynomial<0, kCount>(d, c, Powers<V>(x));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
