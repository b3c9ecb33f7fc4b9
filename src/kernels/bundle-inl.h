// SPDX-License-Identifier: Apache-2.0
// Bundles: a few vectors that go through a formula in lock-step, so that each
// operation of one finds the processor free while another waits for its last.
// Compiled once per target.
#if defined(HOSTNN_KERNELS_BUNDLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_BUNDLE_INL_H_
#undef HOSTNN_KERNELS_BUNDLE_INL_H_
#else
#define HOSTNN_KERNELS_BUNDLE_INL_H_
#endif

#include <cstddef>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Vectors, or masks of them.
template <class V>
struct Bundle {
  V v[4];
};

template <class V>
inline constexpr bool kIsBundle = false;
template <class V>
inline constexpr bool kIsBundle<Bundle<V>> = true;
// The i-th vector; a single one is that of all.
template <class V>
HWY_INLINE const V& At(const Bundle<V>& bundle, size_t i) {
  return bundle.v[i];
}
template <class V>
HWY_INLINE const V& At(const V& vector, size_t /*i*/) {
  return vector;
}

template <class V>
HWY_INLINE Bundle<V> Repeat(V vector) {
  return {{vector, vector, vector, vector}};
}

// f of the vectors, one place after the other, or of vectors that are alone.
template <class F, class... V>
HWY_INLINE auto Each(const F& f, const V&... x) {
  if constexpr ((kIsBundle<V> || ...)) {
    return Bundle<decltype(f(At(x, 0)...))>{
        {f(At(x, 0)...), f(At(x, 1)...), f(At(x, 2)...), f(At(x, 3)...)}};
  } else {
    return f(x...);
  }
}

// Highway's operations, for vectors, bundles and both together.
namespace bn {

template <class... V>
HWY_INLINE auto Abs(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::Abs(v...); }, x...);
}
template <class... V>
HWY_INLINE auto Add(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::Add(v...); }, x...);
}
template <class... V>
HWY_INLINE auto And(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::And(v...); }, x...);
}
template <class... V>
HWY_INLINE auto Div(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::Div(v...); }, x...);
}
template <class... V>
HWY_INLINE auto Ge(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::Ge(v...); }, x...);
}
template <class... V>
HWY_INLINE auto IfNegativeThenElse(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::IfNegativeThenElse(v...); },
              x...);
}
template <class... V>
HWY_INLINE auto IfThenElse(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::IfThenElse(v...); }, x...);
}
template <class... V>
HWY_INLINE auto Lt(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::Lt(v...); }, x...);
}
template <class... V>
HWY_INLINE auto Min(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::Min(v...); }, x...);
}
template <class... V>
HWY_INLINE auto Mul(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::Mul(v...); }, x...);
}
template <class... V>
HWY_INLINE auto Neg(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::Neg(v...); }, x...);
}
template <class... V>
HWY_INLINE auto Sub(const V&... x) {
  return Each([](auto... v) HWY_ATTR { return hn::Sub(v...); }, x...);
}

// Whether a mask is true in every lane of every vector.
template <class D, class M>
HWY_INLINE bool AllTrue(D d, const Bundle<M>& m) {
  return hn::AllTrue(d,
                     hn::And(hn::And(m.v[0], m.v[1]), hn::And(m.v[2], m.v[3])));
}

}  // namespace bn

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
