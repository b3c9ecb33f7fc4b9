// SPDX-License-Identifier: Apache-2.0
// What belongs where, for a tile of positions of the class-scatter engine: the
// collecting side fills it, the writing side reads it.
#ifndef HOSTNN_KERNELS_CLASS_SCATTER_TILE_H_
#define HOSTNN_KERNELS_CLASS_SCATTER_TILE_H_

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/class_scatter.h"
#include "kernels/line.h"

namespace hostnn::kernels::class_scatter_internal {

// What a value of out is made of.
template <class Out>
using BitsOf = std::conditional_t<sizeof(Out) == 2, uint16_t, uint32_t>;

inline constexpr int kTilePositions = kClassScatterTile;

// Whole vectors may be read and written past a tile's end.
inline constexpr int kPadding = 64;
inline constexpr int kPaddedPositions = kTilePositions + kPadding;

// A tile has no more runs than this, so short ones make it smaller.
inline constexpr int kMostRuns = 64;

// Neighbouring positions of a tile that out holds at even distances.
struct Run {
  int64_t out;  // where the first position's class 0 is, in elements
  int begin;    // in the tile
  int count;
};

template <class Bits>
struct Tile {
  int64_t first_class;
  int64_t class_count;
  int run_count;
  Run runs[kMostRuns];
  // Of each position its class, counted from the tile's first one, or
  // class_count if it has none; as wide as values, so that both fill vectors
  // alike.
  alignas(kLineBytes) Bits keys[kPaddedPositions];
  // Of each position or, where one gradient serves all, of each class; 0 for
  // positions that have none.
  const Bits* values;
  bool values_are_by_class;
};

}  // namespace hostnn::kernels::class_scatter_internal

#endif  // HOSTNN_KERNELS_CLASS_SCATTER_TILE_H_
