// SPDX-License-Identifier: Apache-2.0
// A failure of queued work, to be reported by one synchronisation, whichever
// comes first: of its stream, of its device, of an event behind it.
#ifndef HOSTNN_RUNTIME_FAULT_H_
#define HOSTNN_RUNTIME_FAULT_H_

#include <atomic>
#include <utility>

#include "base/status.h"

namespace hostnn {

class Fault {
 public:
  // Before anyone else sees it: made ahead, so that a failure for want of
  // memory can be noted.
  void Set(Status status) noexcept { status_ = std::move(status); }

  bool reported() const { return reported_.load(std::memory_order_relaxed); }

  // The failure for the first caller, ok for all others.
  Status Report() {
    return reported_.exchange(true, std::memory_order_relaxed) ? Status()
                                                               : status_;
  }

 private:
  Status status_;
  std::atomic<bool> reported_{false};
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_FAULT_H_
