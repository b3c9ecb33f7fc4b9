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
#include <iterator>

#include "hwy/highway.h"
#include "kernels/class_scatter_prefetch.h"
#include "kernels/class_scatter_tile.h"
#include "kernels/line.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Neighbouring positions of a tile: the class of each, and the value there.
template <class Bits>
struct Hits {
  Hits(const class_scatter_internal::Tile<Bits>& tile, int begin,
       int position_count)
      : keys(tile.keys + begin),
        values(tile.values_are_by_class ? tile.values : tile.values + begin),
        values_are_by_class(tile.values_are_by_class),
        count(static_cast<size_t>(position_count)),
        class_count(static_cast<size_t>(tile.class_count)) {}

  const Bits* keys;
  const Bits* values;
  bool values_are_by_class;
  size_t count;
  size_t class_count;
};

// Calls f(value_at): value_at(i, key) is the value of position i, whose key
// this is, or 0 if it has no class.
template <class Bits, class F>
HWY_INLINE void WithValues(const Hits<Bits>& hits, const F& f) {
  const Bits* values = hits.values;
  if (hits.values_are_by_class) {
    f([values](size_t, Bits key) HWY_ATTR { return values[key]; });
  } else {
    f([values](size_t i, Bits) HWY_ATTR { return values[i]; });
  }
}

// Rows of classes past the caches: their lines are put together on a stage
// that is zero but for the values, and streamed from there. That costs two
// small stores a row. No branch depends on whether a position has a class:
// which have none cannot be foreseen.
template <class Bits>
class RowStage {
 public:
  explicit RowStage(bool used) {
    if (used) std::fill(std::begin(stage_), std::end(stage_), Bits{0});
  }

  HWY_NOINLINE void Write(const Hits<Bits>& hits,
                          class_scatter_internal::Prefetcher* prefetcher,
                          Bits* out) {
    WithValues(hits, [&](const auto& value_at) HWY_ATTR {
      WriteSteps(hits, value_at, prefetcher, out);
    });
  }

  static int64_t Steps(int64_t element_count) {
    return element_count / int64_t{kStep} + 1;
  }

 private:
  static constexpr size_t kLine = kLineBytes / sizeof(Bits);
  static constexpr size_t kStep = 4096 / sizeof(Bits);

  // Places are counted from the begin of the line in which `out` is. A
  // position without a class puts its zero where the next row begins, before
  // that gets its own value.
  template <class ValueAt>
  HWY_INLINE void WriteSteps(const Hits<Bits>& hits, const ValueAt& value_at,
                             class_scatter_internal::Prefetcher* prefetcher,
                             Bits* out) {
    const Bits* keys = hits.keys;
    const size_t count = hits.count;
    const size_t class_count = hits.class_count;
    const size_t lead = ElementsAfterLine(out);
    const size_t end = lead + count * class_count;
    size_t i = 0;
    for (size_t begin = 0; begin < end; begin += kStep) {
      prefetcher->Step();
      const size_t step_end = std::min(begin + kStep, end);
      // Wraps where a row begins before the stage; its value does not.
      const size_t first_row = lead + i * class_count - begin;
      size_t row = first_row;
      const auto put = [&](size_t k) HWY_ATTR {
        stage_[row + keys[k]] = value_at(k, keys[k]);
        row += class_count;
      };
      size_t k = i;
      const size_t whole = WholeRows(hits, step_end - lead);
      for (; k < whole; ++k) put(k);
      for (; k < count && row + keys[k] < step_end - begin; ++k) put(k);
      StreamLines(begin == 0 ? lead : 0, step_end - begin, out - lead + begin);
      for (row = first_row; i < k; ++i) {
        stage_[row + keys[i]] = 0;
        row += class_count;
      }
    }
  }

  // How many rows so many elements are. Dividing smaller numbers is quicker.
  static size_t WholeRows(const Hits<Bits>& hits, size_t element_count) {
    return static_cast<uint32_t>(element_count) /
           static_cast<uint32_t>(hits.class_count);
  }

  // The stage's elements from `begin` on.
  HWY_INLINE void StreamLines(size_t begin, size_t end, Bits* out) const {
    const hn::ScalableTag<Bits> d;
    if (begin != 0) {
      const size_t line_end = std::min(kLine, end);
      for (; begin < line_end; ++begin) out[begin] = stage_[begin];
    }
    for (; begin + kLine <= end; begin += kLine) {
      for (size_t i = begin; i < begin + kLine; i += hn::Lanes(d)) {
        hn::Stream(hn::Load(d, stage_ + i), d, out + i);
      }
    }
    for (; begin < end; ++begin) out[begin] = stage_[begin];
  }

  // A position without a class may have its zero right behind a step.
  alignas(kLineBytes) Bits stage_[kStep + 1];
};

template <class Bits>
HWY_INLINE void StreamZeros(size_t count, Bits* out) {
  const hn::ScalableTag<Bits> d;
  const size_t head = std::min(count, ElementsBeforeLine(out));
  std::fill_n(out, head, Bits{0});
  size_t i = head;
  for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
    hn::Stream(hn::Zero(d), d, out + i);
  }
  std::fill_n(out + i, count - i, Bits{0});
}

// Rows of classes for the caches.
template <class Bits>
HWY_NOINLINE void WriteRows(const Hits<Bits>& hits, Bits* out) {
  std::fill_n(out, hits.count * hits.class_count, Bits{0});
  WithValues(hits, [&hits, out](const auto& value_at) HWY_ATTR {
    const size_t last = hits.count - 1;
    Bits* row = out;
    for (size_t i = 0; i < last; ++i) {
      const Bits key = hits.keys[i];
      // That of none is where the next row begins.
      row[key] = value_at(i, key);
      row += hits.class_count;
    }
    const Bits key = hits.keys[last];
    if (key < hits.class_count) row[key] = value_at(last, key);
  });
}

// An image's planes of so many positions, small ones; past the caches where
// hits are so few that it does no harm to fetch their lines again. Positions
// without a class have a zero in the last.
template <class Bits>
HWY_NOINLINE void WriteImage(const Hits<Bits>& hits, bool stream, Bits* out) {
  const size_t element_count = hits.count * hits.class_count;
  if (stream) {
    StreamZeros(element_count, out);
  } else {
    std::fill_n(out, element_count, Bits{0});
  }
  WithValues(hits, [&hits, out](const auto& value_at) HWY_ATTR {
    const size_t last = hits.class_count - 1;
    for (size_t i = 0; i < hits.count; ++i) {
      const Bits key = hits.keys[i];
      out[std::min<size_t>(key, last) * hits.count + i] = value_at(i, key);
    }
  });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
