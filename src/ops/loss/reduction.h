// SPDX-License-Identifier: Apache-2.0
// The losses' `reduction`: what was done with the values of all positions.
#ifndef HOSTNN_OPS_LOSS_REDUCTION_H_
#define HOSTNN_OPS_LOSS_REDUCTION_H_

#include <cstdint>

namespace hostnn {

// tensor/checks.h refuses other values than these and 2, the sum.
inline constexpr int64_t kReductionNone = 0;
inline constexpr int64_t kReductionMean = 1;

}  // namespace hostnn

#endif  // HOSTNN_OPS_LOSS_REDUCTION_H_
