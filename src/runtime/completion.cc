// SPDX-License-Identifier: Apache-2.0
#include "runtime/completion.h"

#include <utility>

#include "runtime/stream.h"

namespace hostnn {

void Completion::Finish(std::shared_ptr<Fault> fault) {
  std::vector<Ref<Stream>> parked;
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
    time_ = Clock::now();
    fault_ = std::move(fault);
    parked.swap(parked_);
    // Inside the lock: a waiter may let go of this as soon as it sees done_.
    ended_.notify_all();
  }
  for (Ref<Stream>& stream : parked) Stream::Resume(std::move(stream));
}

bool Completion::done() const {
  const std::lock_guard lock(mutex_);
  return done_;
}

Completion::Clock::time_point Completion::time() const {
  const std::lock_guard lock(mutex_);
  return time_;
}

bool Completion::Park(const Ref<Stream>& stream) {
  const std::lock_guard lock(mutex_);
  if (done_) return false;
  parked_.push_back(stream);
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
