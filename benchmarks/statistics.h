// SPDX-License-Identifier: Apache-2.0
// What is told of a list of measurements.
#ifndef HOSTNN_BENCHMARKS_STATISTICS_H_
#define HOSTNN_BENCHMARKS_STATISTICS_H_

#include <vector>

namespace hostnn::bench {

struct Summary {
  double median, p10, p90;
};

// Of at least one value.
Summary Summarize(std::vector<double> values);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_STATISTICS_H_
