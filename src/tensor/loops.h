// SPDX-License-Identifier: Apache-2.0
// Turns a shape and the strides of several operands into as few loops as
// possible. For the engines' planning functions.
#ifndef HOSTNN_TENSOR_LOOPS_H_
#define HOSTNN_TENSOR_LOOPS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/loop_nest.h"
#include "tensor/tensor.h"

namespace hostnn {

namespace loops_internal {

inline constexpr int kMaxOperands = 12;

struct Loop {
  int64_t extent = 1;
  std::array<int64_t, kMaxOperands> strides;  // as many as there are operands
};

// Writes the loops, outermost first, and returns how many there are.
int MergeLoops(const Dims& shape, std::span<const Dims> strides,
               int ordering_operand, std::span<Loop, kMaxLoops> loops);

}  // namespace loops_internal

// The loops over `shape` (at most kMaxLoops dimensions of extent other than 1)
// where operand i has strides[i], one per dimension. Dimensions of extent 1 are
// dropped, the rest ordered by the strides of `ordering_operand`, largest
// outside (equal ones stay in order), and neighbours merged where every operand
// walks through both in even steps. An empty shape gives one loop of extent 0.
template <size_t kOperands>
LoopNest<static_cast<int>(kOperands)> MakeLoopNest(
    const Dims& shape, const std::array<Dims, kOperands>& strides,
    int ordering_operand) {
  static_assert(kOperands <= loops_internal::kMaxOperands);
  std::array<loops_internal::Loop, kMaxLoops> loops;
  LoopNest<static_cast<int>(kOperands)> nest;
  nest.loop_count =
      loops_internal::MergeLoops(shape, strides, ordering_operand, loops);
  for (int d = 0; d < nest.loop_count; ++d) {
    nest.extents[d] = loops[d].extent;
    for (size_t i = 0; i < kOperands; ++i) {
      nest.strides[i][d] = loops[d].strides[i];
    }
  }
  return nest;
}

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_LOOPS_H_
