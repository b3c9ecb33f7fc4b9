// SPDX-License-Identifier: Apache-2.0
// The end of a stretch of work, once: what an event's record stands for.
#ifndef HOSTNN_RUNTIME_COMPLETION_H_
#define HOSTNN_RUNTIME_COMPLETION_H_

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <vector>

#include "base/handle_pool.h"
#include "base/status.h"
#include "runtime/deadline.h"

namespace hostnn {

class Stream;

// A failure of queued work, to be reported by one synchronisation.
class Fault {
 public:
  explicit Fault(Status status) : status_(std::move(status)) {}

  bool reported() const { return reported_.load(std::memory_order_relaxed); }

  // The failure for the first caller, ok for all others.
  Status Report() {
    return reported_.exchange(true, std::memory_order_relaxed) ? Status()
                                                               : status_;
  }

 private:
  const Status status_;
  std::atomic<bool> reported_{false};
};

class Completion {
 public:
  using Clock = std::chrono::steady_clock;

  // Ends it, once: now, behind work whose unreported fault (or nullptr) is
  // given. Streams that parked go on.
  void Finish(std::shared_ptr<Fault> fault);

  bool done() const;

  // When it ended; only after done().
  Clock::time_point time() const;

  // Has `stream` resumed when this ends; false when it has ended already.
  bool Park(const Ref<Stream>& stream);

  // Waits for the end, then returns the fault it stands behind, once; ok when
  // there is none. kEventSyncTimeout at the deadline.
  Status Synchronize(const Deadline& deadline);

 private:
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable ended_;
  bool done_ = false;
  Clock::time_point time_;
  std::shared_ptr<Fault> fault_;
  std::vector<Ref<Stream>> parked_;
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_COMPLETION_H_
