// SPDX-License-Identifier: Apache-2.0
// The end of a stretch of work, once: what an event's record stands for.
#ifndef HOSTNN_RUNTIME_COMPLETION_H_
#define HOSTNN_RUNTIME_COMPLETION_H_

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "base/status.h"
#include "runtime/deadline.h"
#include "runtime/fault.h"

namespace hostnn {

// Something that goes on after a completion. Queued in place, so that waiting
// never needs memory; waits for one completion at a time.
class CompletionWaiter {
 public:
  virtual void Resume() noexcept = 0;

 protected:
  ~CompletionWaiter() = default;

 private:
  friend class Completion;
  CompletionWaiter* next_ = nullptr;
};

class Completion {
 public:
  using Clock = std::chrono::steady_clock;

  // Ends it, once: now, behind work whose unreported fault (or nullptr) is
  // given. Whoever parked goes on.
  void Finish(std::shared_ptr<Fault> fault) noexcept;

  bool done() const;

  // When it ended; only after done().
  Clock::time_point time() const;

  // Has `waiter` resumed when this ends, until when it must live; false when it
  // has ended already.
  bool Park(CompletionWaiter& waiter);

  // Waits for the end, then returns the fault it stands behind, once; ok when
  // there is none. kEventSyncTimeout at the deadline.
  Status Synchronize(const Deadline& deadline);

 private:
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable ended_;
  bool done_ = false;
  Clock::time_point time_;
  std::shared_ptr<Fault> fault_;
  CompletionWaiter* parked_ = nullptr;
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_COMPLETION_H_
