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
#include <cstdint>

#include "base/half.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The vectors of float whose lanes are as many as those of double.
using DoubleTag = hn::ScalableTag<double>;
using DoubleVector = hn::Vec<DoubleTag>;
using FewFloatsTag = hn::Rebind<float, DoubleTag>;
using FewFloats = hn::Vec<FewFloatsTag>;

// a * b + c, rounded once. Highway's rounds twice where there is no
// instruction for it.
template <class V>
HWY_INLINE V Fma(V a, V b, V c) {
#if HWY_TARGET == HWY_SCALAR
  return V(std::fma(a.raw, b.raw, c.raw));
#else
  static_assert(HWY_NATIVE_FMA, "this target would give other bits");
  return hn::MulAdd(a, b, c);
#endif
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

// To 24 bits, to odd: if a result in the normal range of float is rounded to a
// half next, that is as if it were the only rounding. Without it a result just
// below what overflows in the half could become infinite.
HWY_INLINE DoubleVector RoundToOdd(DoubleVector value) {
  const DoubleTag d;
  const hn::RebindToSigned<DoubleTag> di;
  constexpr int64_t kLast = int64_t{1} << (52 - 23);
  const auto bits = hn::BitCast(di, value);
  const auto lost = hn::And(bits, hn::Set(di, kLast - 1));
  const auto odd = hn::IfThenElse(hn::Eq(lost, hn::Zero(di)), hn::Zero(di),
                                  hn::Set(di, kLast));
  return hn::BitCast(d, hn::Or(hn::Xor(bits, lost), odd));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
