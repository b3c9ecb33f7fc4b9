// SPDX-License-Identifier: Apache-2.0
// Walks a LoopNest run by run, for the kernels' engines. Plain C++, so that
// code compiled once per SIMD target may include it, too.
#ifndef HOSTNN_KERNELS_LOOP_WALK_H_
#define HOSTNN_KERNELS_LOOP_WALK_H_

#include <algorithm>
#include <cstdint>

#include "base/loop_nest.h"

namespace hostnn::kernels {

// A walk through the iterations of the loops, in order.
template <int kOperands>
class LoopWalk {
 public:
  // Begins at this iteration, one of them.
  LoopWalk(const LoopNest<kOperands>& loops, int64_t iteration)
      : loops_(loops) {
    const int inner = loops.innermost();
    for (int d = inner; iteration != 0; --d) {
      // The outermost loop needs no division: the rest is its index.
      const int64_t outer = d > 0 ? iteration / loops.extents[d] : 0;
      indices_[d] = iteration - outer * loops.extents[d];
      iteration = outer;
      if (d < inner) MoveRun(d, indices_[d]);
    }
  }

  // Where the operand's element is; loops.strides[operand][loops.innermost()]
  // leads to the next in the run.
  int64_t offset(int operand) const {
    const int inner = loops_.innermost();
    return run_[operand] + indices_[inner] * loops_.strides[operand][inner];
  }

  // How many iterations of the innermost loop there are from here on.
  int64_t run_count() const {
    const int inner = loops_.innermost();
    return loops_.extents[inner] - indices_[inner];
  }

  // How many runs there are from here on in the loop around the innermost,
  // which there has to be.
  int64_t outer_count() const {
    const int outer = loops_.innermost() - 1;
    return loops_.extents[outer] - indices_[outer];
  }

  // Goes on by so many iterations, run_count() at most; after the last of all,
  // to the first.
  void Advance(int64_t count) { AdvanceLoop(loops_.innermost(), count); }

  // The same by so many runs, outer_count() at most.
  void AdvanceRuns(int64_t count) {
    AdvanceLoop(loops_.innermost() - 1, count);
  }

 private:
  void AdvanceLoop(int d, int64_t steps) {
    const int inner = loops_.innermost();
    indices_[d] += steps;
    if (d < inner) MoveRun(d, steps);
    for (; indices_[d] == loops_.extents[d]; --d) {
      if (d < inner) MoveRun(d, -indices_[d]);
      indices_[d] = 0;
      if (d == 0) return;
      ++indices_[d - 1];
      MoveRun(d - 1, 1);
    }
  }

  // By so many steps of a loop around the innermost.
  void MoveRun(int d, int64_t steps) {
    for (int i = 0; i < kOperands; ++i) {
      run_[i] += steps * loops_.strides[i][d];
    }
  }

  const LoopNest<kOperands>& loops_;
  int64_t indices_[kMaxLoops] = {};  // in each loop
  int64_t run_[kOperands] = {};      // where the operands' runs begin
};

// Calls f(offsets, run_count) for each run of the innermost loop, in order,
// within the iterations [begin, begin + count): offsets[i] is operand i's
// element at the run's first iteration, and loops.strides[i][loops.innermost()]
// leads to the next. The first and the last run may be a part of the loop only.
template <int kOperands, class F>
void ForEachRun(const LoopNest<kOperands>& loops, int64_t begin, int64_t count,
                const F& f) {
  if (count <= 0) return;
  LoopWalk<kOperands> walk(loops, begin);
  while (true) {
    const int64_t run_count = std::min(count, walk.run_count());
    int64_t offsets[kOperands];
    for (int i = 0; i < kOperands; ++i) offsets[i] = walk.offset(i);
    f(offsets, run_count);
    count -= run_count;
    if (count == 0) return;
    walk.Advance(run_count);
  }
}

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_LOOP_WALK_H_
