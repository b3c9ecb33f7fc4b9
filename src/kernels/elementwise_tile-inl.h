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

  // Whether an input is one all along, so that multiplying by it is idle.
  bool IsOne(size_t k) const { return inputs[k] == nullptr && fixed[k] == 1; }

  bool streaming;    // out goes past the cache
  bool out_is_half;  // will be rounded again
  double scale;
};

template <class D, class T, size_t kInputs>
HWY_INLINE Bundle<hn::Vec<D>> LoadInput(D d, const Tile<T, kInputs>& tile,
                                        size_t k, size_t i) {
  using Number = hn::TFromD<D>;
  const T* from = tile.inputs[k];
  return from == nullptr ? Repeat(hn::Set(d, Number{tile.fixed[k]}))
                         : LoadBundle(d, from + i);
}

// The whole bundles from element `begin` on.
template <bool kStreaming, class D, class T, size_t kInputs, class F,
          size_t... kIndex>
HWY_NOINLINE void ComputeBundles(D d, const Tile<T, kInputs>& tile,
                                 size_t begin, const F& f,
                                 std::index_sequence<kIndex...>) {
  const size_t step = BundleLanes(d);
  for (size_t i = begin; i + step <= tile.count; i += step) {
    StoreBundle<kStreaming>(d, f(LoadInput(d, tile, kIndex, i)...),
                            tile.out_is_half, tile.out + i);
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
  few.count = BundleLanes(d);
  few.out = copies[kInputs];
  for (size_t k = 0; k < kInputs; ++k) {
    if (tile.inputs[k] == nullptr) continue;
    std::copy_n(tile.inputs[k] + begin, count, copies[k]);
    few.inputs[k] = copies[k];
  }
  ComputeBundles<false>(d, few, 0, f, std::make_index_sequence<kInputs>());
  std::copy_n(few.out, count, tile.out + begin);
}

// out[i] = f(inputs[i]...) for the tile; f sees bundles of D's vectors, of
// float or double, and may compute what it likes for lanes past the end.
template <class D, class T, size_t kInputs, class F>
HWY_INLINE void ForEachBundle(D d, const Tile<T, kInputs>& tile, const F& f) {
  constexpr auto kIndices = std::make_index_sequence<kInputs>();
  constexpr size_t kLine = 64;  // bytes that go to memory at once
  size_t begin = 0;
  if (tile.streaming) {
    const size_t past_line = reinterpret_cast<uintptr_t>(tile.out) % kLine;
    if (past_line > 0)
      begin = std::min(tile.count, (kLine - past_line) / sizeof(T));
    ComputeFew(d, tile, 0, begin, f);
    ComputeBundles<true>(d, tile, begin, f, kIndices);
  } else {
    ComputeBundles<false>(d, tile, begin, f, kIndices);
  }
  const size_t rest = (tile.count - begin) % BundleLanes(d);
  ComputeFew(d, tile, tile.count - rest, rest, f);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
