// SPDX-License-Identifier: Apache-2.0
#include "runtime/completion.h"

#include <utility>

namespace hostnn {

void Completion::Finish(std::shared_ptr<Fault> fault) noexcept {
  CompletionWaiter* parked;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
    time_ = Clock::now();
    fault_ = std::move(fault);
    parked = std::exchange(parked_, nullptr);
    // Inside the lock: a waiter may let go of this as soon as it sees done_.
    ended_.notify_all();
  }
  while (parked != nullptr) {
    // What is resumed may park elsewhere at once.
    CompletionWaiter* const waiter = parked;
    parked = waiter->next_;
    waiter->Resume();
  }
}

bool Completion::done() const {
  const std::lock_guard lock(mutex_);
  return done_;
}

Completion::Clock::time_point Completion::time() const {
  const std::lock_guard lock(mutex_);
  return time_;
}

bool Completion::Park(CompletionWaiter& waiter) {
  const std::lock_guard lock(mutex_);
  if (done_) return false;
  waiter.next_ = std::exchange(parked_, &waiter);
  return true;
}

Status Completion::Synchronize(const Deadline& deadline) {
  std::unique_lock lock(mutex_);
  HOSTNN_CHECK(deadline.Wait(ended_, lock, [this] { return done_; }),
               Code::kEventSyncTimeout,
               "timeout: the work before the event has not ended in time");
  return fault_ == nullptr ? Status() : fault_->Report();
}

}  // namespace hostnn
