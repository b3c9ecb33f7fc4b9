// SPDX-License-Identifier: Apache-2.0
// The reading side of the class-scatter engine: what targets, weights and
// gradients say about a tile, and what is found wrong on the way. Compiled once
// per target.
#if defined(HOSTNN_KERNELS_CLASS_SCATTER_COLLECTOR_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_CLASS_SCATTER_COLLECTOR_INL_H_
#undef HOSTNN_KERNELS_CLASS_SCATTER_COLLECTOR_INL_H_
#else
#define HOSTNN_KERNELS_CLASS_SCATTER_COLLECTOR_INL_H_
#endif

#include <algorithm>
#include <cstdint>

#include "base/half.h"
#include "hwy/highway.h"
#include "kernels/class_scatter.h"
#include "kernels/class_scatter_keys-inl.h"
#include "kernels/class_scatter_prefetch.h"
#include "kernels/class_scatter_tile.h"
#include "kernels/class_scatter_values-inl.h"
#include "kernels/loop_walk.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

// `count` elements next to each other: where they are, or copied to `buffer`.
template <class T>
HWY_INLINE const T* Gather(const T* from, int64_t stride, int count,
                           T* buffer) {
  if (stride == 1) return from;
  for (int i = 0; i < count; ++i) buffer[i] = from[i * stride];
  return buffer;
}

// Once per position, hence without what a walk through the loops keeps.
HWY_INLINE int64_t WeightOffset(const LoopNest<1>& weight, int64_t element) {
  int64_t offset = 0;
  for (int d = weight.innermost(); d > 0; --d) {
    offset += element % weight.extents[d] * weight.strides[0][d];
    element /= weight.extents[d];
  }
  return offset + element * weight.strides[0][0];
}

template <class Value, class Target, class Out>
class Collector {
 public:
  using Bits = class_scatter_internal::BitsOf<Out>;
  using Tile = class_scatter_internal::Tile<Bits>;

  // For all tiles of the piece, of so many positions together.
  Collector(const KernelCall& call, int64_t position_count, Tile* tile)
      : parameters_(
            *static_cast<const ClassScatterParameters*>(call.parameters)),
        grad_output_(Address<Value>(call, kGradOutputArgument)),
        target_(Address<Target>(call, kTargetArgument)),
        weight_(Address<Value>(call, kWeightArgument)) {
    const auto& loops = parameters_.positions;
    const int64_t* strides = loops.strides[ClassScatterParameters::kGradOutput];
    one_gradient_ = std::all_of(strides, strides + loops.loop_count,
                                [](int64_t stride) { return stride == 0; });
    if (one_gradient_) gradient_ = ToDouble(*grad_output_);
    if (parameters_.mean) {
      gradient_ /= ToDouble(*Address<Value>(call, kTotalWeightArgument));
    }
    tile->values = reinterpret_cast<const Bits*>(values_);
    tile->values_are_by_class =
        one_gradient_ &&
        tile->class_count <= std::min<int64_t>(position_count, kPositions);
    if (tile->values_are_by_class) MakeValuesByClass(*tile);
  }

  // Finds out what belongs where, before anything is written.
  void Collect(int64_t begin, int count, Tile* tile) {
    tile->run_count = 0;
    int done = 0;
    ForEachRun(parameters_.positions, begin, count,
               [&](const Offsets& offsets, int64_t position_count) HWY_ATTR {
                 const auto run_count = static_cast<int>(position_count);
                 tile->runs[tile->run_count++] = {
                     offsets[ClassScatterParameters::kOut], done, run_count};
                 CollectRun(offsets, done, run_count, tile);
                 done += run_count;
               });
    if (!tile->values_are_by_class) MakeValuesByPosition(done);
  }

  // What the next of `rest` positions will most likely read.
  void Announce(int64_t rest, class_scatter_internal::Prefetcher* prefetcher) {
    prefetcher->Clear();
    if (next_target_ == nullptr) return;
    const int64_t count = std::min<int64_t>(rest, kPositions);
    prefetcher->Add(next_target_, count * int64_t{sizeof(Target)});
    if (one_gradient_) return;
    prefetcher->Add(next_gradient_, count * int64_t{sizeof(Value)});
  }

  const TargetFaults::Found& found() const { return found_; }

 private:
  using Offsets = int64_t[ClassScatterParameters::kOperandCount];
  static constexpr int kPositions = class_scatter_internal::kTilePositions;
  static constexpr int kPadded = class_scatter_internal::kPaddedPositions;

  template <class T>
  static const T* Address(const KernelCall& call, int argument) {
    return static_cast<const T*>(call.addresses[argument]);
  }

  int64_t InnerStride(int operand) const {
    const auto& loops = parameters_.positions;
    return loops.strides[operand][loops.innermost()];
  }

  void CollectRun(const Offsets& offsets, int begin, int count, Tile* tile) {
    const Target* from = target_ + offsets[ClassScatterParameters::kTarget];
    const int64_t stride = InnerStride(ClassScatterParameters::kTarget);
    const Target* targets = Gather(from, stride, count, targets_);
    const ClassRange range = {tile->first_class, tile->class_count,
                              parameters_.ignore_index};
    const bool all_good = MakeKeys(targets, count, range, tile->keys + begin);
    if (!all_good && tile->first_class == 0)
      FindFaults(offsets, targets, count);
    next_target_ = stride == 1 ? from + count : nullptr;
    if (!one_gradient_) CollectGradients(offsets, begin, count);
    if (!tile->values_are_by_class) CollectWeights(*tile, begin, count);
  }

  void CollectGradients(const Offsets& offsets, int begin, int count) {
    const Value* from =
        grad_output_ + offsets[ClassScatterParameters::kGradOutput];
    const int64_t stride = InnerStride(ClassScatterParameters::kGradOutput);
    next_gradient_ = from + count * stride;
    if (stride == 1) {
      std::copy_n(from, count, gradients_ + begin);
    } else {
      for (int i = 0; i < count; ++i) gradients_[begin + i] = from[i * stride];
    }
  }

  // Those without a class get the weight of the last.
  void CollectWeights(const Tile& tile, int begin, int count) {
    const auto last = static_cast<Bits>(tile.class_count - 1);
    GatherWeights(tile.first_class, count, weights_ + begin,
                  [last, keys = tile.keys + begin](int i)
                      HWY_ATTR { return std::min(keys[i], last); });
  }

  void MakeValuesByClass(const Tile& tile) {
    const auto count = static_cast<int>(tile.class_count);
    GatherWeights(tile.first_class, count, weights_,
                  [](int c) HWY_ATTR { return c; });
    MakeValues(gradient_, weights_, count, values_);
    values_[count] = Out{};
  }

  template <class Class>
  void GatherWeights(int64_t first_class, int count, Value* to,
                     const Class& class_at) const {
    const LoopNest<1>& loops = parameters_.weight;
    if (loops.loop_count == 1) {
      const int64_t stride = loops.strides[0][0];
      const Value* from = weight_ + first_class * stride;
      for (int i = 0; i < count; ++i) to[i] = from[class_at(i) * stride];
    } else {
      for (int i = 0; i < count; ++i) {
        to[i] = weight_[WeightOffset(loops, first_class + class_at(i))];
      }
    }
  }

  void MakeValuesByPosition(int count) {
    if (one_gradient_) {
      MakeValues(gradient_, weights_, count, values_);
    } else {
      MakeValues(gradients_, weights_, count, values_);
    }
  }

  void FindFaults(const Offsets& offsets, const Target* targets, int count) {
    const int64_t stride = InnerStride(ClassScatterParameters::kIndex);
    for (int i = 0; i < count; ++i) {
      const auto t = static_cast<int64_t>(targets[i]);
      if (t == parameters_.ignore_index) continue;
      if (t >= 0 && t < parameters_.class_count) continue;
      const int64_t index =
          offsets[ClassScatterParameters::kIndex] + i * stride;
      if (found_.count == 0 || index < found_.first_index) {
        found_.first_index = index;
        found_.first_value = t;
      }
      ++found_.count;
    }
  }

  const ClassScatterParameters& parameters_;
  const Value* grad_output_;
  const Target* target_;
  const Value* weight_;
  bool one_gradient_;
  double gradient_ = 0;  // where there is one
  const Target* next_target_ = nullptr;
  const Value* next_gradient_ = nullptr;
  TargetFaults::Found found_;
  Target targets_[kPositions];
  Value gradients_[kPadded];
  Value weights_[kPadded];
  Out values_[kPadded];
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
