// SPDX-License-Identifier: Apache-2.0
// Two tiers for outputs of half precision: a formula in float that knows how
// wrong it may be, and the same in double for the bundles where that could
// matter. What is stored has the bits that double alone would give. Compiled
// once per target.
#if defined(HOSTNN_KERNELS_ENCLOSURE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_ENCLOSURE_INL_H_
#undef HOSTNN_KERNELS_ENCLOSURE_INL_H_
#else
#define HOSTNN_KERNELS_ENCLOSURE_INL_H_
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/half.h"
#include "hwy/highway.h"
#include "kernels/arithmetic-inl.h"
#include "kernels/bundle-inl.h"
#include "kernels/bundle_memory-inl.h"
#include "kernels/elementwise_tile-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using FloatsTag = hn::ScalableTag<float>;
using Floats = Bundle<hn::Vec<FloatsTag>>;

// What double would give lies between the numbers `low` and `high`, whichever
// is less, and is neither of them unless all are the same zero, if `holds` is
// true in all lanes: lane i's is true if that of the i-th element of every
// vector is.
struct Enclosure {
  Floats low, high;
  hn::Mask<FloatsTag> holds;
};

// The largest of the vectors, lane by lane.
template <class V>
HWY_INLINE V Largest(const V& x) {
  return x;
}
template <class V>
HWY_INLINE V Largest(const Bundle<V>& x) {
  return hn::Max(hn::Max(x.v[0], x.v[1]), hn::Max(x.v[2], x.v[3]));
}

// Whether from <= x < to, in the lanes of every vector. 0 <= from.
template <class V>
HWY_INLINE hn::Mask<FloatsTag> IsBetween(const V& x, float from, float to) {
  const FloatsTag d;
  const hn::RebindToUnsigned<FloatsTag> du;
  // Numbers are in the order of their bits; below `from` these wrap around.
  const auto first = std::bit_cast<uint32_t>(from);
  const auto count = std::bit_cast<uint32_t>(to) - first;
  const auto distance = Each(
      [=](auto v)
          HWY_ATTR { return hn::Sub(hn::BitCast(du, v), hn::Set(du, first)); },
      x);
  return hn::RebindMask(d, hn::Lt(Largest(distance), hn::Set(du, count)));
}

// Whether x is 0 or from <= |x| < to, likewise.
HWY_INLINE hn::Mask<FloatsTag> IsZeroOrBetween(const Floats& x, float from,
                                               float to) {
  const FloatsTag d;
  const auto size = Each(
      [=](auto v) HWY_ATTR {
        const auto is_zero = hn::Eq(v, hn::Zero(d));
        return hn::IfThenElse(is_zero, hn::Set(d, from), hn::Abs(v));
      },
      x);
  return IsBetween(size, from, to);
}

// Rounds all numbers between two to the same half, if it does so with the two.
HWY_INLINE auto RoundEnd(const Floats& x, const Float16* to) {
  return RoundBundle(FloatsTag(), x, to);
}
// To bfloat16 rather upwards than to even, as a number that lies between ends
// that round alike is not halfway.
HWY_INLINE auto RoundEnd(const Floats& x, const BFloat16* /*to*/) {
  const hn::RebindToUnsigned<FloatsTag> du;
  return Each(
      [du](auto v) HWY_ATTR {
        return hn::Add(hn::BitCast(du, v), hn::Set(du, 0x8000u));
      },
      x);
}

// How many parts of a bundle of float have as many elements as one of double.
inline constexpr size_t kParts = HWY_TARGET == HWY_SCALAR ? 1 : 2;

// Which bits of a vector's lane belong to the half.
template <class V>
HWY_INLINE V HalfBits(V bits, const Float16* /*to*/) {
  return bits;
}
template <class V>
HWY_INLINE V HalfBits(V bits, const BFloat16* /*to*/) {
  return hn::ShiftRight<16>(bits);
}

// Whether two bundles have the same halves in vectors `begin` to `end`.
template <class Bits, class T>
HWY_INLINE bool AreSame(const Bundle<Bits>& x, const Bundle<Bits>& y,
                        size_t begin, size_t end, const T* to) {
  const hn::DFromV<Bits> d;
  auto difference = hn::Zero(d);
  for (size_t i = begin; i < end; ++i) {
    difference = hn::Or(difference, hn::Xor(x.v[i], y.v[i]));
  }
  return hn::AllTrue(d, hn::Eq(HalfBits(difference, to), hn::Zero(d)));
}

// A formula for ForEachBundle with vectors of float: `enclose` gives an
// Enclosure of what `exact` gives in vectors of double.
template <class Enclose, class Exact>
struct TwoTiers {
  Enclose enclose;
  Exact exact;
};
template <class Enclose, class Exact>
TwoTiers(Enclose, Exact) -> TwoTiers<Enclose, Exact>;

// The tile of one row that begins with element i, for another output.
template <class T, size_t kInputs>
HWY_INLINE Tile<T, kInputs> PartOf(const Tile<T, kInputs>& tile, size_t i,
                                   T* out) {
  Tile<T, kInputs> part = tile;
  part.row_count = 1;
  for (const T*& input : part.inputs) {
    if (input != nullptr) input += i;
  }
  part.out = out;
  return part;
}

template <int kPattern, bool kStreaming, class T, size_t kInputs, class Enclose,
          class Exact, size_t... kIndex>
HWY_INLINE void ComputeBundle(FloatsTag d, const Tile<T, kInputs>& tile,
                              size_t i, const TwoTiers<Enclose, Exact>& f,
                              std::index_sequence<kIndex...> indices) {
  const Enclosure enclosure =
      f.enclose(Input<kPattern, kIndex, FloatsTag, T>(d, tile, i)...);
  T* const out = tile.out + i;
  const auto low = RoundEnd(enclosure.low, out);
  const auto high = RoundEnd(enclosure.high, out);
  const bool holds = hn::AllTrue(d, enclosure.holds);
  constexpr size_t kVectors = 4 / kParts;
  bool is_certain[kParts];
  for (size_t part = 0; part < kParts; ++part) {
    is_certain[part] =
        holds & AreSame(low, high, part * kVectors, (part + 1) * kVectors, out);
  }
  if (HWY_LIKELY(is_certain[0] & is_certain[kParts - 1])) {
    return StoreRounded<kStreaming>(d, low, out);
  }
  // In a buffer, as the output may be one of the inputs.
  HWY_ALIGN T halves[4 * hn::MaxLanes(d)];
  StoreRounded<false>(d, low, halves);
  Tile<T, kInputs> uncertain = PartOf(tile, i, halves);
  for (size_t part = 0; part < kParts; ++part) {
    if (is_certain[part]) continue;
    const size_t begin = part * kVectors * hn::Lanes(d);
    ComputeBundles<kAnyPattern, false>(DoubleTag(), uncertain, begin,
                                       begin + kVectors * hn::Lanes(d), f.exact,
                                       indices);
  }
  std::copy_n(halves, BundleLanes(d), out);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
