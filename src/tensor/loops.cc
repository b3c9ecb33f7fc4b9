// SPDX-License-Identifier: Apache-2.0
#include "tensor/loops.h"

#include <cassert>
#include <utility>

namespace hostnn::loops_internal {
namespace {

// Whether a step of `outer` is as far as all of `inner`, for every operand.
bool Continues(const Loop& outer, const Loop& inner, size_t operand_count) {
  for (size_t i = 0; i < operand_count; ++i) {
    int64_t reach;
    if (__builtin_mul_overflow(inner.strides[i], inner.extent, &reach) ||
        outer.strides[i] != reach) {
      return false;
    }
  }
  return true;
}

// The largest stride first; equal ones stay in order. By insertion, as there
// are few and they often are in order already.
void SortByStride(std::span<Loop> loops, size_t operand) {
  for (size_t i = 1; i < loops.size(); ++i) {
    for (size_t j = i;
         j > 0 && loops[j - 1].strides[operand] < loops[j].strides[operand];
         --j) {
      std::swap(loops[j - 1], loops[j]);
    }
  }
}

}  // namespace

int MergeLoops(const Dims& shape, std::span<const Dims> strides,
               int ordering_operand, std::span<Loop, kMaxLoops> loops) {
  int count = 0;
  for (int d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    if (shape[d] == 0) {
      loops[0] = {};
      loops[0].extent = 0;
      return 1;
    }
    assert(count < kMaxLoops);
    Loop& loop = loops[count++];
    loop.extent = shape[d];
    for (size_t i = 0; i < strides.size(); ++i) loop.strides[i] = strides[i][d];
  }
  if (count == 0) {
    loops[0] = {};
    return 1;
  }
  SortByStride(loops.first(static_cast<size_t>(count)),
               static_cast<size_t>(ordering_operand));
  int merged = 0;
  for (int d = 1; d < count; ++d) {
    if (Continues(loops[merged], loops[d], strides.size())) {
      loops[merged].strides = loops[d].strides;
      loops[merged].extent *= loops[d].extent;
    } else {
      loops[++merged] = loops[d];
    }
  }
  return merged + 1;
}

int64_t LargestDivisor(int64_t number, int64_t least, int64_t most) {
  for (int64_t divisor = most; divisor >= least; --divisor) {
    if (number % divisor == 0) return divisor;
  }
  return 0;
}

}  // namespace hostnn::loops_internal
