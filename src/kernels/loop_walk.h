// SPDX-License-Identifier: Apache-2.0
// Walks a LoopNest run by run, for the kernels' engines. Plain C++, so that
// code compiled once per SIMD target may include it, too.
#ifndef HOSTNN_KERNELS_LOOP_WALK_H_
#define HOSTNN_KERNELS_LOOP_WALK_H_

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/loop_nest.h"

namespace hostnn::kernels {

// Its functions are not inlined: inlining would make each instantiation of an
// engine 2 KB larger and none faster.
namespace loop_walk_internal {

// One iteration of the loops.
template <int kOperands>
struct Place {
  int64_t indices[kMaxLoops] = {};  // in each loop
  int64_t offsets[kOperands] = {};  // of each operand's element
};

// The place after so many iterations, fewer than there are.
template <int kOperands>
[[gnu::noinline]] Place<kOperands> PlaceAt(const LoopNest<kOperands>& loops,
                                           int64_t iteration) {
  Place<kOperands> place;
  for (int d = loops.innermost(); d >= 0; --d) {
    // The outermost loop needs no division: the rest is its index.
    const int64_t outer = d > 0 ? iteration / loops.extents[d] : 0;
    place.indices[d] = iteration - outer * loops.extents[d];
    iteration = outer;
    for (int i = 0; i < kOperands; ++i) {
      place.offsets[i] += place.indices[d] * loops.strides[i][d];
    }
  }
  return place;
}

// Moves `place`, anywhere in a run of the innermost loop, to the start of the
// next run; after the last one, to the first.
template <int kOperands>
[[gnu::noinline]] void MoveToNextRun(const LoopNest<kOperands>& loops,
                                     Place<kOperands>* place) {
  for (int d = loops.innermost(); d >= 0; --d) {
    const bool more =
        d < loops.innermost() && place->indices[d] + 1 < loops.extents[d];
    const int64_t step = more ? 1 : -place->indices[d];
    place->indices[d] += step;
    for (int i = 0; i < kOperands; ++i) {
      place->offsets[i] += step * loops.strides[i][d];
    }
    if (more) return;
  }
}

}  // namespace loop_walk_internal

// Calls f(offsets, run_count) for each run of the innermost loop, in order,
// within the iterations [begin, begin + count): offsets[i] is operand i's
// element at the run's first iteration, and loops.strides[i][loops.innermost()]
// leads to the next. The first and the last run may be a part of the loop only.
template <int kOperands, class F>
void ForEachRun(const LoopNest<kOperands>& loops, int64_t begin, int64_t count,
                const F& f) {
  if (count <= 0) return;
  const int inner = loops.innermost();
  auto place = loop_walk_internal::PlaceAt(loops, begin);
  while (true) {
    const int64_t run_count =
        std::min(count, loops.extents[inner] - place.indices[inner]);
    f(std::as_const(place.offsets), run_count);
    count -= run_count;
    if (count == 0) return;
    loop_walk_internal::MoveToNextRun(loops, &place);
  }
}

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_LOOP_WALK_H_
