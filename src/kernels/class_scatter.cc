// SPDX-License-Identifier: Apache-2.0
#include "kernels/class_scatter.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "base/half.h"
#include "kernels/loop_walk.h"

namespace hostnn::kernels {
namespace {

using Parameters = ClassScatterParameters;
using Offsets = int64_t[Parameters::kOperandCount];

// A tile and its classes fit in L1, with room for what is written.
constexpr int kTilePositions = 1024;
// Rows that lie side by side are zeroed together, this much at a time.
constexpr int64_t kRowBlockBytes = 16 << 10;

// What a value is made of.
template <class T>
using Bits = std::conditional_t<sizeof(T) == 2, uint16_t, uint32_t>;

// *out = hit ? value : +0, without a branch and in integers, which is what
// compilers make vectors of for every type.
template <class T>
inline void StoreIf(bool hit, Bits<T> value, T* out) {
  const auto mask = static_cast<Bits<T>>(hit ? ~Bits<T>{0} : Bits<T>{0});
  const auto bits = static_cast<Bits<T>>(value & mask);
  if constexpr (std::is_same_v<T, float>) {
    *out = std::bit_cast<float>(bits);
  } else {
    out->bits = bits;
  }
}

// Classes as narrow as the values, so that both fill vectors alike. A class is
// counted from the tile's first one; the largest number stands for none.
template <class T>
using ClassKey = Bits<T>;
template <class T>
constexpr ClassKey<T> kNoClass = std::numeric_limits<ClassKey<T>>::max();

// Neighbouring positions of a tile that out holds at even distances.
struct Run {
  int64_t out;  // where the first position's class 0 is, in elements
  int begin;    // in the tile
  int count;
};

template <class T>
struct Tile {
  int64_t first_class;
  int64_t class_count;  // at most kNoClass<T>
  int run_count;
  Run runs[kTilePositions];
  ClassKey<T> keys[kTilePositions];
  Bits<T> values[kTilePositions];
};

// Once per position, hence without what a walk through the loops keeps.
int64_t WeightOffset(const LoopNest<1>& weight, int64_t element) {
  int64_t offset = 0;
  for (int d = weight.innermost(); d > 0; --d) {
    offset += element % weight.extents[d] * weight.strides[0][d];
    element /= weight.extents[d];
  }
  return offset + element * weight.strides[0][0];
}

// One call: the tensors, and what is found wrong on the way.
template <class T, class Target>
class Piece {
 public:
  explicit Piece(const KernelCall& call)
      : parameters_(*static_cast<const Parameters*>(call.parameters)),
        grad_output_(Address<const T>(call, kGradOutputArgument)),
        target_(Address<const Target>(call, kTargetArgument)),
        weight_(Address<const T>(call, kWeightArgument)),
        out_(Address<T>(call, kOutArgument)) {
    if (parameters_.mean) {
      const T* total_weight = Address<const T>(call, kTotalWeightArgument);
      mean_ = ToDouble(*grad_output_) / ToDouble(*total_weight);
    }
  }

  // Positions [begin, end) in the order of the loops.
  void Compute(int64_t begin, int64_t end) {
    const bool rows = ClassesAreInside(parameters_);
    const int64_t plane = rows ? end : PlanePositions();
    while (begin < end) {
      const int64_t tile_end = std::min(
          {end, begin + kTilePositions, begin - begin % plane + plane});
      RunTile(begin, static_cast<int>(tile_end - begin), rows);
      begin = tile_end;
    }
  }

  const TargetFaults::Found& found() const { return found_; }

 private:
  template <class Element>
  static Element* Address(const KernelCall& call, int argument) {
    return static_cast<Element*>(call.addresses[argument]);
  }

  // How many positions lie within one step of the class: a tile of more would
  // only jump between places of out that are far apart.
  int64_t PlanePositions() const {
    const auto& loops = parameters_.positions;
    int64_t count = 1;
    for (int d = loops.innermost(); d >= 0; --d) {
      const int64_t stride = loops.strides[Parameters::kOut][d];
      if (stride > parameters_.class_stride) break;
      count *= loops.extents[d];
    }
    return count;
  }

  void RunTile(int64_t begin, int count, bool rows) {
    Tile<T> tile;
    // More classes than keys (LLM vocabularies in half precision) take turns.
    constexpr int64_t kMostClasses = kNoClass<T>;
    const int64_t class_count = parameters_.class_count;
    for (int64_t c = 0; c < class_count; c += kMostClasses) {
      tile.first_class = c;
      tile.class_count = std::min(kMostClasses, class_count - c);
      Collect(begin, count, &tile);
      rows ? WriteRows(tile) : WritePlanes(tile);
    }
  }

  // Finds out what belongs where, before anything is written.
  void Collect(int64_t begin, int count, Tile<T>* tile) {
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

  void CollectRun(const Offsets& offsets, int begin, int count, Tile<T>* tile) {
    const auto& loops = parameters_.positions;
    const int inner = loops.innermost();
    const int64_t target_stride = loops.strides[Parameters::kTarget][inner];
    const int64_t grad_stride = loops.strides[Parameters::kGradOutput][inner];
    const Target* target = target_ + offsets[Parameters::kTarget];
    const T* grad = grad_output_ + offsets[Parameters::kGradOutput];
    const int64_t ignore_index = parameters_.ignore_index;
    const int64_t first_class = tile->first_class;
    const auto class_count = static_cast<uint64_t>(tile->class_count);
    for (int i = 0; i < count; ++i) {
      const auto t = static_cast<int64_t>(target[i * target_stride]);
      const uint64_t from_first =
          static_cast<uint64_t>(t) - static_cast<uint64_t>(first_class);
      ClassKey<T> key = kNoClass<T>;
      T value{};
      if (t != ignore_index) {
        if (from_first < class_count) {
          key = static_cast<ClassKey<T>>(from_first);
          value = Value(grad + i * grad_stride, t);
        } else if (first_class == 0 && !IsClass(t)) {
          AddFault(offsets, i, t);
        }
      }
      tile->keys[begin + i] = key;
      tile->values[begin + i] = std::bit_cast<Bits<T>>(value);
    }
  }

  bool IsClass(int64_t t) const {
    return t >= 0 && t < parameters_.class_count;
  }

  T Value(const T* grad_output, int64_t t) const {
    const double grad = parameters_.mean ? mean_ : ToDouble(*grad_output);
    const double weight =
        ToDouble(weight_[WeightOffset(parameters_.weight, t)]);
    return FromDouble<T>(-(grad * weight));
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

  // Class after class: out's positions are next to each other.
  void WritePlanes(const Tile<T>& tile) {
    const auto& loops = parameters_.positions;
    const int64_t stride = loops.strides[Parameters::kOut][loops.innermost()];
    for (int64_t c = 0; c < tile.class_count; ++c) {
      T* plane = out_ + (tile.first_class + c) * parameters_.class_stride;
      for (int r = 0; r < tile.run_count; ++r) {
        const auto& run = tile.runs[r];
        WriteRun(tile, run, static_cast<ClassKey<T>>(c), plane + run.out,
                 stride);
      }
    }
  }

  static void WriteRun(const Tile<T>& tile, const Run& run, ClassKey<T> c,
                       T* __restrict out, int64_t stride) {
    const ClassKey<T>* __restrict keys = tile.keys + run.begin;
    const Bits<T>* __restrict values = tile.values + run.begin;
    if (stride == 1) {
      for (int i = 0; i < run.count; ++i) {
        StoreIf(keys[i] == c, values[i], &out[i]);
      }
    } else {
      for (int i = 0; i < run.count; ++i) {
        StoreIf(keys[i] == c, values[i], &out[i * stride]);
      }
    }
  }

  // Position after position: out's classes are next to each other.
  void WriteRows(const Tile<T>& tile) {
    const auto& loops = parameters_.positions;
    const int64_t stride = loops.strides[Parameters::kOut][loops.innermost()];
    const int64_t class_stride = parameters_.class_stride;
    const int64_t row_bytes = tile.class_count * int64_t{sizeof(T)};
    const bool dense = class_stride == 1 && stride == tile.class_count;
    const int block =
        dense
            ? static_cast<int>(std::max<int64_t>(kRowBlockBytes / row_bytes, 1))
            : 1;
    for (int r = 0; r < tile.run_count; ++r) {
      const auto& run = tile.runs[r];
      T* out = out_ + run.out + tile.first_class * class_stride;
      for (int i = 0; i < run.count; i += block) {
        const int rows = std::min(block, run.count - i);
        WriteRowBlock(tile, run.begin + i, rows, out + i * stride, stride);
      }
    }
  }

  // The zeros are still in L1 when the values follow.
  void WriteRowBlock(const Tile<T>& tile, int begin, int rows, T* out,
                     int64_t row_stride) {
    const int64_t class_stride = parameters_.class_stride;
    if (class_stride == 1) {
      std::fill_n(out, rows * tile.class_count, T{});
    } else {
      for (int64_t c = 0; c < tile.class_count; ++c) {
        out[c * class_stride] = T{};
      }
    }
    for (int i = 0; i < rows; ++i) {
      const ClassKey<T> key = tile.keys[begin + i];
      if (key == kNoClass<T>) continue;
      out[i * row_stride + key * class_stride] =
          std::bit_cast<T>(tile.values[begin + i]);
    }
  }

  const Parameters& parameters_;
  const T* grad_output_;
  const Target* target_;
  const T* weight_;
  T* out_;
  double mean_ = 0;
  TargetFaults::Found found_;
};

template <class T, class Target>
void RunPiece(const KernelCall& call) {
  const auto& parameters = *static_cast<const Parameters*>(call.parameters);
  const int64_t begin = call.piece * parameters.piece_positions;
  const int64_t end = std::min(begin + parameters.piece_positions,
                               parameters.positions.iteration_count());
  Piece<T, Target> piece(call);
  piece.Compute(begin, end);
  call.faults->Add(piece.found());
}

template <class T>
Kernel ForTarget(aclDataType target) {
  switch (target) {
    case ACL_INT64:
      return RunPiece<T, int64_t>;
    case ACL_INT32:
      return RunPiece<T, int32_t>;
    case ACL_UINT8:
      return RunPiece<T, uint8_t>;
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

Kernel ClassScatter(aclDataType value, aclDataType target) {
  switch (value) {
    case ACL_FLOAT:
      return ForTarget<float>(target);
    case ACL_FLOAT16:
      return ForTarget<Float16>(target);
    case ACL_BF16:
      return ForTarget<BFloat16>(target);
    default:
      return nullptr;
  }
}

}  // namespace hostnn::kernels
