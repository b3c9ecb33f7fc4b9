// SPDX-License-Identifier: Apache-2.0
// Bundles of float or double from and to memory of any float type. Which
// element is in which lane is up to the type, and the same for loading and
// storing. Compiled once per target.
#if defined(HOSTNN_KERNELS_BUNDLE_MEMORY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_BUNDLE_MEMORY_INL_H_
#undef HOSTNN_KERNELS_BUNDLE_MEMORY_INL_H_
#else
#define HOSTNN_KERNELS_BUNDLE_MEMORY_INL_H_
#endif

#include <cstddef>
#include <type_traits>

#include "base/half.h"
#include "hwy/highway.h"
#include "kernels/arithmetic-inl.h"
#include "kernels/bundle-inl.h"
#include "kernels/half-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class D>
concept FloatTag = std::is_same_v < hn::TFromD<D>,
float > ;

// How many elements a bundle of D's vectors has.
template <class D>
HWY_INLINE size_t BundleLanes(D d) {
  return 4 * hn::Lanes(d);
}

// A streaming store needs an address that is a multiple of the vector's size.
template <bool kStreaming, class D, class T>
HWY_INLINE void StoreVector(D d, hn::Vec<D> value, T* to) {
  kStreaming ? hn::Stream(value, d, to) : hn::StoreU(value, d, to);
}

// Two vectors of halves; either alone may be too short to stream.
template <bool kStreaming, class D, class V>
HWY_INLINE void StoreTwo(D /*d*/, V low, V high, uint16_t* to) {
#if HWY_TARGET == HWY_SCALAR
  to[0] = hn::GetLane(low);
  to[1] = hn::GetLane(high);
#else
  const hn::Repartition<uint16_t, D> d16;
  StoreVector<kStreaming>(d16, hn::Combine(d16, high, low), to);
#endif
}

// The same values; for any NaN the one that is stored.
template <class D, class V>
HWY_INLINE Bundle<V> WithOneNan(D d, const Bundle<V>& x) {
  // A NaN makes the sum one. Opposite infinities do so needlessly.
  const auto sum = hn::Add(hn::Add(x.v[0], x.v[1]), hn::Add(x.v[2], x.v[3]));
  if (HWY_LIKELY(hn::AllFalse(d, hn::IsNaN(sum)))) return x;
  return Each([d](V v) HWY_ATTR { return WithOneNan(d, v); }, x);
}

template <FloatTag D, class T>
HWY_INLINE Bundle<hn::Vec<D>> LoadBundle(D d, const T* from) {
  const size_t lanes = hn::Lanes(d);
  return {{LoadAsFloat(d, from), LoadAsFloat(d, from + lanes),
           LoadAsFloat(d, from + 2 * lanes), LoadAsFloat(d, from + 3 * lanes)}};
}

template <bool kStreaming, FloatTag D, class V>
HWY_INLINE void StoreBundle(D d, const Bundle<V>& value, bool /*by_odd*/,
                            float* to) {
  const auto x = WithOneNan(d, value);
  for (size_t i = 0; i < 4; ++i) {
    StoreVector<kStreaming>(d, x.v[i], to + i * hn::Lanes(d));
  }
}

// Rounded to halves, as vectors of their bits.
template <class D, class V>
HWY_INLINE auto RoundBundle(D d, const Bundle<V>& x, const Float16* /*to*/) {
  return Each([d](V v) HWY_ATTR { return RoundToFloat16(d, v); }, x);
}

template <bool kStreaming, FloatTag D, class Bits>
HWY_INLINE void StoreRounded(D d, const Bundle<Bits>& x, Float16* to) {
  auto* bits = reinterpret_cast<uint16_t*>(to);
  for (size_t i = 0; i < 4; i += 2) {
    StoreTwo<kStreaming>(d, x.v[i], x.v[i + 1], bits + i * hn::Lanes(d));
  }
}

#if HWY_TARGET == HWY_SCALAR

template <class D, class V>
HWY_INLINE auto RoundBundle(D d, const Bundle<V>& x, const BFloat16* /*to*/) {
  return Each([d](V v) HWY_ATTR { return RoundToBFloat16(d, v); }, x);
}

// The upper halves of lanes.
template <bool kStreaming, FloatTag D, class Bits>
HWY_INLINE void StoreRounded(D /*d*/, const Bundle<Bits>& x, BFloat16* to) {
  for (size_t i = 0; i < 4; ++i) {
    to[i].bits = static_cast<uint16_t>(hn::GetLane(x.v[i]) >> 16);
  }
}

#else

// Of each lane the lower half where the upper one is, or the reverse; zeros
// behind. Chosen byte by byte, as some machines have one unit that shifts and
// two that choose.
template <FloatTag D, class V>
HWY_INLINE V ChooseBytes(D /*d*/, V lanes, const uint8_t (&choice)[16]) {
  const hn::Repartition<uint8_t, D> d8;
  const auto bytes = hn::BitCast(d8, lanes);
  return hn::BitCast(hn::DFromV<V>(), hn::TableLookupBytesOr0(
                                          bytes, hn::LoadDup128(d8, choice)));
}
template <FloatTag D, class V>
HWY_INLINE V LowerHalfUp(D d, V lanes) {
  alignas(16) static constexpr uint8_t kChoice[16] = {
      0x80, 0x80, 0, 1, 0x80, 0x80, 4, 5, 0x80, 0x80, 8, 9, 0x80, 0x80, 12, 13};
  return ChooseBytes(d, lanes, kChoice);
}
template <FloatTag D, class V>
HWY_INLINE V UpperHalfDown(D d, V lanes) {
  alignas(16) static constexpr uint8_t kChoice[16] = {
      2,  3,  0x80, 0x80, 6,  7,  0x80, 0x80,
      10, 11, 0x80, 0x80, 14, 15, 0x80, 0x80};
  return ChooseBytes(d, lanes, kChoice);
}

// As two of them fill a lane, every other bfloat16 becomes a float where it
// lies: no lane is crossed. Of each two vectors the first has the even
// elements.
template <FloatTag D>
HWY_INLINE Bundle<hn::Vec<D>> LoadBundle(D d, const BFloat16* from) {
  const hn::RebindToUnsigned<D> du;
  const hn::Repartition<uint16_t, D> d16;
  const auto* bits = reinterpret_cast<const uint16_t*>(from);
  const auto first = hn::BitCast(du, hn::LoadU(d16, bits));
  const auto second = hn::BitCast(du, hn::LoadU(d16, bits + hn::Lanes(d16)));
  const auto upper_half = hn::Set(du, 0xFFFF0000u);
  return {{hn::BitCast(d, LowerHalfUp(d, first)),
           hn::BitCast(d, hn::And(first, upper_half)),
           hn::BitCast(d, LowerHalfUp(d, second)),
           hn::BitCast(d, hn::And(second, upper_half))}};
}

// The nearest bfloat16s of no NaN.
template <FloatTag D, class V>
HWY_INLINE auto RoundToBFloat16(D d, V even, V odd) {
  const hn::Repartition<uint16_t, D> d16;
  const hn::Repartition<int16_t, D> di16;
  const auto halves = [d16](auto lanes)
                          HWY_ATTR { return hn::BitCast(d16, lanes); };
  const auto upper = hn::OddEven(halves(odd), halves(UpperHalfDown(d, even)));
  const auto lower = hn::OddEven(halves(LowerHalfUp(d, odd)), halves(even));
  // To be rounded up is what carries when 0x7FFF, or 0x8000 if the last bit is
  // 1, is added to the lower half. The average has the carry as its sign.
  const auto is_odd = hn::And(upper, hn::Set(d16, uint16_t{1}));
  const auto average =
      hn::AverageRound(lower, hn::Add(is_odd, hn::Set(d16, uint16_t{0x7FFE})));
  const auto carries = hn::Lt(hn::BitCast(di16, average), hn::Zero(di16));
  return hn::Sub(upper, hn::BitCast(d16, hn::VecFromMask(di16, carries)));
}

template <bool kStreaming, FloatTag D, class V>
HWY_INLINE void StoreBundle(D d, const Bundle<V>& value, bool /*by_odd*/,
                            BFloat16* to) {
  const hn::Repartition<uint16_t, D> d16;
  const auto x = WithOneNan(d, value);
  auto* bits = reinterpret_cast<uint16_t*>(to);
  for (size_t i = 0; i < 4; i += 2) {
    StoreVector<kStreaming>(d16, RoundToBFloat16(d, x.v[i], x.v[i + 1]),
                            bits + i * hn::Lanes(d));
  }
}

// The upper halves of lanes.
template <bool kStreaming, FloatTag D, class Bits>
HWY_INLINE void StoreRounded(D d, const Bundle<Bits>& x, BFloat16* to) {
  const hn::Repartition<uint16_t, D> d16;
  auto* bits = reinterpret_cast<uint16_t*>(to);
  for (size_t i = 0; i < 4; i += 2) {
    const auto even = UpperHalfDown(d, x.v[i]);
    const auto odd = x.v[i + 1];
    const auto both =
        hn::OddEven(hn::BitCast(d16, odd), hn::BitCast(d16, even));
    StoreVector<kStreaming>(d16, both, bits + i * hn::Lanes(d));
  }
}

#endif

template <bool kStreaming, FloatTag D, class V, class T>
HWY_INLINE void StoreBundle(D d, const Bundle<V>& value, bool /*by_odd*/,
                            T* to) {
  StoreRounded<kStreaming>(d, RoundBundle(d, WithOneNan(d, value), to), to);
}

template <class T>
HWY_INLINE Bundle<DoubleVector> LoadBundle(DoubleTag d, const T* from) {
  return Each([d](FewFloats x) HWY_ATTR { return hn::PromoteTo(d, x); },
              LoadBundle(FewFloatsTag(), from));
}

HWY_INLINE Bundle<FewFloats> ToFloatByOdd(const Bundle<DoubleVector>& x) {
  const DoubleTag d;
  const auto size = bn::Abs(x);
  const auto least =
      hn::Min(hn::Min(size.v[0], size.v[1]), hn::Min(size.v[2], size.v[3]));
  if (HWY_LIKELY(hn::AllTrue(d, hn::Ge(least, hn::Set(d, 0x1p-126))))) {
    return Each([](auto v) HWY_ATTR { return NormalToFloatByOdd(v); }, x);
  }
  return Each([](auto v) HWY_ATTR { return ToFloatByOdd(v); }, x);
}

// Rounded once. `by_odd`: to float in the way that leaves a further rounding
// the only one.
template <bool kStreaming, class T>
HWY_INLINE void StoreBundle(DoubleTag /*d*/, const Bundle<DoubleVector>& value,
                            bool by_odd, T* to) {
  const auto floats =
      by_odd ? ToFloatByOdd(value)
             : Each([](auto x) HWY_ATTR { return ToFloat(x); }, value);
  StoreBundle<kStreaming>(FewFloatsTag(), floats, by_odd, to);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
