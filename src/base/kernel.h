// SPDX-License-Identifier: Apache-2.0
// What a kernel is to the rooms that plan and run it: a function over raw
// pointers that computes one piece of an operator. It cannot fail, allocate,
// lock or spawn; what it finds wrong it writes into a TargetFaults record.
#ifndef HOSTNN_BASE_KERNEL_H_
#define HOSTNN_BASE_KERNEL_H_

#include <atomic>
#include <cstdint>

namespace hostnn {

// Class targets that were out of range: how many, and the first in index
// order. Pieces of one launch add to one record, from any thread.
class TargetFaults {
 public:
  // What one piece found. `first_index` is the position's row-major index in
  // the target tensor, `first_value` the target there; count 0 is ignored.
  struct Found {
    int64_t count = 0;
    int64_t first_index = 0;
    int64_t first_value = 0;
  };

  void Add(const Found& found);

  // Only after every piece has ended.
  const Found& found() const { return found_; }

 private:
  std::atomic_flag busy_;  // guards found_
  Found found_;
};

// One call of a kernel.
struct KernelCall {
  const void* parameters;  // the engine's struct, from the plan
  void* const* addresses;  // first element of each tensor argument, in the
                           // order of the plan's arguments
  int64_t piece;           // which piece, from 0
  TargetFaults* faults;    // never nullptr
};

using Kernel = void (*)(const KernelCall& call);

}  // namespace hostnn

#endif  // HOSTNN_BASE_KERNEL_H_
