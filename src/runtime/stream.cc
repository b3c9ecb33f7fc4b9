// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream.h"

#include <algorithm>
#include <limits>
#include <new>
#include <utility>

#include "runtime/float_environment.h"
#include "runtime/spin.h"

namespace hostnn {
namespace {

// Items that a worker runs of one stream before others get their turn.
constexpr int kShare = 64;

constexpr int kNoLimit = std::numeric_limits<int>::max();

// An item that only holds up those after it.
class WaitWork final : public Work {
 public:
  explicit WaitWork(std::shared_ptr<Completion> completion)
      : completion_(std::move(completion)) {}

  bool Park(CompletionWaiter& waiter) override {
    return completion_->Park(waiter);
  }
  Status Run(Stream&) override { return Status(); }

 private:
  const std::shared_ptr<Completion> completion_;
};

}  // namespace

Stream::Stream(void* context, int32_t device)
    : context_(context),
      device_(device),
      spare_fault_(std::make_shared<Fault>()) {}

void Stream::SubmitWait(const Ref<Stream>& stream,
                        std::shared_ptr<Completion> completion) {
  Submit(stream, std::make_unique<WaitWork>(std::move(completion)));
}

uint64_t Stream::Submit(const Ref<Stream>& stream, std::unique_ptr<Work> work) {
  // First, as starting its threads can fail.
  ThreadPool::Instance();
  bool is_pools = false;
  Ref<Stream> self;
  std::unique_lock lock(stream->mutex_);
  Work* const item = work.release();
  (stream->first_ == nullptr ? stream->first_ : stream->last_->next_) = item;
  stream->last_ = item;
  const uint64_t number = ++stream->submitted_;
  if (!stream->self_) stream->self_ = stream;
  if (stream->owner_ == Owner::kNobody) {
    const uint64_t before =
        stream->state_.fetch_or(kOwned | kContended, std::memory_order_acquire);
    // Else the queue is given on when the run ends that goes on.
    if ((before & kOwned) == 0) {
      stream->state_.store(before | kOwned, std::memory_order_relaxed);
      is_pools = stream->GoOn(lock, 0, kNever, &self);
    }
  }
  lock.unlock();
  if (is_pools) stream->Post();
  return number;
}

bool Stream::RunIfIdle(const void* context, RunBody body) {
  uint64_t idle_state = state_.load(std::memory_order_relaxed);
  if ((idle_state & (kOwned | kContended)) != 0 ||
      !state_.compare_exchange_strong(idle_state, idle_state | kOwned,
                                      std::memory_order_acquire,
                                      std::memory_order_relaxed)) {
    return false;
  }
  {
    const DefaultFloatEnvironment environment;
    RunNoting([&] { return body(context, *this); });
  }
  uint64_t running_state = idle_state | kOwned;
  if (!state_.compare_exchange_strong(running_state, idle_state + kOneRun,
                                      std::memory_order_release,
                                      std::memory_order_relaxed)) {
    EndContendedRun(idle_state);
  }
  return true;
}

void Stream::EndContendedRun(uint64_t idle_state) {
  Ref<Stream> self;
  std::unique_lock lock(mutex_);
  state_.store((idle_state + kOneRun) | kOwned, std::memory_order_release);
  ended_changed_.notify_all();
  const bool is_pools = GoOn(lock, 0, kNever, &self);
  lock.unlock();
  if (is_pools) Post();
}

bool Stream::IsRunning(uint64_t idle_state) const {
  const uint64_t state = state_.load(std::memory_order_acquire);
  return (state & ~kContended) == (idle_state | kOwned);
}

bool Stream::GoOn(std::unique_lock<std::mutex>& lock, int item_count,
                  uint64_t number, Ref<Stream>* self) {
  for (;;) {
    if (dropped_ > 0) End(std::exchange(dropped_, 0));
    if (first_ == nullptr) {
      owner_ = Owner::kNobody;
      const uint64_t state = state_.load(std::memory_order_relaxed);
      state_.store(state & ~(kOwned | kContended), std::memory_order_release);
      *self = std::exchange(self_, Ref<Stream>());
      return false;
    }
    if (first_->Park(*this)) {
      owner_ = Owner::kCompletion;
      return false;
    }
    if (item_count-- == 0 || ended_ >= number) {
      owner_ = Owner::kPool;
      return true;
    }
    owner_ = Owner::kThread;
    RunFirst(lock);
  }
}

void Stream::RunFirst(std::unique_lock<std::mutex>& lock) {
  std::unique_ptr<Work> work(first_);
  first_ = first_->next_;
  lock.unlock();
  RunNoting([&] { return work->Run(*this); });
  work = nullptr;  // what it held is free before it counts as ended
  lock.lock();
  End(1);
}

void Stream::End(uint64_t count) {
  ended_.store(ended_.load(std::memory_order_relaxed) + count,
               std::memory_order_release);
  if (ended_ < wanted_) return;
  wanted_ = kNever;
  ended_changed_.notify_all();
}

void Stream::Resume() noexcept {
  {
    const std::lock_guard lock(mutex_);
    owner_ = Owner::kPool;
  }
  Post();
}

void Stream::RunOnWorker() noexcept {
  Ref<Stream> self;
  std::unique_lock lock(mutex_);
  const bool is_pools = GoOn(lock, kShare, kNever, &self);
  lock.unlock();
  if (is_pools) Post();
}

template <class Body>
void Stream::RunNoting(const Body& body) noexcept {
  try {
    if (Status status = body(); !status.ok()) NoteFault(std::move(status));
  } catch (const std::bad_alloc&) {
    NoteFault({Code::kAclBadAlloc, kNoMemoryText});
  } catch (...) {
    NoteFault({Code::kAclInternal, kInternalText});
  }
}

void Stream::NoteFault(Status status) noexcept {
  const std::lock_guard lock(mutex_);
  if (fault_ != nullptr && !fault_->reported()) return;
  // Without memory for the spare one a second fault would go unreported.
  if (spare_fault_ == nullptr) return;
  spare_fault_->Set(std::move(status));
  fault_ = std::move(spare_fault_);
  has_fault_.store(true, std::memory_order_relaxed);
  try {
    spare_fault_ = std::make_shared<Fault>();
  } catch (const std::bad_alloc&) {
    spare_fault_ = nullptr;
  }
}

bool Stream::WaitFor(uint64_t number, const Deadline& deadline) {
  if (ended_.load(std::memory_order_acquire) >= number) return true;
  std::unique_lock lock(mutex_);
  return Wait(lock, number, kNever, deadline);
}

bool Stream::WaitIdle(const Deadline& deadline) {
  if (Idle()) return true;
  std::unique_lock lock(mutex_);
  uint64_t run = kNever;
  if (owner_ == Owner::kNobody) {
    uint64_t state = state_.load(std::memory_order_acquire);
    // So that the run's end is told.
    while ((state & kOwned) != 0 &&
           !state_.compare_exchange_weak(state, state | kContended,
                                         std::memory_order_acquire)) {
    }
    if ((state & kOwned) != 0) run = state & ~(kOwned | kContended);
  }
  return Wait(lock, submitted_, run, deadline);
}

bool Stream::Wait(std::unique_lock<std::mutex>& lock, uint64_t number,
                  uint64_t run, const Deadline& deadline) {
  const auto reached = [&] {
    return ended_.load(std::memory_order_acquire) >= number &&
           (run == kNever || !IsRunning(run));
  };
  if (deadline.never_passes()) {
    while (!reached() && Help(lock, number)) {
    }
    if (!reached()) {
      lock.unlock();
      SpinUntil(reached);
      lock.lock();
    }
  }
  return deadline.Wait(ended_changed_, lock, [&] {
    if (reached()) return true;
    wanted_ = std::min(wanted_, number);
    return false;
  });
}

bool Stream::Help(std::unique_lock<std::mutex>& lock, uint64_t number) {
  if (owner_ != Owner::kPool || !ThreadPool::Instance().Withdraw(*this)) {
    return false;
  }
  Ref<Stream> self;
  const DefaultFloatEnvironment environment;
  if (GoOn(lock, kNoLimit, number, &self)) {
    lock.unlock();
    Post();
    lock.lock();
  }
  return true;
}

Status Stream::Synchronize(const Deadline& deadline) {
  HOSTNN_CHECK(WaitIdle(deadline), Code::kStreamSyncTimeout,
               "timeout: the stream's work has not ended in time");
  if (!has_fault_.load(std::memory_order_relaxed)) return Status();
  const std::lock_guard lock(mutex_);
  has_fault_.store(false, std::memory_order_relaxed);
  const std::shared_ptr<Fault> fault = std::exchange(fault_, nullptr);
  return fault == nullptr ? Status() : fault->Report();
}

void Stream::Abandon() {
  Work* dropped;
  {
    const std::lock_guard lock(mutex_);
    dropped = std::exchange(first_, nullptr);
    // Their turn comes, so that numbers keep their order.
    for (const Work* item = dropped; item != nullptr; item = item->next_) {
      ++dropped_;
    }
  }
  while (dropped != nullptr) {
    const std::unique_ptr<Work> item(dropped);
    dropped = dropped->next_;
  }
}

std::shared_ptr<Fault> Stream::PendingFault() const {
  const std::lock_guard lock(mutex_);
  return fault_ != nullptr && !fault_->reported() ? fault_ : nullptr;
}

}  // namespace hostnn
