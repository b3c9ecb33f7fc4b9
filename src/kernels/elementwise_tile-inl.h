// SPDX-License-Identifier: Apache-2.0
// A tile of the element-wise engine: rows of elements that go through a formula
// bundle by bundle. Compiled once per target.
#if defined(HOSTNN_KERNELS_ELEMENTWISE_TILE_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_ELEMENTWISE_TILE_INL_H_
#undef HOSTNN_KERNELS_ELEMENTWISE_TILE_INL_H_
#else
#define HOSTNN_KERNELS_ELEMENTWISE_TILE_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "kernels/bundle-inl.h"
#include "kernels/bundle_memory-inl.h"
#include "kernels/line.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// What a formula computes at a time, of elements of type T: rows in memory.
template <class T, size_t kInputs>
struct Tile {
  size_t count;  // of elements in a row
  size_t row_count;
  const T* inputs[kInputs];  // nullptr: the same value all along, fixed[k]
  float fixed[kInputs];
  T* out;
  // From one row to the next; of no meaning where there is one.
  int64_t input_strides[kInputs];
  int64_t out_stride;
  bool streaming;    // out goes past the cache
  bool out_is_half;  // will be rounded again
  double scale;
};

// Which inputs of a tile are the same value all along: bit k for input k.
inline constexpr int kAnyPattern = -1;
template <class T, size_t kInputs>
HWY_INLINE int PatternOf(const Tile<T, kInputs>& tile) {
  int pattern = 0;
  for (size_t k = 0; k < kInputs; ++k) {
    pattern |= static_cast<int>(tile.inputs[k] == nullptr) << k;
  }
  return pattern;
}

// Asks for the lines that a bundle so many bytes further on will read of this
// row. Nothing is read, so there need not be memory.
template <class D, class T>
HWY_INLINE void PrefetchBundle(D d, const T* row, size_t ahead) {
  const auto begin = reinterpret_cast<uintptr_t>(row) + ahead;
  for (uintptr_t i = 0; i < BundleLanes(d) * sizeof(T); i += kLineBytes) {
    hwy::Prefetch(reinterpret_cast<const char*>(begin + i));
  }
}

// How far that is worth it, with a streaming output. Measured with tensors of
// 64 Mi numbers, past the cache: 1.06 times as fast in float, 1.14 in bfloat16;
// but slower where a row ends before.
template <class T, size_t kInputs>
HWY_INLINE size_t PrefetchDistance(const Tile<T, kInputs>& tile) {
  constexpr size_t kAhead = 8 * kLineBytes;
  return tile.count * sizeof(T) > 2 * kAhead ? kAhead : 0;
}

// From each row's place in memory to the next one's.
template <class T, size_t kInputs>
HWY_INLINE void MoveToNextRow(Tile<T, kInputs>* tile) {
  for (size_t k = 0; k < kInputs; ++k) {
    if (tile->inputs[k] != nullptr) tile->inputs[k] += tile->input_strides[k];
  }
  tile->out += tile->out_stride;
}

// A formula's view of input k: a bundle of elements, or one value for all,
// which is better not repeated. Which of the two is known when compiling, or
// with kAnyPattern when running.
template <int kPattern, size_t k, class D, class T>
class Input {
 public:
  // For the elements of the tile from i on.
  template <size_t kInputs>
  HWY_INLINE Input(D d, const Tile<T, kInputs>& tile, size_t i)
      : d_(d), row_(nullptr), value_(tile.fixed[k]) {
    const bool is_row = kPattern == kAnyPattern ? tile.inputs[k] != nullptr
                                                : (kPattern >> k & 1) == 0;
    if (is_row) row_ = tile.inputs[k] + i;
  }

  HWY_INLINE bool IsValue() const {
    if constexpr (kPattern == kAnyPattern) return row_ == nullptr;
    return (kPattern >> k & 1) != 0;
  }
  // The value, or 1 for elements.
  HWY_INLINE float ValueOr1() const { return IsValue() ? value_ : 1; }

  // Whether it is one everywhere, so that multiplying by it is idle.
  HWY_INLINE bool IsOne() const { return IsValue() && value_ == 1; }

  HWY_INLINE Bundle<hn::Vec<D>> Load() const {
    return IsValue() ? Repeat(Value()) : LoadBundle(d_, row_);
  }

  HWY_INLINE void Prefetch(size_t ahead) const {
    if (!IsValue()) PrefetchBundle(d_, row_, ahead);
  }

  // f of the bundle, or of the vector that stands for all of it.
  template <class F>
  HWY_INLINE auto With(const F& f) const {
    return IsValue() ? f(Value()) : f(LoadBundle(d_, row_));
  }

 private:
  HWY_INLINE hn::Vec<D> Value() const {
    return hn::Set(d_, static_cast<hn::TFromD<D>>(value_));
  }

  D d_;
  const T* row_;
  float value_;
};

template <int kPattern, class D, class T, size_t kInputs, size_t... kIndex>
HWY_INLINE void PrefetchInputs(D d, const Tile<T, kInputs>& tile, size_t i,
                               size_t ahead, std::index_sequence<kIndex...>) {
  (Input<kPattern, kIndex, D, T>(d, tile, i).Prefetch(ahead), ...);
}

// The bundle of the row's elements from i on.
template <int kPattern, bool kStreaming, class D, class T, size_t kInputs,
          class F, size_t... kIndex>
HWY_INLINE void ComputeBundle(D d, const Tile<T, kInputs>& tile, size_t i,
                              const F& f, std::index_sequence<kIndex...>) {
  StoreBundle<kStreaming>(d, f(Input<kPattern, kIndex, D, T>(d, tile, i)...),
                          tile.out_is_half, tile.out + i);
}

// The whole bundles of the elements from `begin` up to `end` of each row. The
// tile is a copy, which no store can change.
template <int kPattern, bool kStreaming, class D, class T, size_t kInputs,
          class F, class Indices>
HWY_NOINLINE void ComputeBundles(D d, Tile<T, kInputs> tile, size_t begin,
                                 size_t end, F f, Indices indices) {
  const size_t step = BundleLanes(d);
  const size_t ahead = PrefetchDistance(tile);
  for (size_t rows_left = tile.row_count; true; MoveToNextRow(&tile)) {
    for (size_t i = begin; i + step <= end; i += step) {
      if constexpr (kStreaming) {
        PrefetchInputs<kPattern>(d, tile, i, ahead, indices);
      }
      ComputeBundle<kPattern, kStreaming>(d, tile, i, f, indices);
    }
    if (--rows_left == 0) return;
  }
}

// The same with the code for the tile's pattern, if it is one of kPatterns.
template <bool kStreaming, int... kPatterns, class D, class T, size_t kInputs,
          class F>
HWY_INLINE void ComputeWholeBundles(D d, const Tile<T, kInputs>& tile,
                                    size_t begin, size_t end, const F& f) {
  constexpr auto kIndices = std::make_index_sequence<kInputs>();
#if HWY_TARGET != HWY_SCALAR  // one lane at a time gains nothing
  const int pattern = PatternOf(tile);
  const bool done =
      ((pattern == kPatterns && (ComputeBundles<kPatterns, kStreaming>(
                                     d, tile, begin, end, f, kIndices),
                                 true)) ||
       ...);
  if (done) return;
#endif
  ComputeBundles<kAnyPattern, kStreaming>(d, tile, begin, end, f, kIndices);
}

// Fewer elements than a bundle has: in copies, as memory may end with them.
template <int... kPatterns, class D, class T, size_t kInputs, class F>
HWY_INLINE void ComputeFew(D d, const Tile<T, kInputs>& tile, size_t begin,
                           size_t count, const F& f) {
  if (count == 0) return;
  constexpr size_t kMostLanes = 4 * hn::MaxLanes(D());
  HWY_ALIGN T copies[kInputs + 1][kMostLanes] = {};
  Tile<T, kInputs> few = tile;
  few.out = copies[kInputs];
  for (size_t k = 0; k < kInputs; ++k) {
    if (tile.inputs[k] == nullptr) continue;
    std::copy_n(tile.inputs[k] + begin, count, copies[k]);
    few.inputs[k] = copies[k];
  }
  ComputeWholeBundles<false, kPatterns...>(d, few, 0, BundleLanes(d), f);
  std::copy_n(few.out, count, tile.out + begin);
}

template <bool kStreaming, int... kPatterns, class D, class T, size_t kInputs,
          class F>
HWY_INLINE void ComputeElements(D d, const Tile<T, kInputs>& tile, size_t begin,
                                size_t end, const F& f) {
  ComputeWholeBundles<kStreaming, kPatterns...>(d, tile, begin, end, f);
  const size_t rest = (end - begin) % BundleLanes(d);
  ComputeFew<kPatterns...>(d, tile, end - rest, rest, f);
}

// For one row, or rows of nothing but whole bundles.
template <int... kPatterns, class D, class T, size_t kInputs, class F>
HWY_INLINE void ComputeRows(D d, const Tile<T, kInputs>& tile, const F& f) {
  if (!tile.streaming) {
    return ComputeElements<false, kPatterns...>(d, tile, 0, tile.count, f);
  }
  const size_t first_line = std::min(tile.count, ElementsBeforeLine(tile.out));
  if (first_line > 0) {
    ComputeElements<false, kPatterns...>(d, tile, 0, first_line, f);
  }
  ComputeElements<true, kPatterns...>(d, tile, first_line, tile.count, f);
}

// Whether all rows are whole bundles and, where they are streamed, begin with a
// line.
template <class D, class T, size_t kInputs>
HWY_INLINE bool HasWholeRows(D d, const Tile<T, kInputs>& tile) {
  const auto bytes = static_cast<uintptr_t>(tile.out_stride) * sizeof(T);
  const bool begins_with_line =
      (bytes | reinterpret_cast<uintptr_t>(tile.out)) % kLineBytes == 0;
  return tile.count % BundleLanes(d) == 0 &&
         (!tile.streaming || begins_with_line);
}

// out[i] = f(inputs[i]...) for the tile: f gets an Input for each and returns a
// bundle of D's vectors, of float or double. It may compute what it likes for
// elements past the end of a row. kPatterns are those that get code of their
// own.
template <int... kPatterns, class D, class T, size_t kInputs, class F>
HWY_INLINE void ForEachBundle(D d, const Tile<T, kInputs>& tile, const F& f) {
  if (tile.row_count == 1 || HasWholeRows(d, tile)) {
    return ComputeRows<kPatterns...>(d, tile, f);
  }
  Tile<T, kInputs> row = tile;
  row.row_count = 1;
  for (size_t i = 1; true; ++i, MoveToNextRow(&row)) {
    ComputeRows<kPatterns...>(d, row, f);
    if (i == tile.row_count) return;
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
