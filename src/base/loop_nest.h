// SPDX-License-Identifier: Apache-2.0
// Nested loops over several operands at once: what a planning function makes
// (tensor/loops.h) and a kernel walks. Trivially copyable, for kernel
// parameters.
#ifndef HOSTNN_BASE_LOOP_NEST_H_
#define HOSTNN_BASE_LOOP_NEST_H_

#include <cstdint>

namespace hostnn {

inline constexpr int kMaxLoops = 8;

// Loop 0 is the outermost. One step of loop d moves operand i by
// strides[i][d] elements. There is always at least one loop. Strides
// have no certain value until they are set: to clear them takes as long as to
// plan.
template <int kOperands>
struct LoopNest {
  int loop_count = 1;
  int64_t extents[kMaxLoops] = {1};
  int64_t strides[kOperands][kMaxLoops];

  int innermost() const { return loop_count - 1; }
  int64_t iteration_count() const {
    int64_t count = 1;
    for (int d = 0; d < loop_count; ++d) count *= extents[d];
    return count;
  }
};

}  // namespace hostnn

#endif  // HOSTNN_BASE_LOOP_NEST_H_
