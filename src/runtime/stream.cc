// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream.h"

#include <utility>

#include "runtime/thread_pool.h"

namespace hostnn {
namespace {

// Items that one stream runs before others get their turn.
constexpr int kShare = 64;

}  // namespace

uint64_t Stream::Submit(const Ref<Stream>& stream, std::unique_ptr<Work> work) {
  return Enqueue(stream, {std::move(work), nullptr});
}

void Stream::SubmitWait(const Ref<Stream>& stream,
                        std::shared_ptr<Completion> completion) {
  Enqueue(stream, {nullptr, std::move(completion)});
}

uint64_t Stream::Enqueue(const Ref<Stream>& stream, Item item) {
  bool was_active;
  uint64_t number;
  {
    const std::lock_guard lock(stream->mutex_);
    stream->queue_.push_back(std::move(item));
    number = ++stream->submitted_;
    was_active = std::exchange(stream->active_, true);
  }
  if (!was_active) Post(stream);
  return number;
}

void Stream::Resume(Ref<Stream> stream) { Post(std::move(stream)); }

void Stream::Post(Ref<Stream> stream) {
  ThreadPool::Instance().Post([stream = std::move(stream)] { Drain(stream); });
}

void Stream::Drain(const Ref<Stream>& stream) {
  for (int i = 0; i < kShare; ++i) {
    if (ParkedBehindHead(stream)) return;
    if (!stream->RunHead()) return;
  }
  Post(stream);
}

bool Stream::ParkedBehindHead(const Ref<Stream>& stream) {
  std::shared_ptr<Completion> completion;
  {
    const std::lock_guard lock(stream->mutex_);
    if (!stream->queue_.empty()) {
      completion = stream->queue_.front().completion;
    }
  }
  return completion != nullptr && completion->Park(stream);
}

bool Stream::RunHead() {
  Item item;
  {
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) {
      active_ = false;
      return false;
    }
    item = std::move(queue_.front());
    queue_.pop_front();
  }
  if (item.work != nullptr) {
    Status status;
    try {
      status = item.work->Run(*this);
    } catch (...) {
      status = Status(Code::kAclInternal, "queued work ran out of memory");
    }
    if (!status.ok()) NoteFault(status);
  }
  item = Item();  // what it held is free before it counts as ended
  const std::lock_guard lock(mutex_);
  ++ended_;
  ended_changed_.notify_all();
  return true;
}

void Stream::NoteFault(const Status& status) {
  const std::lock_guard lock(mutex_);
  if (fault_ == nullptr || fault_->reported()) {
    fault_ = std::make_shared<Fault>(status);
  }
}

bool Stream::Idle() const {
  const std::lock_guard lock(mutex_);
  return ended_ == submitted_;
}

bool Stream::WaitFor(uint64_t number, const Deadline& deadline) const {
  std::unique_lock lock(mutex_);
  return deadline.Wait(ended_changed_, lock, [&] { return ended_ >= number; });
}

bool Stream::WaitIdle(const Deadline& deadline) const {
  uint64_t submitted;
  {
    const std::lock_guard lock(mutex_);
    submitted = submitted_;
  }
  return WaitFor(submitted, deadline);
}

Status Stream::Synchronize(const Deadline& deadline) {
  HOSTNN_CHECK(WaitIdle(deadline), Code::kStreamSyncTimeout,
               "timeout: the stream's work has not ended in time");
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Fault> fault = std::exchange(fault_, nullptr);
  return fault == nullptr ? Status() : fault->Report();
}

void Stream::Abandon() {
  // The items stay, empty, so that numbers keep their order.
  std::deque<Item> dropped;  // destroyed after the lock is released
  const std::lock_guard lock(mutex_);
  for (Item& item : queue_) dropped.push_back(std::exchange(item, Item()));
}

std::shared_ptr<Fault> Stream::PendingFault() const {
  const std::lock_guard lock(mutex_);
  return fault_ != nullptr && !fault_->reported() ? fault_ : nullptr;
}

}  // namespace hostnn
