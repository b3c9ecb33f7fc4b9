// SPDX-License-Identifier: Apache-2.0
// The loop of the element-wise engine: loads a tile of every input as float,
// has the formula compute it, stores it. Compiled once per target.
#if defined(HOSTNN_KERNELS_ELEMENTWISE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_ELEMENTWISE_INL_H_
#undef HOSTNN_KERNELS_ELEMENTWISE_INL_H_
#else
#define HOSTNN_KERNELS_ELEMENTWISE_INL_H_
#endif

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/half.h"
#include "base/kernel.h"
#include "hwy/highway.h"
#include "kernels/elementwise.h"
#include "kernels/float_type.h"
#include "kernels/half-inl.h"
#include "kernels/loop_walk.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// All inputs of a tile, and its output, fit in the first cache.
inline constexpr size_t kTileElements = 1024;
// At least the lanes of any float vector.
inline constexpr size_t kMaxLanes = 64;

template <class T>
HWY_INLINE void LoadRow(const T* from, int64_t stride, size_t count,
                        float* to) {
  size_t i = 0;
  if (stride == 1) {
    const hn::ScalableTag<float> d;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
      hn::StoreU(LoadAsFloat(d, from + i), d, to + i);
    }
  }
  const hn::CappedTag<float, 1> one;
  for (; i < count; ++i) {
    const int64_t offset = static_cast<int64_t>(i) * stride;
    hn::StoreU(LoadAsFloat(one, from + offset), one, to + i);
  }
}

template <class T>
HWY_INLINE void StoreRow(const float* from, size_t count, int64_t stride,
                         T* to) {
  size_t i = 0;
  if (stride == 1) {
    const hn::ScalableTag<float> d;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
      StoreFloat(d, hn::LoadU(d, from + i), to + i);
    }
  }
  const hn::CappedTag<float, 1> one;
  for (; i < count; ++i) {
    const int64_t offset = static_cast<int64_t>(i) * stride;
    StoreFloat(one, hn::LoadU(one, from + i), to + offset);
  }
}

// What a formula computes at a time.
template <size_t kInputs>
struct Tile {
  size_t count;
  const float* inputs[kInputs];
  size_t steps[kInputs];  // 1, or 0: the same kMaxLanes values over and over
  float* out;
  bool out_is_half;  // will be rounded again
  double scale;
};

// The formula for whole vectors: f(d, input vectors...).
template <class D, size_t kInputs, class F, size_t... kIndex>
HWY_INLINE void ComputeVectors(D d, const Tile<kInputs>& tile, const F& f,
                               std::index_sequence<kIndex...>) {
  for (size_t i = 0; i < tile.count; i += hn::Lanes(d)) {
    StoreFloat(
        d, f(d, hn::LoadU(d, tile.inputs[kIndex] + i * tile.steps[kIndex])...),
        tile.out + i);
  }
}

// out[i] = f(d, inputs[i]...) for the tile; f sees vectors of float with the
// lanes of `d`, and may compute what it likes for lanes past the end.
template <class D, size_t kInputs, class F>
HWY_INLINE void ForEachVector(D d, const Tile<kInputs>& tile, const F& f) {
  constexpr auto kIndices = std::make_index_sequence<kInputs>();
  Tile<kInputs> whole = tile;
  whole.count = tile.count / hn::Lanes(d) * hn::Lanes(d);
  ComputeVectors(d, whole, f, kIndices);
  const size_t rest = tile.count - whole.count;
  if (rest == 0) return;
  // The memory of a tile may end with it.
  HWY_ALIGN float copies[kInputs][kMaxLanes] = {};
  HWY_ALIGN float out[kMaxLanes];
  Tile<kInputs> last = tile;
  last.count = rest;
  last.out = out;
  for (size_t k = 0; k < kInputs; ++k) {
    const float* from = tile.inputs[k] + whole.count * tile.steps[k];
    std::copy_n(from, rest, copies[k]);
    last.inputs[k] = copies[k];
  }
  ComputeVectors(d, last, f, kIndices);
  std::copy_n(out, rest, tile.out + whole.count);
}

// One piece of an element-wise operator.
template <size_t kInputs>
class ElementwisePiece {
 public:
  explicit ElementwisePiece(const KernelCall& call)
      : parameters_(
            *static_cast<const ElementwiseParameters*>(call.parameters)),
        loops_(parameters_.loops) {
    assert(parameters_.input_count == int{kInputs});
    for (size_t k = 0; k < kInputs; ++k) Prepare(call, k);
    const auto& out = parameters_.operands[ElementwiseParameters::kOut];
    out_ = call.addresses[out.argument];
    tile_.out_is_half = out.dtype != ACL_FLOAT;
    tile_.scale = parameters_.scale.Value();
  }

  // Has `formula(tile)` compute every tile of the piece.
  template <class Formula>
  void Compute(int64_t piece, const Formula& formula) {
    int64_t begin = piece * parameters_.piece_elements;
    const int64_t end =
        std::min(begin + parameters_.piece_elements, loops_.iteration_count());
    while (begin < end) {
      tile_.count = static_cast<size_t>(
          std::min(end - begin, static_cast<int64_t>(kTileElements)));
      Load(begin);
      formula(tile_);
      if (tile_.out == buffers_[kInputs]) Store(begin);
      begin += static_cast<int64_t>(tile_.count);
    }
  }

 private:
  using Offsets = int64_t[ElementwiseParameters::kOperandCount];

  int64_t InnerStride(size_t operand) const {
    return loops_.strides[operand][loops_.innermost()];
  }

  // An input that is the same everywhere becomes one value, once; an absent one
  // has no strides either.
  void Prepare(const KernelCall& call, size_t k) {
    const int argument = parameters_.operands[k].argument;
    const bool is_absent = argument < 0;
    inputs_[k] = is_absent ? nullptr : call.addresses[argument];
    const int64_t* strides = loops_.strides[k];
    is_fixed_[k] = std::all_of(strides, strides + loops_.loop_count,
                               [](int64_t stride) { return stride == 0; });
    if (!is_fixed_[k]) return;
    is_absent ? Repeat(k, 1.0f) : RepeatElement(k, 0);
  }

  void Repeat(size_t k, float value) {
    std::fill_n(buffers_[k], kMaxLanes, value);
    tile_.inputs[k] = buffers_[k];
    tile_.steps[k] = 0;
  }

  void RepeatElement(size_t k, int64_t offset) {
    float value;
    LoadElements(k, offset, 1, &value);
    Repeat(k, value);
  }

  void LoadElements(size_t k, int64_t offset, size_t count, float* to) const {
    WithFloatType(parameters_.operands[k].dtype, [&]<class T>(T) HWY_ATTR {
      LoadRow(static_cast<const T*>(inputs_[k]) + offset, InnerStride(k), count,
              to);
    });
  }

  // Where the tile is one run of float in memory, that memory is used itself.
  void Load(int64_t begin) {
    size_t done = 0;
    ForEachRun(loops_, begin, static_cast<int64_t>(tile_.count),
               [&](const Offsets& offsets, int64_t run_count) HWY_ATTR {
                 const auto count = static_cast<size_t>(run_count);
                 for (size_t k = 0; k < kInputs; ++k) {
                   if (!is_fixed_[k]) LoadRun(k, offsets[k], done, count);
                 }
                 PlaceOutput(offsets[ElementwiseParameters::kOut], count);
                 done += count;
               });
  }

  void LoadRun(size_t k, int64_t offset, size_t done, size_t count) {
    const bool whole = count == tile_.count;
    if (whole && InnerStride(k) == 0) return RepeatElement(k, offset);
    tile_.steps[k] = 1;
    if (whole && InnerStride(k) == 1 &&
        parameters_.operands[k].dtype == ACL_FLOAT) {
      tile_.inputs[k] = static_cast<const float*>(inputs_[k]) + offset;
      return;
    }
    LoadElements(k, offset, count, buffers_[k] + done);
    tile_.inputs[k] = buffers_[k];
  }

  void PlaceOutput(int64_t offset, size_t count) {
    const bool in_place = count == tile_.count && !tile_.out_is_half &&
                          InnerStride(ElementwiseParameters::kOut) == 1;
    tile_.out =
        in_place ? static_cast<float*>(out_) + offset : buffers_[kInputs];
  }

  void Store(int64_t begin) const {
    const aclDataType dtype =
        parameters_.operands[ElementwiseParameters::kOut].dtype;
    const float* from = buffers_[kInputs];
    WithFloatType(dtype, [&]<class T>(T) HWY_ATTR {
      ForEachRun(loops_, begin, static_cast<int64_t>(tile_.count),
                 [&](const Offsets& offsets, int64_t run_count) HWY_ATTR {
                   const auto count = static_cast<size_t>(run_count);
                   StoreRow(from, count,
                            InnerStride(ElementwiseParameters::kOut),
                            static_cast<T*>(out_) +
                                offsets[ElementwiseParameters::kOut]);
                   from += count;
                 });
    });
  }

  const ElementwiseParameters& parameters_;
  const LoopNest<ElementwiseParameters::kOperandCount>& loops_;
  const void* inputs_[kInputs];
  void* out_;
  bool is_fixed_[kInputs];
  Tile<kInputs> tile_;
  HWY_ALIGN float buffers_[kInputs + 1][kTileElements];
};

// Computes the call's piece. The formula is called with a Tile<kInputs>, which
// it hands to ForEachVector.
template <size_t kInputs, class Formula>
HWY_INLINE void ComputeElementwise(const KernelCall& call,
                                   const Formula& formula) {
  ElementwisePiece<kInputs> piece(call);
  piece.Compute(call.piece, formula);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
