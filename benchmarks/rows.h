// SPDX-License-Identifier: Apache-2.0
// The rows of the benchmark and their goals.
#ifndef HOSTNN_BENCHMARKS_ROWS_H_
#define HOSTNN_BENCHMARKS_ROWS_H_

#include <functional>
#include <string>
#include <vector>

#include "problem.h"

namespace hostnn::bench {

// Against PyTorch, how many times faster at least; against all else, how many
// times longer at most.
struct Goal {
  Role against;
  double ratio;
};

enum class Section {
  kGoals,  // gated
  kMore,   // other dtypes, sizes and arguments
  kViews,  // tensors that are not contiguous
  kScale,  // one operator from small to large
};

struct Row {
  std::string name;
  Section section;
  std::vector<Goal> goals;
  // Far beyond the last cache, and measured with several threads, too.
  bool is_for_threads;
  std::function<Problem(aclrtStream)> make;
};

std::vector<Row> AllRows();

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_ROWS_H_
