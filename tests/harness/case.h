// SPDX-License-Identifier: Apache-2.0
// The exact cases of tests/cases, read from their files.
#ifndef HOSTNN_TESTS_HARNESS_CASE_H_
#define HOSTNN_TESTS_HARNESS_CASE_H_

#include <string>
#include <vector>

#include "harness/argument.h"

namespace hostnn::harness {

struct Case {
  std::string name;
  std::string op;   // phase two's name
  std::string soc;  // product to model; empty: the default
  Arguments arguments;

  int phase1 = 0;                     // status of phase one
  std::vector<std::string> messages;  // parts of the message of a refusal
  std::vector<long double> exact;     // the output view in row-major order
  long double ulp = 0;                // allowed distance
  bool fault = false;                 // the next synchronisation reports one
};

// The cases of every *.jsonl file of the folder, in order of file name and
// line.
std::vector<Case> ReadCases(const std::string& folder);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_CASE_H_
