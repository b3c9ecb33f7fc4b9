// SPDX-License-Identifier: Apache-2.0
// Operations that Highway rounds or saturates differently on some targets, with
// the same bits on all. Compiled once per target.
#if defined(HOSTNN_KERNELS_ARITHMETIC_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_ARITHMETIC_INL_H_
#undef HOSTNN_KERNELS_ARITHMETIC_INL_H_
#else
#define HOSTNN_KERNELS_ARITHMETIC_INL_H_
#endif

#include <cmath>

#include "base/half.h"
#include "hwy/highway.h"
#include "kernels/bundle-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The vectors of float whose lanes are as many as those of double.
using DoubleTag = hn::ScalableTag<double>;
using DoubleVector = hn::Vec<DoubleTag>;
using FewFloatsTag = hn::Rebind<float, DoubleTag>;
using FewFloats = hn::Vec<FewFloatsTag>;

// a * b + c, rounded once, for vectors and bundles. Highway's rounds twice
// where there is no instruction for it.
template <class... V>
HWY_INLINE auto Fma(const V&... x) {
  return Each(
      [](auto a, auto b, auto c) HWY_ATTR {
#if HWY_TARGET == HWY_SCALAR
        return decltype(a)(std::fma(a.raw, b.raw, c.raw));
#else
        static_assert(HWY_NATIVE_FMA, "this target would give other bits");
        return hn::MulAdd(a, b, c);
#endif
      },
      x...);
}

// a * b - c, likewise.
template <class... V>
HWY_INLINE auto Fms(const V&... x) {
  return Each(
      [](auto a, auto b, auto c) HWY_ATTR {
#if HWY_TARGET == HWY_SCALAR
        return decltype(a)(std::fma(a.raw, b.raw, -c.raw));
#else
        static_assert(HWY_NATIVE_FMA, "this target would give other bits");
        return hn::MulSub(a, b, c);
#endif
      },
      x...);
}

// Rounded to nearest, beyond the largest float to infinity. Highway's saturates
// where there is no instruction for it.
HWY_INLINE FewFloats ToFloat(DoubleVector value) {
#if HWY_TARGET == HWY_SCALAR
  return FewFloats(FromDouble<float>(value.raw));
#else
  return hn::DemoteTo(FewFloatsTag(), value);
#endif
}

// Rounded to odd: to the neighbour whose last bit is 1, unless the value is a
// float. Rounding the result to a half next is then as if it were the only
// rounding. For all values.
HWY_INLINE FewFloats ToFloatByOdd(DoubleVector value) {
  const DoubleTag d;
  const hn::RebindToSigned<FewFloatsTag> di;
  // 1 or 0 in lanes as narrow as float's.
  const auto number = [d, di](auto mask) HWY_ATTR {
    return hn::DemoteTo(di, hn::IfThenElse(mask, hn::Set(d, 1.0), hn::Zero(d)));
  };
  const FewFloats nearest = ToFloat(value);
  const auto back = hn::PromoteTo(d, nearest);
  const auto is_beyond = hn::Gt(hn::Abs(back), hn::Abs(value));
  const auto toward_zero = hn::Sub(hn::BitCast(di, nearest), number(is_beyond));
  const auto is_inexact = number(hn::Ne(back, value));
  return hn::BitCast(FewFloatsTag(), hn::Or(toward_zero, is_inexact));
}

// The same for values that are not below the least normal float, or infinite.
HWY_INLINE FewFloats NormalToFloatByOdd(DoubleVector value) {
  const hn::RebindToUnsigned<DoubleTag> du;
  // What float has no room for; plus itself it carries unless it is zero.
  const auto excess = hn::Set(du, (uint64_t{1} << 29) - 1);
  const auto bits = hn::BitCast(du, value);
  const auto carry = hn::Add(hn::And(bits, excess), excess);
  const auto odd = hn::AndNot(excess, hn::Or(bits, carry));
  return ToFloat(hn::BitCast(DoubleTag(), odd));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
