// SPDX-License-Identifier: Apache-2.0
// One problem and those who solve it: what a row of the benchmark measures.
#ifndef HOSTNN_BENCHMARKS_PROBLEM_H_
#define HOSTNN_BENCHMARKS_PROBLEM_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "device.h"
#include "tensor.h"

namespace hostnn::bench {

// Whom a time is of. Where several contenders have one role, the one with the
// best median counts.
enum class Role {
  kHostnn,
  kPyTorch,   // its best way to the result in memory that is there already
  kFolded,    // the same, with all single factors multiplied into one first
  kAutograd,  // what its autograd calls: results and temporaries are new memory
  kFlat,      // channels-last as a matrix of positions and classes
  kCopy,      // through contiguous temporaries
  kStream,    // the limit: a plain kernel that moves the same bytes
  kCompute,   // the limit: a kernel of as many multiply-adds
  kContiguous  // hostnn, with all tensors contiguous
};

struct Contender {
  Role role;
  std::function<void()> run;
  bool is_timed = true;  // else only its result is compared
  // Copies the result to the output, where run puts it elsewhere.
  std::function<void()> deliver = nullptr;
};

inline bool IsPyTorch(Role role) {
  return role == Role::kPyTorch || role == Role::kFolded ||
         role == Role::kAutograd || role == Role::kFlat || role == Role::kCopy;
}

struct Problem {
  std::unique_ptr<DeviceTensors> tensors;
  int64_t element_count = 0;  // of the output
  Tensor out;
  OperatorCall hostnn;
  // Those to compare with.
  std::vector<Contender> others;
  // What results may differ by, relative to the value and to the mean size of
  // all values.
  double tolerance = 0;
};

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_PROBLEM_H_
