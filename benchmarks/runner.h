// SPDX-License-Identifier: Apache-2.0
// Times contenders side by side. This is not Google Benchmark, which runs one
// benchmark after the other: on a shared machine the bandwidth drifts by more
// than what is to be told apart, so contenders take turns, and a ratio is taken
// within one round.
#ifndef HOSTNN_BENCHMARKS_RUNNER_H_
#define HOSTNN_BENCHMARKS_RUNNER_H_

#include <cstdint>
#include <vector>

#include "problem.h"

namespace hostnn::bench {

struct Pace {
  int round_count = 0;  // 0: by how long the slowest contender takes
  // Between contenders, so that threads of the one no longer spin when the next
  // is timed.
  double pause_seconds = 0;
};

// Nanoseconds of a call, one number a round.
struct Times {
  Role role;
  std::vector<double> ns;
};

// Each contender in every round for at least a millisecond, in reverse order
// every other round. hostnn's times come first, then one entry a role.
std::vector<Times> Measure(const Problem& problem, const Pace& pace);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_RUNNER_H_
