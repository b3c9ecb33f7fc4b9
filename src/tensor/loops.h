// SPDX-License-Identifier: Apache-2.0
// Turns a shape and the strides of several operands into as few loops as
// possible. For the engines' planning functions.
#ifndef HOSTNN_TENSOR_LOOPS_H_
#define HOSTNN_TENSOR_LOOPS_H_

#include <algorithm>
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

// The largest divisor of a number from `least` to `most`; 0 if there is none.
int64_t LargestDivisor(int64_t number, int64_t least, int64_t most);

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

// Where some operand takes longer steps in the innermost loop than in one
// around it, each of its elements is in a line of memory of its own, and the
// line's other elements are wanted only when the loop around goes on. Cuts the
// innermost loop of such a nest into blocks of at most `most` iterations and
// puts the loop over these outside, so that lines stay in the cache meanwhile.
// Leaves the nest as it is where the extent has no divisor that is near enough.
template <int kOperands>
void BlockInnermostLoop(int64_t most, LoopNest<kOperands>* nest) {
  const int inner = nest->innermost();
  if (nest->extents[inner] <= most || nest->loop_count == kMaxLoops) return;
  const auto steps_are_shorter = [nest, inner](int loop) {
    for (const auto& strides : nest->strides) {
      if (strides[loop] != 0 && strides[loop] < strides[inner]) return true;
    }
    return false;
  };
  int outer = 0;
  while (outer < inner && !steps_are_shorter(outer)) ++outer;
  if (outer == inner) return;
  const int64_t block =
      loops_internal::LargestDivisor(nest->extents[inner], most / 4, most);
  if (block == 0) return;
  const auto insert = [outer, inner](int64_t value, int64_t* values) {
    std::copy_backward(values + outer, values + inner + 1, values + inner + 2);
    values[outer] = value;
  };
  ++nest->loop_count;
  insert(nest->extents[inner] / block, nest->extents);
  nest->extents[inner + 1] = block;
  for (auto& strides : nest->strides) insert(strides[inner] * block, strides);
}

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_LOOPS_H_
