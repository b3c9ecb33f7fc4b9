// SPDX-License-Identifier: Apache-2.0
// The class-scatter engine's writers for stretches of out that are dense over
// classes and positions: rows of classes, and images of small planes. Zeros,
// and a value in a place here and there. Compiled once per target.
#if defined(HOSTNN_KERNELS_CLASS_SCATTER_ROWS_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_CLASS_SCATTER_ROWS_INL_H_
#undef HOSTNN_KERNELS_CLASS_SCATTER_ROWS_INL_H_
#else
#define HOSTNN_KERNELS_CLASS_SCATTER_ROWS_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "hwy/highway.h"
#include "kernels/class_scatter_prefetch.h"
#include "kernels/class_scatter_tile.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Values to put in places of a stretch; places are counted in elements from
// where the line begins in which the stretch does. One more place, beyond all,
// ends a walk.
template <class Bits>
struct Hits {
  int count;
  uint32_t places[class_scatter_internal::kPaddedPositions];
  Bits values[class_scatter_internal::kPaddedPositions];
};

// A stretch past the caches: its lines are put together in a ring that is zero
// but for the values, and copied from there. Places must ascend.
template <class Bits>
class LineRing {
 public:
  explicit LineRing(bool used) {
    if (used) std::fill_n(ring_, kElements, Bits{0});
  }

  HWY_NOINLINE void Write(const Hits<Bits>& hits, int64_t element_count,
                          class_scatter_internal::Prefetcher* prefetcher,
                          Bits* out) {
    const size_t lead = class_scatter_internal::ElementsAfterLine(out);
    const size_t end = lead + static_cast<size_t>(element_count);
    int placed = 0;
    int cleared = 0;
    for (size_t begin = 0; begin < end; begin += kStep) {
      prefetcher->Step();
      const size_t ahead = begin + 2 * kStep;
      for (; hits.places[placed] < ahead; ++placed) {
        At(hits.places[placed]) = hits.values[placed];
      }
      Copy(lead, begin, std::min(begin + kStep, end), out - lead);
      for (; hits.places[cleared] < begin + kStep; ++cleared) {
        At(hits.places[cleared]) = 0;
      }
    }
  }

  static int64_t Steps(int64_t element_count) {
    return element_count / int64_t{kStep} + 1;
  }

 private:
  static constexpr size_t kElements = 8192 / sizeof(Bits);
  static constexpr size_t kStep = kElements / 2;
  static constexpr size_t kLine =
      class_scatter_internal::kLineBytes / sizeof(Bits);

  Bits& At(uint32_t place) { return ring_[place % kElements]; }

  // The first `lead` elements, and what follows the last, are not the
  // stretch's.
  HWY_INLINE void Copy(size_t lead, size_t begin, size_t end, Bits* out) const {
    const hn::ScalableTag<Bits> d;
    if (begin == 0 && lead != 0) {
      CopyNormally(lead, std::min(kLine, end), out);
      begin = kLine;
    }
    for (; begin + kLine <= end; begin += kLine) {
      const Bits* line = ring_ + begin % kElements;
      for (size_t i = 0; i < kLine; i += hn::Lanes(d)) {
        hn::Stream(hn::Load(d, line + i), d, out + begin + i);
      }
    }
    CopyNormally(begin, end, out);
  }

  void CopyNormally(size_t begin, size_t end, Bits* out) const {
    for (; begin < end; ++begin) out[begin] = ring_[begin % kElements];
  }

  alignas(class_scatter_internal::kLineBytes) Bits ring_[kElements];
};

template <class Bits>
HWY_INLINE void StreamZeros(size_t count, Bits* out) {
  const hn::ScalableTag<Bits> d;
  const size_t head =
      std::min(count, class_scatter_internal::ElementsBeforeLine(out));
  std::fill_n(out, head, Bits{0});
  size_t i = head;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    hn::Stream(hn::Zero(d), d, out + i);
  }
  std::fill_n(out + i, count - i, Bits{0});
}

// A stretch that is zeroed first: for the caches or, past them, where hits are
// so few that it does no harm to fetch their lines again.
template <class Bits>
HWY_NOINLINE void ZeroAndScatter(const Hits<Bits>& hits, int64_t element_count,
                                 bool stream, Bits* out) {
  const size_t lead = class_scatter_internal::ElementsAfterLine(out);
  if (stream) {
    StreamZeros(static_cast<size_t>(element_count), out);
  } else {
    std::fill_n(out, element_count, Bits{0});
  }
  Bits* first_line = out - lead;
  for (int i = 0; i < hits.count; ++i) {
    first_line[hits.places[i]] = hits.values[i];
  }
}

// The hits of a tile's positions [begin, begin + count) in a stretch of `out`
// in which neighbouring positions and classes are so far apart. A position
// without a class has a zero in place of its last. No branch: which positions
// have no class cannot be foreseen.
template <class Bits>
HWY_NOINLINE void FindHits(const class_scatter_internal::Tile<Bits>& tile,
                           int begin, int count, uint32_t stride,
                           uint32_t class_stride, const Bits* out,
                           Hits<Bits>* hits) {
  const Bits* keys = tile.keys + begin;
  const auto end = static_cast<Bits>(tile.class_count);
  const auto last = static_cast<Bits>(end - 1);
  const auto lead =
      static_cast<uint32_t>(class_scatter_internal::ElementsAfterLine(out));
  hits->count = count;
  for (int i = 0; i < count; ++i) {
    hits->places[i] = lead + static_cast<uint32_t>(i) * stride +
                      std::min(keys[i], last) * class_stride;
  }
  if (tile.values_are_by_class) {
    for (int i = 0; i < count; ++i) {
      hits->values[i] = tile.values[std::min(keys[i], end)];
    }
  } else {
    const Bits* values = tile.values + begin;
    for (int i = 0; i < count; ++i) {
      const Bits value = values[i];
      hits->values[i] = keys[i] < end ? value : Bits{0};
    }
  }
  hits->places[count] = std::numeric_limits<uint32_t>::max();
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
