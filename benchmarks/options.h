// SPDX-License-Identifier: Apache-2.0
// The command line.
#ifndef HOSTNN_BENCHMARKS_OPTIONS_H_
#define HOSTNN_BENCHMARKS_OPTIONS_H_

#include <string>

namespace hostnn::bench {

struct Options {
  std::string filter;     // a regular expression that a name has a match of
  std::string json_path;  // empty: nothing is written
  int round_count = 0;    // 0: by how long a row takes
  int thread_count = 1;   // more: only the rows meant for that
  bool gate = false;      // fail where a goal is missed by more than a tenth
  bool list = false;      // names only
};

// Ends the program, saying how it is used, where it is used differently.
Options ReadOptions(int count, char** arguments);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_OPTIONS_H_
