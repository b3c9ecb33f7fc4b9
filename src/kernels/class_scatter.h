// SPDX-License-Identifier: Apache-2.0
// The class-scatter engine: the gradient of a negative log likelihood for its
// input. At each position, with t its target and c each class,
//   out[position, c] = t == c ? -(gradOutput[position] * weight[t]) : +0
// where t is in [0, C) and is not ignoreIndex; else all C are +0.
#ifndef HOSTNN_KERNELS_CLASS_SCATTER_H_
#define HOSTNN_KERNELS_CLASS_SCATTER_H_

#include <cstdint>

#include "base/dtype.h"
#include "base/kernel.h"
#include "base/loop_nest.h"

namespace hostnn::kernels {

struct ClassScatterParameters {
  // Operands of the loops over positions.
  enum Operand { kTarget, kGradOutput, kOut, kIndex, kOperandCount };

  // kIndex is no tensor: its place is the position's row-major index in target.
  // gradOutput's strides are 0 where it has one element.
  LoopNest<kOperandCount> positions;
  LoopNest<1> weight;  // over its C elements, in order
  int64_t class_count;
  int64_t class_stride;  // of out
  int64_t ignore_index;
  bool mean;  // gradOutput[0] / totalWeight[0] takes gradOutput's place
  bool streaming_stores;  // out is written past the caches

  // How the work is cut: with k pieces for all classes, piece i has the classes
  // from i % k * piece_classes and the positions from i / k * piece_positions.
  int64_t piece_positions;
  int64_t piece_classes;  // at most kMostPieceClasses
};

// More classes (LLM vocabularies) are cut, also where there is one position.
inline constexpr int64_t kMostPieceClasses = 1 << 15;

// Positions are computed in tiles of so many; a piece best has whole tiles.
inline constexpr int kClassScatterTile = 2048;

int64_t PieceCount(const ClassScatterParameters& parameters);

// Whether the classes of one position are closer together in out than
// neighbouring positions are. The kernel then writes row after row of classes,
// otherwise plane after plane of positions.
bool ClassesAreInside(const ClassScatterParameters& parameters);

// How many neighbouring positions there are between a class and the next.
int64_t PlanePositions(const ClassScatterParameters& parameters);

// Order of the addresses in a KernelCall; the second is not used.
enum ClassScatterArgument {
  kGradOutputArgument,
  kSelfArgument,
  kTargetArgument,
  kWeightArgument,
  kTotalWeightArgument,
  kOutArgument,
};

// The kernel for gradOutput, weight and totalWeight of type `value` and out of
// type `out`, each FLOAT, FLOAT16 or BF16, and targets of INT64, INT32 or
// UINT8; nullptr for other types. It reads totalWeight for mean only; works in
// double and rounds once, to out's type; writes each element of out.
Kernel ClassScatter(aclDataType value, aclDataType target, aclDataType out);

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_CLASS_SCATTER_H_
