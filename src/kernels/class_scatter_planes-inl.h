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
#include "kernels/line.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The planes of kClasses neighbouring classes at neighbouring positions. Two
// share the loading of keys and values: 1.2 times as fast on AVX2.
template <class Bits, size_t kClasses>
struct PlaneRun {
  Bits key;  // of the first class
  const Bits* keys;
  const Bits* values;           // by position, or nullptr
  Bits class_values[kClasses];  // where there are none by position
  Bits* out;
  int64_t class_stride;

  void StoreElement(size_t i, int64_t stride) const {
    for (size_t c = 0; c < kClasses; ++c) {
      const Bits value = values ? values[i] : class_values[c];
      out[static_cast<int64_t>(i) * stride + c * class_stride] =
          keys[i] == key + c ? value : Bits{0};
    }
  }
};

// The positions [begin, end), a multiple of kUnroll vectors. value_at(i, c) is
// the value, if it is class c's.
template <bool kStream, size_t kUnroll, class Bits, size_t kClasses,
          class ValueAt>
HWY_INLINE void CompareVectors(const PlaneRun<Bits, kClasses>& run,
                               size_t begin, size_t end,
                               const ValueAt& value_at) {
  const hn::ScalableTag<Bits> d;
  // Stores to out might change what `run` refers to, for all the compiler sees.
  const Bits first_key = run.key;
  const Bits* all_keys = run.keys;
  Bits* outs[kClasses];
  for (size_t c = 0; c < kClasses; ++c)
    outs[c] = run.out + c * run.class_stride;
  const size_t lanes = hn::Lanes(d);
  for (size_t i = begin; i < end; i += kUnroll * lanes) {
    // All before the first store, so that values are loaded once; then class
    // after class, so that a streamed line is whole before the next begins.
    hn::Vec<decltype(d)> results[kClasses][kUnroll];
    for (size_t k = 0; k < kUnroll; ++k) {
      const auto keys = hn::LoadU(d, all_keys + i + k * lanes);
      for (size_t c = 0; c < kClasses; ++c) {
        const auto key = hn::Set(d, static_cast<Bits>(first_key + c));
        results[c][k] =
            hn::IfThenElseZero(hn::Eq(keys, key), value_at(i + k * lanes, c));
      }
    }
    for (size_t c = 0; c < kClasses; ++c) {
      for (size_t k = 0; k < kUnroll; ++k) {
        Bits* to = outs[c] + i + k * lanes;
        if constexpr (kStream) {
          hn::Stream(results[c][k], d, to);
        } else {
          hn::StoreU(results[c][k], d, to);
        }
      }
    }
  }
}

// As many positions from `begin` on as are whole steps; returns the first
// after them.
template <bool kStream, size_t kUnroll, class Bits, size_t kClasses>
HWY_INLINE size_t CompareSteps(const PlaneRun<Bits, kClasses>& run,
                               size_t begin, size_t end) {
  const hn::ScalableTag<Bits> d;
  const size_t step = kUnroll * hn::Lanes(d);
  end = begin + (end - begin) / step * step;
  if (run.values == nullptr) {
    Bits values[kClasses];
    std::copy_n(run.class_values, kClasses, values);
    CompareVectors<kStream, kUnroll>(
        run, begin, end, [&values](size_t, size_t c) HWY_ATTR {
          return hn::Set(hn::ScalableTag<Bits>(), values[c]);
        });
  } else {
    CompareVectors<kStream, kUnroll>(
        run, begin, end, [values = run.values](size_t i, size_t) HWY_ATTR {
          return hn::LoadU(hn::ScalableTag<Bits>(), values + i);
        });
  }
  return end;
}

// Only whole lines are streamed: parts of one would be merged in memory.
template <bool kStream, class Bits, size_t kClasses>
HWY_NOINLINE void WritePlanes(const PlaneRun<Bits, kClasses>& run,
                              size_t count) {
  const hn::ScalableTag<Bits> d;
  constexpr size_t kLineVectors = kLineBytes / sizeof(Bits) / hn::MaxLanes(d);
  size_t done = 0;
  if constexpr (kStream) {
    const size_t head = ElementsBeforeLine(run.out);
    const size_t end = std::min(count, head);
    done = CompareSteps<false, 1>(run, 0, end);
    for (; done < end; ++done) run.StoreElement(done, 1);
    done = CompareSteps<true, kLineVectors>(run, done, count);
  } else {
    done = CompareSteps<false, 2>(run, 0, count);
  }
  done = CompareSteps<false, 1>(run, done, count);
  for (; done < count; ++done) run.StoreElement(done, 1);
}

template <class Bits>
class PlaneWriter {
 public:
  // Neighbouring positions are `stride` apart, classes `class_stride`.
  PlaneWriter(int64_t stride, int64_t class_stride, bool stream, Bits* out)
      : stride_(stride),
        class_stride_(class_stride),
        stream_(stream),
        out_(out) {}

  void Write(const class_scatter_internal::Tile<Bits>& tile,
             class_scatter_internal::Prefetcher* prefetcher) const {
    prefetcher->SpreadOver(tile.class_count);
    int64_t c = 0;
    // Two planes that break into lines alike.
    if (class_stride_ * int64_t{sizeof(Bits)} % int64_t{kLineBytes} == 0) {
      for (; c + 2 <= tile.class_count; c += 2) {
        prefetcher->Step();
        prefetcher->Step();
        WriteClasses<2>(tile, c);
      }
    }
    for (; c < tile.class_count; ++c) {
      prefetcher->Step();
      WriteClasses<1>(tile, c);
    }
  }

 private:
  template <size_t kClasses>
  HWY_INLINE void WriteClasses(const class_scatter_internal::Tile<Bits>& tile,
                               int64_t c) const {
    Bits* plane = out_ + (tile.first_class + c) * class_stride_;
    for (int r = 0; r < tile.run_count; ++r) {
      const auto& run = tile.runs[r];
      PlaneRun<Bits, kClasses> part = {.key = static_cast<Bits>(c),
                                       .keys = tile.keys + run.begin,
                                       .values = nullptr,
                                       .class_values = {},
                                       .out = plane + run.out,
                                       .class_stride = class_stride_};
      if (tile.values_are_by_class) {
        std::copy_n(tile.values + c, kClasses, part.class_values);
      } else {
        part.values = tile.values + run.begin;
      }
      const auto count = static_cast<size_t>(run.count);
      if (stride_ != 1) {
        for (size_t i = 0; i < count; ++i) part.StoreElement(i, stride_);
      } else if (stream_) {
        WritePlanes<true>(part, count);
      } else {
        WritePlanes<false>(part, count);
      }
    }
  }

  int64_t stride_;
  int64_t class_stride_;
  bool stream_;
  Bits* out_;
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
