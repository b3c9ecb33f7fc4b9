// SPDX-License-Identifier: Apache-2.0
// Where the time of a small call goes.
#ifndef HOSTNN_BENCHMARKS_PARTS_H_
#define HOSTNN_BENCHMARKS_PARTS_H_

#include "device.h"

namespace hostnn::bench {

// Nanoseconds, medians over batches.
struct Parts {
  double phase_one, phase_two, synchronize;
};

Parts MeasureParts(const OperatorCall& call);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_PARTS_H_
