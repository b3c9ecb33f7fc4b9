// SPDX-License-Identifier: Apache-2.0
#include "statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace hostnn::bench {
namespace {

// Between the two nearest of sorted values, in proportion.
double Quantile(const std::vector<double>& sorted, double portion) {
  const double position = portion * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(position);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above],
                   position - static_cast<double>(below));
}

}  // namespace

Summary Summarize(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return {Quantile(values, 0.5), Quantile(values, 0.1), Quantile(values, 0.9)};
}

}  // namespace hostnn::bench
