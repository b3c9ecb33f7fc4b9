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

template <class T>
HWY_INLINE void Gather(const T* from, int64_t stride, int count, T* to) {
  if (stride == 1) {
    std::copy_n(from, count, to);
  } else {
    for (int i = 0; i < count; ++i) to[i] = from[i * stride];
  }
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

// Zeros the values of positions without a class, of whole vectors.
template <class Bits>
HWY_NOINLINE void ClearWithoutClass(const Bits* keys, int64_t class_count,
                                    int count, Bits* values) {
  const hn::ScalableTag<Bits> d;
  const auto none = hn::Set(d, static_cast<Bits>(class_count));
  for (int i = 0; i < count; i += static_cast<int>(hn::Lanes(d))) {
    const auto has_none = hn::Eq(hn::LoadU(d, keys + i), none);
    hn::StoreU(hn::IfThenZeroElse(has_none, hn::LoadU(d, values + i)), d,
               values + i);
  }
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
  }

  // What the next `count` positions will most likely read.
  void Announce(int64_t count, class_scatter_internal::Prefetcher* prefetcher) {
    prefetcher->Clear();
    if (next_target_ == nullptr) return;
    prefetcher->Add(next_target_, count * int64_t{sizeof(Target)});
    if (one_gradient_) return;
    prefetcher->Add(next_gradient_, count * int64_t{sizeof(Value)});
  }

  const TargetFaults::Found& found() const { return found_; }

 private:
  using Offsets = int64_t[ClassScatterParameters::kOperandCount];
  static constexpr int kPositions = class_scatter_internal::kTilePositions;
  // So many are collected at once, as the stack may be small.
  static constexpr int kChunk = 128;

  template <class T>
  static const T* Address(const KernelCall& call, int argument) {
    return static_cast<const T*>(call.addresses[argument]);
  }

  int64_t InnerStride(int operand) const {
    const auto& loops = parameters_.positions;
    return loops.strides[operand][loops.innermost()];
  }

  void CollectRun(const Offsets& offsets, int begin, int count, Tile* tile) {
    const int64_t target_stride = InnerStride(ClassScatterParameters::kTarget);
    const int64_t gradient_stride =
        InnerStride(ClassScatterParameters::kGradOutput);
    const Target* targets = target_ + offsets[ClassScatterParameters::kTarget];
    const Value* gradients =
        grad_output_ + offsets[ClassScatterParameters::kGradOutput];
    int64_t index = offsets[ClassScatterParameters::kIndex];
    for (const int end = begin + count; begin < end; begin += kChunk) {
      const int some = std::min(kChunk, end - begin);
      CollectTargets(targets, some, index, begin, tile);
      if (!tile->values_are_by_class) {
        CollectValues(*tile, gradients, begin, some);
      }
      targets += some * target_stride;
      gradients += some * gradient_stride;
      index += some * InnerStride(ClassScatterParameters::kIndex);
    }
    next_target_ = target_stride == 1 ? targets : nullptr;
    next_gradient_ = gradients;
  }

  // The first of the targets has this index.
  void CollectTargets(const Target* targets, int count, int64_t index,
                      int begin, Tile* tile) {
    const int64_t stride = InnerStride(ClassScatterParameters::kTarget);
    if (stride != 1) {
      Gather(targets, stride, count, targets_);
      targets = targets_;
    }
    const ClassRange range = {tile->first_class, tile->class_count,
                              parameters_.ignore_index};
    const bool all_good = MakeKeys(targets, count, range, tile->keys + begin);
    if (!all_good && tile->first_class == 0) FindFaults(targets, count, index);
  }

  // Those without a class get the weight of the last.
  void CollectValues(const Tile& tile, const Value* gradients, int begin,
                     int count) {
    const auto last = static_cast<Bits>(tile.class_count - 1);
    GatherWeights(tile.first_class, count,
                  [last, keys = tile.keys + begin](int i)
                      HWY_ATTR { return std::min(keys[i], last); });
    if (one_gradient_) {
      MakeValues(gradient_, weights_, count, values_ + begin);
    } else {
      Gather(gradients, InnerStride(ClassScatterParameters::kGradOutput), count,
             gradients_);
      MakeValues(gradients_, weights_, count, values_ + begin);
    }
    ClearWithoutClass(tile.keys + begin, tile.class_count, count,
                      reinterpret_cast<Bits*>(values_ + begin));
  }

  void MakeValuesByClass(const Tile& tile) {
    const auto end = static_cast<int>(tile.class_count);
    for (int begin = 0; begin < end; begin += kChunk) {
      const int count = std::min(kChunk, end - begin);
      GatherWeights(tile.first_class, count,
                    [begin](int i) HWY_ATTR { return begin + i; });
      MakeValues(gradient_, weights_, count, values_ + begin);
    }
    values_[end] = Out{};
  }

  template <class Class>
  void GatherWeights(int64_t first_class, int count, const Class& class_at) {
    const LoopNest<1>& loops = parameters_.weight;
    if (loops.loop_count == 1) {
      const int64_t stride = loops.strides[0][0];
      const Value* from = weight_ + first_class * stride;
      for (int i = 0; i < count; ++i) {
        weights_[i] = from[class_at(i) * stride];
      }
    } else {
      for (int i = 0; i < count; ++i) {
        weights_[i] = weight_[WeightOffset(loops, first_class + class_at(i))];
      }
    }
  }

  // The first of the targets has this index.
  void FindFaults(const Target* targets, int count, int64_t first_index) {
    const int64_t stride = InnerStride(ClassScatterParameters::kIndex);
    for (int i = 0; i < count; ++i) {
      const auto t = static_cast<int64_t>(targets[i]);
      if (t == parameters_.ignore_index) continue;
      if (t >= 0 && t < parameters_.class_count) continue;
      const int64_t index = first_index + i * stride;
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
  Target targets_[kChunk];
  // Whole vectors are read of these, and written to the last.
  Value gradients_[kChunk + class_scatter_internal::kPadding];
  Value weights_[kChunk + class_scatter_internal::kPadding];
  Out values_[class_scatter_internal::kPaddedPositions];
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
