// SPDX-License-Identifier: Apache-2.0
// Which of Highway's targets (sets of vector instructions) the kernels use: the
// best that was compiled, that the machine has and HOSTNN_SIMD_TARGET allows.
#ifndef HOSTNN_KERNELS_TARGETS_H_
#define HOSTNN_KERNELS_TARGETS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hwy/targets.h"

namespace hostnn::kernels {

// The target in use. Not Highway's own choice, which other users of Highway in
// the process share.
const hwy::ChosenTarget& TargetInUse();

// The function for the target in use, out of a table that HWY_EXPORT made.
template <class Function, size_t kCount>
Function ForTargetInUse(const Function (&table)[kCount]) {
  return table[kCount == 1 ? 0 : TargetInUse().GetIndex()];
}

// Every target that can be used here, best first.
std::vector<int64_t> UsableTargets();

// For tests: the choice of one of them, or with 0 of the best again. Plans made
// before keep their kernel, and so do equal calls as long as their plan is
// remembered; no other thread may be planning.
void UseTarget(int64_t target);

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_TARGETS_H_
