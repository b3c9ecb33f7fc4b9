// SPDX-License-Identifier: Apache-2.0
#include "kernels/class_scatter_tile.h"

#include <algorithm>
#include <bit>

#include "base/half.h"

namespace hostnn::kernels::class_scatter_internal {
namespace {

using Parameters = ClassScatterParameters;

// Rows that lie side by side are zeroed together, this much at a time.
constexpr int64_t kRowBlockBytes = 16 << 10;

// *out = hit ? value : +0, without a branch and in integers, which is what
// compilers make vectors of for every type.
template <class Out>
inline void StoreIf(bool hit, Bits<Out> value, Out* out) {
  const auto mask = static_cast<Bits<Out>>(hit ? ~Bits<Out>{0} : Bits<Out>{0});
  const auto bits = static_cast<Bits<Out>>(value & mask);
  if constexpr (std::is_same_v<Out, float>) {
    *out = std::bit_cast<float>(bits);
  } else {
    out->bits = bits;
  }
}

int64_t PlanePositions(const Parameters& parameters) {
  const auto& loops = parameters.positions;
  int64_t count = 1;
  for (int d = loops.innermost(); d >= 0; --d) {
    const int64_t stride = loops.strides[Parameters::kOut][d];
    if (stride > parameters.class_stride) break;
    count *= loops.extents[d];
  }
  return count;
}

template <class Out>
void WriteRun(const Tile<Out>& tile, const Run& run, ClassKey<Out> c,
              Out* __restrict out, int64_t stride) {
  const ClassKey<Out>* __restrict keys = tile.keys + run.begin;
  const Bits<Out>* __restrict values = tile.values + run.begin;
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

}  // namespace

template <class Out>
TileWriter<Out>::TileWriter(const Parameters& parameters, Out* out)
    : parameters_(parameters),
      out_(out),
      rows_(ClassesAreInside(parameters)),
      plane_(PlanePositions(parameters)) {}

template <class Out>
int64_t TileWriter<Out>::TileEnd(int64_t begin, int64_t end) const {
  const int64_t tile_end = std::min(end, begin + kTilePositions);
  if (rows_) return tile_end;
  return std::min(tile_end, begin - begin % plane_ + plane_);
}

// Class after class: out's positions are next to each other.
template <class Out>
void TileWriter<Out>::WritePlanes(const Tile<Out>& tile) const {
  const auto& loops = parameters_.positions;
  const int64_t stride = loops.strides[Parameters::kOut][loops.innermost()];
  for (int64_t c = 0; c < tile.class_count; ++c) {
    Out* plane = out_ + (tile.first_class + c) * parameters_.class_stride;
    for (int r = 0; r < tile.run_count; ++r) {
      const auto& run = tile.runs[r];
      WriteRun(tile, run, static_cast<ClassKey<Out>>(c), plane + run.out,
               stride);
    }
  }
}

// Position after position: out's classes are next to each other.
template <class Out>
void TileWriter<Out>::WriteRows(const Tile<Out>& tile) const {
  const auto& loops = parameters_.positions;
  const int64_t stride = loops.strides[Parameters::kOut][loops.innermost()];
  const int64_t class_stride = parameters_.class_stride;
  const int64_t row_bytes = tile.class_count * int64_t{sizeof(Out)};
  const bool dense = class_stride == 1 && stride == tile.class_count;
  const int block =
      dense ? static_cast<int>(std::max<int64_t>(kRowBlockBytes / row_bytes, 1))
            : 1;
  for (int r = 0; r < tile.run_count; ++r) {
    const auto& run = tile.runs[r];
    Out* out = out_ + run.out + tile.first_class * class_stride;
    for (int i = 0; i < run.count; i += block) {
      const int rows = std::min(block, run.count - i);
      WriteRowBlock(tile, run.begin + i, rows, out + i * stride, stride);
    }
  }
}

// The zeros are still in L1 when the values follow.
template <class Out>
void TileWriter<Out>::WriteRowBlock(const Tile<Out>& tile, int begin, int rows,
                                    Out* out, int64_t row_stride) const {
  const int64_t class_stride = parameters_.class_stride;
  if (class_stride == 1) {
    std::fill_n(out, rows * tile.class_count, Out{});
  } else {
    for (int64_t c = 0; c < tile.class_count; ++c) {
      out[c * class_stride] = Out{};
    }
  }
  for (int i = 0; i < rows; ++i) {
    const ClassKey<Out> key = tile.keys[begin + i];
    if (key == kNoClass<Out>) continue;
    out[i * row_stride + key * class_stride] =
        std::bit_cast<Out>(tile.values[begin + i]);
  }
}

template class TileWriter<float>;
template class TileWriter<Float16>;
template class TileWriter<BFloat16>;

}  // namespace hostnn::kernels::class_scatter_internal
