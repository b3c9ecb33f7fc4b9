// SPDX-License-Identifier: Apache-2.0
// The class-scatter engine's writer for outputs whose positions are neighbours:
// each class's plane by comparing all keys with the class, whatever the
// targets are. Compiled once per target.
#if defined(HOSTNN_KERNELS_CLASS_SCATTER_PLANES_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_CLASS_SCATTER_PLANES_INL_H_
#undef HOSTNN_KERNELS_CLASS_SCATTER_PLANES_INL_H_
#else
#define HOSTNN_KERNELS_CLASS_SCATTER_PLANES_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hwy/highway.h"
#include "kernels/class_scatter_prefetch.h"
#include "kernels/class_scatter_tile.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// A class's plane at neighbouring positions.
template <class Bits>
struct PlaneRun {
  Bits key;
  const Bits* keys;
  const Bits* values;  // by position, or nullptr
  Bits class_value;    // where there are no values by position
  Bits* out;
};

template <class Bits>
HWY_INLINE Bits PlaneElement(const PlaneRun<Bits>& run, size_t i) {
  const Bits value = run.values ? run.values[i] : run.class_value;
  return run.keys[i] == run.key ? value : Bits{0};
}

// The positions [begin, end), a multiple of kUnroll vectors.
template <bool kStream, size_t kUnroll, class Bits, class ValueAt>
HWY_INLINE void CompareVectors(const PlaneRun<Bits>& run, size_t begin,
                               size_t end, const ValueAt& value_at) {
  const hn::ScalableTag<Bits> d;
  const auto key = hn::Set(d, run.key);
  // Stores to out might change what `run` refers to, for all the compiler sees.
  const Bits* keys = run.keys;
  Bits* out = run.out;
  for (size_t i = begin; i < end;) {
    for (size_t k = 0; k < kUnroll; ++k, i += hn::Lanes(d)) {
      const auto is_hit = hn::Eq(hn::LoadU(d, keys + i), key);
      const auto value = hn::IfThenElseZero(is_hit, value_at(i));
      if constexpr (kStream) {
        hn::Stream(value, d, out + i);
      } else {
        hn::StoreU(value, d, out + i);
      }
    }
  }
}

// As many positions from `begin` on as are whole steps; returns the first
// after them.
template <bool kStream, size_t kUnroll, class Bits>
HWY_INLINE size_t CompareSteps(const PlaneRun<Bits>& run, size_t begin,
                               size_t end) {
  const hn::ScalableTag<Bits> d;
  const size_t step = kUnroll * hn::Lanes(d);
  end = begin + (end - begin) / step * step;
  if (run.values == nullptr) {
    const auto value = hn::Set(d, run.class_value);
    CompareVectors<kStream, kUnroll>(
        run, begin, end, [value](size_t) HWY_ATTR { return value; });
  } else {
    CompareVectors<kStream, kUnroll>(
        run, begin, end,
        [d, values = run.values](size_t i) HWY_ATTR {
          return hn::LoadU(d, values + i);
        });
  }
  return end;
}

// Only whole lines are streamed: parts of one would be merged in memory.
template <bool kStream, class Bits>
HWY_NOINLINE void WritePlane(const PlaneRun<Bits>& run, size_t count) {
  const hn::ScalableTag<Bits> d;
  constexpr size_t kLineVectors =
      class_scatter_internal::kLineBytes / sizeof(Bits) / hn::MaxLanes(d);
  size_t done = 0;
  if constexpr (kStream) {
    const size_t head = class_scatter_internal::ElementsBeforeLine(run.out);
    const size_t end = std::min(count, head);
    done = CompareSteps<false, 1>(run, 0, end);
    for (; done < end; ++done) run.out[done] = PlaneElement(run, done);
    done = CompareSteps<true, kLineVectors>(run, done, count);
  } else {
    done = CompareSteps<false, 4>(run, 0, count);
  }
  done = CompareSteps<false, 1>(run, done, count);
  for (; done < count; ++done) run.out[done] = PlaneElement(run, done);
}

template <class Bits>
HWY_NOINLINE void ScatterPlane(const PlaneRun<Bits>& run, size_t count,
                               int64_t stride) {
  for (size_t i = 0; i < count; ++i) {
    run.out[static_cast<int64_t>(i) * stride] = PlaneElement(run, i);
  }
}

// Neighbouring positions are `stride` apart, classes `class_stride`.
template <class Bits>
HWY_NOINLINE void WritePlanes(const class_scatter_internal::Tile<Bits>& tile,
                              int64_t stride, int64_t class_stride, bool stream,
                              class_scatter_internal::Prefetcher* prefetcher,
                              Bits* out) {
  prefetcher->SpreadOver(tile.class_count);
  for (int64_t c = 0; c < tile.class_count; ++c) {
    prefetcher->Step();
    Bits* plane = out + (tile.first_class + c) * class_stride;
    for (int r = 0; r < tile.run_count; ++r) {
      const auto& run = tile.runs[r];
      const auto count = static_cast<size_t>(run.count);
      PlaneRun<Bits> part = {.key = static_cast<Bits>(c),
                             .keys = tile.keys + run.begin,
                             .values = nullptr,
                             .class_value = 0,
                             .out = plane + run.out};
      if (tile.values_are_by_class) {
        part.class_value = tile.values[c];
      } else {
        part.values = tile.values + run.begin;
      }
      if (stride != 1) {
        ScatterPlane(part, count, stride);
      } else if (stream) {
        WritePlane<true>(part, count);
      } else {
        WritePlane<false>(part, count);
      }
    }
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
