// SPDX-License-Identifier: Apache-2.0
// The class-scatter engine's keys: which of a tile's classes each target is.
// Compiled once per target.
#if defined(HOSTNN_KERNELS_CLASS_SCATTER_KEYS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_CLASS_SCATTER_KEYS_INL_H_
#undef HOSTNN_KERNELS_CLASS_SCATTER_KEYS_INL_H_
#else
#define HOSTNN_KERNELS_CLASS_SCATTER_KEYS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using WordTag = hn::ScalableTag<uint32_t>;
using Words = hn::Vec<WordTag>;

// The two halves of 64-bit numbers.
struct WordPairs {
  Words low;
  Words high;
};

HWY_INLINE WordPairs LoadTargets(WordTag d, const uint8_t* from) {
  const hn::Rebind<uint8_t, WordTag> d8;
  return {hn::PromoteTo(d, hn::LoadU(d8, from)), hn::Zero(d)};
}

HWY_INLINE WordPairs LoadTargets(WordTag d, const int32_t* from) {
  const hn::RebindToSigned<WordTag> di;
  const auto targets = hn::LoadU(di, from);
  return {hn::BitCast(d, targets), hn::BitCast(d, hn::ShiftRight<31>(targets))};
}

HWY_INLINE WordPairs LoadTargets(WordTag d, const int64_t* from) {
#if HWY_TARGET == HWY_SCALAR
  return {hn::Set(d, static_cast<uint32_t>(*from)),
          hn::Set(d, static_cast<uint32_t>(*from >> 32))};
#else
  const hn::Repartition<int64_t, WordTag> d64;
  const auto first = hn::BitCast(d, hn::LoadU(d64, from));
  const auto second = hn::BitCast(d, hn::LoadU(d64, from + hn::Lanes(d64)));
  return {hn::ConcatEven(d, second, first), hn::ConcatOdd(d, second, first)};
#endif
}

HWY_INLINE void StoreKeys(WordTag d, Words keys, uint32_t* to) {
  hn::StoreU(keys, d, to);
}

HWY_INLINE void StoreKeys(WordTag /*d*/, Words keys, uint16_t* to) {
  const hn::Rebind<uint16_t, WordTag> d16;
  const hn::RebindToSigned<WordTag> di;
  hn::StoreU(hn::DemoteTo(d16, hn::BitCast(di, keys)), d16, to);
}

// The classes [first, first + count), all of the same upper half, but ignored.
struct ClassRange {
  int64_t first;
  int64_t count;
  int64_t ignored;
};

// keys[i] = targets[i] - range.first, or range.count if that is none of the
// range's. Returns whether all targets are in the range or ignored. The keys of
// whole vectors are written.
template <class Target, class Bits>
HWY_NOINLINE bool MakeKeys(const Target* targets, int count,
                           const ClassRange& range, Bits* keys) {
  const WordTag d;
  const auto low = [d](int64_t number) HWY_ATTR {
    return hn::Set(d, static_cast<uint32_t>(number));
  };
  const Words first_low = low(range.first);
  const Words first_high = low(range.first >> 32);
  const Words ignored_low = low(range.ignored);
  const Words ignored_high = low(range.ignored >> 32);
  const Words class_count = low(range.count);
  auto all_good = hn::Eq(class_count, class_count);
  const auto make = [&](const Target* from, Bits* to) HWY_ATTR {
    const auto target = LoadTargets(d, from);
    const auto key = hn::Sub(target.low, first_low);
    const auto is_class =
        hn::And(hn::Eq(target.high, first_high), hn::Lt(key, class_count));
    const auto is_ignored = hn::And(hn::Eq(target.high, ignored_high),
                                    hn::Eq(target.low, ignored_low));
    const auto has_value = hn::AndNot(is_ignored, is_class);
    StoreKeys(d, hn::IfThenElse(has_value, key, class_count), to);
    all_good = hn::And(all_good, hn::Or(is_class, is_ignored));
  };
  const int lanes = static_cast<int>(hn::Lanes(d));
  int i = 0;
  for (; i + lanes <= count; i += lanes) make(targets + i, keys + i);
  if (i < count) {
    Target rest[hn::MaxLanes(WordTag())];
    std::fill_n(rest, lanes, targets[i]);
    std::copy(targets + i, targets + count, rest);
    make(rest, keys + i);
  }
  return hn::AllTrue(d, all_good);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
