// SPDX-License-Identifier: Apache-2.0
// The loop of the element-wise engine: has the formula compute tile after tile
// of a piece. Compiled once per target.
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
#include <type_traits>

#include "base/kernel.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "kernels/elementwise.h"
#include "kernels/elementwise_tile-inl.h"
#include "kernels/float_type.h"
#include "kernels/line.h"
#include "kernels/loop_walk.h"
#include "kernels/strided_row-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

inline const ElementwiseParameters& ParametersOf(const KernelCall& call) {
  return *static_cast<const ElementwiseParameters*>(call.parameters);
}

// What does not depend on where a tile is.
template <class T, size_t kInputs>
HWY_INLINE void SetUpTile(const ElementwiseParameters& parameters,
                          Tile<T, kInputs>* tile) {
  const aclDataType out_type =
      parameters.operands[ElementwiseParameters::kOut].dtype;
  tile->out_is_half = out_type != ACL_FLOAT;
  tile->scale = parameters.scale.Value();
}

// A piece whose operands are rows of T, or one value all along, is a tile as it
// is; false for any other. Small tensors would notice the time that it takes to
// prepare for more.
template <class T, size_t kInputs>
HWY_INLINE bool IsOneTile(const KernelCall& call, Tile<T, kInputs>* tile) {
  const ElementwiseParameters& parameters = ParametersOf(call);
  const auto& loops = parameters.loops;
  if (loops.loop_count != 1) return false;
  const int64_t begin = call.piece * parameters.piece_elements;
  const auto row = [&](int operand) {
    const auto& [argument, type] = parameters.operands[operand];
    const bool is_row =
        loops.strides[operand][0] == 1 && type == kTypeNumber<T>;
    return is_row ? static_cast<T*>(call.addresses[argument]) + begin : nullptr;
  };
  for (size_t k = 0; k < kInputs; ++k) {
    const auto& [argument, type] = parameters.operands[k];
    if (loops.strides[k][0] == 0) {  // an absent one has no strides either
      tile->inputs[k] = nullptr;
      tile->fixed[k] =
          argument < 0 ? 1.0f : LoadOne(type, call.addresses[argument], 0);
      continue;
    }
    tile->inputs[k] = row(static_cast<int>(k));
    if (tile->inputs[k] == nullptr) return false;
  }
  tile->out = row(ElementwiseParameters::kOut);
  if (tile->out == nullptr) return false;
  tile->row_count = 1;
  tile->count = static_cast<size_t>(
      std::min(parameters.piece_elements, loops.extents[0] - begin));
  tile->streaming = parameters.streaming_stores;
  SetUpTile(parameters, tile);
  return true;
}

// One piece of an element-wise operator. T is the type of all operands, or
// float: then those of another type go through a buffer of float.
template <class T, size_t kInputs>
class ElementwisePiece {
 public:
  explicit ElementwisePiece(const KernelCall& call)
      : parameters_(ParametersOf(call)),
        loops_(parameters_.loops),
        begin_(call.piece * parameters_.piece_elements),
        end_(std::min(begin_ + parameters_.piece_elements,
                      loops_.iteration_count())),
        walk_(loops_, begin_) {
    assert(parameters_.input_count == int{kInputs});
    for (size_t k = 0; k < kInputs; ++k) Prepare(call, k);
    const auto& out = parameters_.operands[kOut];
    out_ = call.addresses[out.argument];
    out_is_row_ = out.dtype == kType && InnerStride(kOut) == 1;
    needs_no_buffer_ = needs_no_buffer_ && out_is_row_;
    if (loops_.loop_count > 1) {
      tile_.out_stride = loops_.strides[kOut][loops_.innermost() - 1];
    }
    SetUpTile(parameters_, &tile_);
  }

  // Has `formula(tile)` compute every tile.
  template <class Formula>
  void Compute(const Formula& formula) {
    while (begin_ < end_) {
      tile_.count = TileCount();
      tile_.row_count = RowCount();
      const LoopWalk<kOperands> start = walk_;
      Load();
      const bool in_place = tile_.out != buffers_[kInputs];
      tile_.streaming = in_place && parameters_.streaming_stores;
      formula(tile_);
      if (!in_place) Store(start);
      if (tile_.row_count > 1) {
        walk_.AdvanceRuns(static_cast<int64_t>(tile_.row_count) - 1);
      }
      begin_ += static_cast<int64_t>(tile_.count * tile_.row_count);
    }
    if (parameters_.streaming_stores) hwy::FlushStream();
  }

 private:
  static constexpr int kOperands = ElementwiseParameters::kOperandCount;
  static constexpr int kOut = ElementwiseParameters::kOut;
  static constexpr aclDataType kType = kTypeNumber<T>;
  // Buffers of this many elements fit in the first cache, and a run of so many
  // is not worth one.
  static constexpr int64_t kBufferElements = 1024;
  static constexpr int64_t kLongRun = 256 / sizeof(T);
  // Lines that two tiles share are slow to stream to.
  static constexpr int64_t kLongStreamingRun = 16 * kLongRun;

  int64_t InnerStride(size_t operand) const {
    return loops_.strides[operand][loops_.innermost()];
  }

  // An input that is the same everywhere becomes one value, once; an absent one
  // has no strides either.
  void Prepare(const KernelCall& call, size_t k) {
    const auto& operand = parameters_.operands[k];
    const bool is_absent = operand.argument < 0;
    inputs_[k] = is_absent ? nullptr : call.addresses[operand.argument];
    const int64_t* strides = loops_.strides[k];
    is_fixed_[k] = std::all_of(strides, strides + loops_.loop_count,
                               [](int64_t stride) { return stride == 0; });
    if (is_fixed_[k]) {
      tile_.inputs[k] = nullptr;
      tile_.fixed[k] = is_absent ? 1.0f : LoadOne(operand.dtype, inputs_[k], 0);
    } else if (InnerStride(k) == 0) {
      has_values_of_runs_ = true;
    } else {
      needs_no_buffer_ =
          needs_no_buffer_ && operand.dtype == kType && InnerStride(k) == 1;
    }
    if (loops_.loop_count > 1) {
      tile_.input_strides[k] = strides[loops_.innermost() - 1];
    }
  }

  // Long runs are computed where they lie, or at least where the output lies;
  // short ones are gathered in buffers.
  size_t TileCount() const {
    const int64_t rest = end_ - begin_;
    const int64_t run = std::min(walk_.run_count(), rest);
    const int64_t long_run = SharesLines() ? kLongStreamingRun : kLongRun;
    const bool is_long = run == rest || run >= long_run;
    if (is_long && needs_no_buffer_) return static_cast<size_t>(run);
    if (is_long && out_is_row_) {
      return static_cast<size_t>(std::min(run, kBufferElements));
    }
    if (rest <= kBufferElements) return static_cast<size_t>(rest);
    return kBufferElements - (parameters_.streaming_stores ? PastLine() : 0);
  }

  // How many runs of the tile's count there are from here on in the loop around
  // the innermost that can be computed where they lie.
  size_t RowCount() const {
    const int64_t run = walk_.run_count();
    if (!needs_no_buffer_ || has_values_of_runs_ || loops_.loop_count == 1 ||
        static_cast<int64_t>(tile_.count) != run) {
      return 1;
    }
    const bool is_whole = run == loops_.extents[loops_.innermost()];
    const int64_t whole_runs = (end_ - begin_) / run;
    return is_whole && whole_runs > 0
               ? static_cast<size_t>(std::min(walk_.outer_count(), whole_runs))
               : 1;
  }

  // Whether a run would begin in a line to be streamed where the one before
  // ended.
  bool SharesLines() const {
    if (!parameters_.streaming_stores) return false;
    const int outer = loops_.innermost() - 1;
    const bool follows_on =
        outer >= 0 &&
        loops_.strides[kOut][outer] == loops_.extents[loops_.innermost()];
    const T* const begin = static_cast<const T*>(out_) + walk_.offset(kOut);
    return follows_on && ElementsAfterLine(begin) != 0;
  }

  // How far past a line of memory a tile of kBufferElements would end.
  size_t PastLine() const {
    const T* const end =
        static_cast<const T*>(out_) + walk_.offset(kOut) + kBufferElements;
    return ElementsAfterLine(end);
  }

  void Load() {
    for (size_t done = 0; done < tile_.count;) {
      const size_t count =
          std::min(tile_.count - done, static_cast<size_t>(walk_.run_count()));
      for (size_t k = 0; k < kInputs; ++k) {
        if (!is_fixed_[k])
          LoadRun(k, walk_.offset(static_cast<int>(k)), done, count);
      }
      PlaceOutput(walk_.offset(kOut), done);
      walk_.Advance(static_cast<int64_t>(count));
      done += count;
    }
  }

  // Adds a run to an input of the tile, which stays where it is in memory as
  // long as it is one row of T there.
  void LoadRun(size_t k, int64_t offset, size_t done, size_t count) {
    if (count == tile_.count && InnerStride(k) == 0) {
      tile_.inputs[k] = nullptr;
      tile_.fixed[k] =
          LoadOne(parameters_.operands[k].dtype, inputs_[k], offset);
      return;
    }
    const bool is_row =
        InnerStride(k) == 1 && parameters_.operands[k].dtype == kType;
    const T* const place = static_cast<const T*>(inputs_[k]) + offset;
    if (is_row && done == 0) tile_.inputs[k] = place;
    if (is_row && tile_.inputs[k] + done == place) return;
    T* const buffer = buffers_[k];
    if (done > 0 && tile_.inputs[k] != buffer) {
      std::copy_n(tile_.inputs[k], done, buffer);
    }
    LoadElements(k, offset, count, buffer + done);
    tile_.inputs[k] = buffer;
  }

  void LoadElements(size_t k, int64_t offset, size_t count, T* to) const {
    ForOperand(k, [&]<class From>(From) HWY_ATTR {
      LoadRow(static_cast<const From*>(inputs_[k]) + offset, InnerStride(k),
              count, to);
    });
  }

  void PlaceOutput(int64_t offset, size_t done) {
    T* const place = static_cast<T*>(out_) + offset;
    if (out_is_row_ && done == 0) tile_.out = place;
    if (out_is_row_ && tile_.out + done == place) return;
    tile_.out = buffers_[kInputs];
  }

  void Store(LoopWalk<kOperands> walk) const {
    for (size_t done = 0; done < tile_.count;) {
      const size_t count =
          std::min(tile_.count - done, static_cast<size_t>(walk.run_count()));
      ForOperand(kOut, [&]<class To>(To) HWY_ATTR {
        StoreRow(buffers_[kInputs] + done, count, InnerStride(kOut),
                 static_cast<To*>(out_) + walk.offset(kOut));
      });
      walk.Advance(static_cast<int64_t>(count));
      done += count;
    }
  }

  // f(a number of the operand's type).
  template <class F>
  void ForOperand(size_t operand, const F& f) const {
    if constexpr (std::is_same_v<T, float>) {
      WithFloatType(parameters_.operands[operand].dtype, f);
    } else {
      f(T{});
    }
  }

  const ElementwiseParameters& parameters_;
  const LoopNest<kOperands>& loops_;
  int64_t begin_;
  const int64_t end_;
  LoopWalk<kOperands> walk_;
  const void* inputs_[kInputs];
  void* out_;
  bool is_fixed_[kInputs];
  bool out_is_row_;
  bool needs_no_buffer_ = true;      // but for runs that are too short
  bool has_values_of_runs_ = false;  // an input is one value in each
  Tile<T, kInputs> tile_;
  HWY_ALIGN T buffers_[kInputs + 1][kBufferElements];
};

// Not inline, so that only who needs the buffers makes room for them.
template <class T, size_t kInputs, class Formula>
HWY_NOINLINE void ComputeTiles(const KernelCall& call, const Formula& formula) {
  ElementwisePiece<T, kInputs>(call).Compute(formula);
}

// Computes the call's piece. The formula is called with a Tile<T, kInputs>,
// which it hands to ForEachBundle.
template <size_t kInputs, class Formula>
HWY_INLINE void ComputeElementwise(const KernelCall& call,
                                   const Formula& formula) {
  const ElementwiseParameters& parameters = ParametersOf(call);
  WithFloatType(parameters.compute_type, [&]<class T>(T) HWY_ATTR {
    if (Tile<T, kInputs> tile; IsOneTile(call, &tile)) {
      formula(tile);
      if (tile.streaming) hwy::FlushStream();
    } else {
      ComputeTiles<T, kInputs>(call, formula);
    }
  });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
