// SPDX-License-Identifier: Apache-2.0
#include "kernels/class_scatter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/half.h"
#include "kernels/class_scatter_tile.h"
#include "kernels/float_type.h"
#include "kernels/loop_walk.h"

namespace hostnn::kernels {
namespace {

using class_scatter_internal::Bits;
using class_scatter_internal::ClassKey;
using class_scatter_internal::kNoClass;
using class_scatter_internal::Tile;
using class_scatter_internal::TileWriter;
using Parameters = ClassScatterParameters;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
using Offsets = int64_t[Parameters::kOperandCount];

// Once per position, hence without what a walk through the loops keeps.
int64_t WeightOffset(const LoopNest<1>& weight, int64_t element) {
  int64_t offset = 0;
  for (int d = weight.innermost(); d > 0; --d) {
    offset += element % weight.extents[d] * weight.strides[0][d];
    element /= weight.extents[d];
  }
  return offset + element * weight.strides[0][0];
}

template <class Element>
Element* Address(const KernelCall& call, int argument) {
  return static_cast<Element*>(call.addresses[argument]);
}

// What targets, weights and gradients say, and what is found wrong on the way.
template <class Value, class Target, class Out>
class Collector {
 public:
  explicit Collector(const KernelCall& call)
      : parameters_(*static_cast<const Parameters*>(call.parameters)),
        grad_output_(Address<const Value>(call, kGradOutputArgument)),
        target_(Address<const Target>(call, kTargetArgument)),
        weight_(Address<const Value>(call, kWeightArgument)) {
    if (parameters_.mean) {
      const Value* total_weight =
          Address<const Value>(call, kTotalWeightArgument);
      mean_ = ToDouble(*grad_output_) / ToDouble(*total_weight);
    }
  }

  // Finds out what belongs where, before anything is written.
  void Collect(int64_t begin, int count, Tile<Out>* tile) {
    tile->run_count = 0;
    int done = 0;
    ForEachRun(parameters_.positions, begin, count,
               [&](const Offsets& offsets, int64_t position_count) {
                 const auto run_count = static_cast<int>(position_count);
                 tile->runs[tile->run_count++] = {offsets[Parameters::kOut],
                                                  done, run_count};
                 CollectRun(offsets, done, run_count, tile);
                 done += run_count;
               });
  }

  const TargetFaults::Found& found() const { return found_; }

 private:
  void CollectRun(const Offsets& offsets, int begin, int count,
                  Tile<Out>* tile) {
    const auto& loops = parameters_.positions;
    const int inner = loops.innermost();
    const int64_t target_stride = loops.strides[Parameters::kTarget][inner];
    const int64_t grad_stride = loops.strides[Parameters::kGradOutput][inner];
    const Target* target = target_ + offsets[Parameters::kTarget];
    const Value* grad = grad_output_ + offsets[Parameters::kGradOutput];
    const int64_t ignore_index = parameters_.ignore_index;
    const int64_t first_class = tile->first_class;
    const auto class_count = static_cast<uint64_t>(tile->class_count);
    for (int i = 0; i < count; ++i) {
      const auto t = static_cast<int64_t>(target[i * target_stride]);
      const uint64_t from_first =
          static_cast<uint64_t>(t) - static_cast<uint64_t>(first_class);
      ClassKey<Out> key = kNoClass<Out>;
      Out value{};
      if (t != ignore_index) {
        if (from_first < class_count) {
          key = static_cast<ClassKey<Out>>(from_first);
          value = ValueAt(grad + i * grad_stride, t);
        } else if (first_class == 0 && !IsClass(t)) {
          AddFault(offsets, i, t);
        }
      }
      tile->keys[begin + i] = key;
      tile->values[begin + i] = std::bit_cast<Bits<Out>>(value);
    }
  }

  bool IsClass(int64_t t) const {
    return t >= 0 && t < parameters_.class_count;
  }

  Out ValueAt(const Value* grad_output, int64_t t) const {
    const double grad = parameters_.mean ? mean_ : ToDouble(*grad_output);
    const double weight =
        ToDouble(weight_[WeightOffset(parameters_.weight, t)]);
    const double value = -(grad * weight);
    // Which NaN comes of two is up to the compiler.
    return FromDouble<Out>(std::isnan(value) ? kNan : value);
  }

  void AddFault(const Offsets& offsets, int64_t i, int64_t t) {
    const auto& loops = parameters_.positions;
    const int64_t stride = loops.strides[Parameters::kIndex][loops.innermost()];
    const int64_t index = offsets[Parameters::kIndex] + i * stride;
    if (found_.count == 0 || index < found_.first_index) {
      found_.first_index = index;
      found_.first_value = t;
    }
    ++found_.count;
  }

  const Parameters& parameters_;
  const Value* grad_output_;
  const Target* target_;
  const Value* weight_;
  double mean_ = 0;
  TargetFaults::Found found_;
};

template <class Value, class Target, class Out>
void RunTile(const Parameters& parameters, int64_t begin, int count,
             Collector<Value, Target, Out>* collector,
             const TileWriter<Out>& writer) {
  Tile<Out> tile;
  // More classes than keys (LLM vocabularies in half precision) take turns.
  constexpr int64_t kMostClasses = kNoClass<Out>;
  const int64_t class_count = parameters.class_count;
  for (int64_t c = 0; c < class_count; c += kMostClasses) {
    tile.first_class = c;
    tile.class_count = std::min(kMostClasses, class_count - c);
    collector->Collect(begin, count, &tile);
    writer.Write(tile);
  }
}

template <class Value, class Target, class Out>
void RunPiece(const KernelCall& call) {
  const auto& parameters = *static_cast<const Parameters*>(call.parameters);
  const TileWriter<Out> writer(parameters, Address<Out>(call, kOutArgument));
  Collector<Value, Target, Out> collector(call);
  int64_t begin = call.piece * parameters.piece_positions;
  const int64_t end = std::min(begin + parameters.piece_positions,
                               parameters.positions.iteration_count());
  while (begin < end) {
    const int64_t tile_end = writer.TileEnd(begin, end);
    RunTile(parameters, begin, static_cast<int>(tile_end - begin), &collector,
            writer);
    begin = tile_end;
  }
  call.faults->Add(collector.found());
}

// f(a number of this type), or nullptr if the engine does not compute with it.
template <class F>
Kernel ForFloatType(aclDataType type, const F& f) {
  constexpr DTypeSet kTypes = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  return kTypes.Contains(type) ? WithFloatType(type, f) : nullptr;
}

// The same for the types that number classes.
template <class F>
Kernel ForClassType(aclDataType type, const F& f) {
  switch (type) {
    case ACL_INT64:
      return f(int64_t{});
    case ACL_INT32:
      return f(int32_t{});
    case ACL_UINT8:
      return f(uint8_t{});
    default:
      return nullptr;
  }
}

}  // namespace

bool ClassesAreInside(const ClassScatterParameters& parameters) {
  const auto& loops = parameters.positions;
  return loops.iteration_count() == 1 ||
         parameters.class_stride <
             loops.strides[Parameters::kOut][loops.innermost()];
}

Kernel ClassScatter(aclDataType value, aclDataType target, aclDataType out) {
  return ForFloatType(value, [&]<class Value>(Value) {
    return ForClassType(target, [&]<class Target>(Target) {
      return ForFloatType(out, []<class Out>(Out) -> Kernel {
        return RunPiece<Value, Target, Out>;
      });
    });
  });
}

}  // namespace hostnn::kernels
