// SPDX-License-Identifier: Apache-2.0
// The output side of the class-scatter engine: what belongs where, for a tile
// of positions, and writing that.
#ifndef HOSTNN_KERNELS_CLASS_SCATTER_TILE_H_
#define HOSTNN_KERNELS_CLASS_SCATTER_TILE_H_

#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernels/class_scatter.h"

namespace hostnn::kernels::class_scatter_internal {

// What a value is made of.
template <class Out>
using Bits = std::conditional_t<sizeof(Out) == 2, uint16_t, uint32_t>;

// Classes as narrow as the values, so that both fill vectors alike. A class is
// counted from the tile's first one; the largest number stands for none.
template <class Out>
using ClassKey = Bits<Out>;
template <class Out>
constexpr ClassKey<Out> kNoClass = std::numeric_limits<ClassKey<Out>>::max();

// A tile and its classes fit in L1, with room for what is written.
constexpr int kTilePositions = 1024;

// Neighbouring positions of a tile that out holds at even distances.
struct Run {
  int64_t out;  // where the first position's class 0 is, in elements
  int begin;    // in the tile
  int count;
};

template <class Out>
struct Tile {
  int64_t first_class;
  int64_t class_count;  // at most kNoClass<Out>
  int run_count;
  Run runs[kTilePositions];
  ClassKey<Out> keys[kTilePositions];
  Bits<Out> values[kTilePositions];
};

// Writes the tiles of one call to its output, of FLOAT, FLOAT16 or BF16.
template <class Out>
class TileWriter {
 public:
  TileWriter(const ClassScatterParameters& parameters, Out* out);

  // Where a tile that begins at this position ends: at `end`, unless it would
  // be too large or jump between places of out that are far apart.
  int64_t TileEnd(int64_t begin, int64_t end) const;

  // All classes of the tile at all of its positions.
  void Write(const Tile<Out>& tile) const {
    rows_ ? WriteRows(tile) : WritePlanes(tile);
  }

 private:
  void WritePlanes(const Tile<Out>& tile) const;
  void WriteRows(const Tile<Out>& tile) const;
  void WriteRowBlock(const Tile<Out>& tile, int begin, int rows, Out* out,
                     int64_t row_stride) const;

  const ClassScatterParameters& parameters_;
  Out* out_;
  bool rows_;
  int64_t plane_;  // positions within one step of the class
};

}  // namespace hostnn::kernels::class_scatter_internal

#endif  // HOSTNN_KERNELS_CLASS_SCATTER_TILE_H_
