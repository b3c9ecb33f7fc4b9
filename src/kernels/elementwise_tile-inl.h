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

#include "hwy/highway.h"
#include "kernels/bundle-inl.h"
#include "kernels/bundle_memory-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// What a formula computes at a time, of elements of type T.
template <class T, size_t kInputs>
struct Tile {
  size_t count;
  const T* inputs[kInputs];  // nullptr: the same value all along, fixed[k]
  float fixed[kInputs];
  T* out;
  bool streaming;    // out goes past the cache
  bool out_is_half;  // will be rounded again
  double scale;
};

// A formula's view of one input: a bundle of elements, or one value for all,
// which is better not repeated.
template <class D, class T>
class Input {
 public:
  HWY_INLINE Input(D d, const T* row, float fixed)
      : d_(d), row_(row), fixed_(fixed) {}

  // Whether it is one everywhere, so that multiplying by it is idle.
  HWY_INLINE bool IsOne() const { return row_ == nullptr && fixed_ == 1; }

  HWY_INLINE Bundle<hn::Vec<D>> Load() const {
    return row_ == nullptr ? Repeat(One()) : LoadBundle(d_, row_);
  }

  // f of the bundle, or of the vector that stands for all of it.
  template <class F>
  HWY_INLINE auto With(const F& f) const {
    return row_ == nullptr ? f(One()) : f(LoadBundle(d_, row_));
  }

 private:
  HWY_INLINE hn::Vec<D> One() const {
    return hn::Set(d_, static_cast<hn::TFromD<D>>(fixed_));
  }

  D d_;
  const T* row_;
  float fixed_;
};

// The whole bundles of the elements from `begin` up to `end`.
template <bool kStreaming, class D, class T, size_t kInputs, class F,
          size_t... kIndex>
HWY_NOINLINE void ComputeBundles(D d, const Tile<T, kInputs>& tile,
                                 size_t begin, size_t end, const F& f,
                                 std::index_sequence<kIndex...>) {
  const size_t step = BundleLanes(d);
  for (size_t i = begin; i + step <= end; i += step) {
    const auto input = [&](size_t k) HWY_ATTR {
      const T* row = tile.inputs[k];
      return Input<D, T>(d, row == nullptr ? nullptr : row + i, tile.fixed[k]);
    };
    StoreBundle<kStreaming>(d, f(input(kIndex)...), tile.out_is_half,
                            tile.out + i);
  }
}

// Fewer elements than a bundle has: in copies, as memory may end with them.
template <class D, class T, size_t kInputs, class F>
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
  ComputeBundles<false>(d, few, 0, BundleLanes(d), f,
                        std::make_index_sequence<kInputs>());
  std::copy_n(few.out, count, tile.out + begin);
}

template <bool kStreaming, class D, class T, size_t kInputs, class F>
HWY_INLINE void ComputeElements(D d, const Tile<T, kInputs>& tile, size_t begin,
                                size_t end, const F& f) {
  ComputeBundles<kStreaming>(d, tile, begin, end, f,
                             std::make_index_sequence<kInputs>());
  const size_t rest = (end - begin) % BundleLanes(d);
  ComputeFew(d, tile, end - rest, rest, f);
}

// out[i] = f(inputs[i]...) for the tile: f gets an Input for each and returns a
// bundle of D's vectors, of float or double. It may compute what it likes for
// elements past the end.
template <class D, class T, size_t kInputs, class F>
HWY_INLINE void ForEachBundle(D d, const Tile<T, kInputs>& tile, const F& f) {
  if (!tile.streaming) {
    return ComputeElements<false>(d, tile, 0, tile.count, f);
  }
  constexpr size_t kLine = 64;  // bytes that go to memory at once
  const size_t past_line = reinterpret_cast<uintptr_t>(tile.out) % kLine;
  const size_t first_line =
      std::min(tile.count, (kLine - past_line) % kLine / sizeof(T));
  ComputeElements<false>(d, tile, 0, first_line, f);
  ComputeElements<true>(d, tile, first_line, tile.count, f);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
