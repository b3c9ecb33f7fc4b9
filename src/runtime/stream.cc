// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream.h"

#include <new>
#include <utility>

namespace hostnn {
namespace {

// Items that one stream runs before others get their turn.
constexpr int kShare = 64;

}  // namespace

Stream::Stream(void* context, int32_t device)
    : context_(context),
      device_(device),
      spare_fault_(std::make_shared<Fault>()) {}

uint64_t Stream::Submit(const Ref<Stream>& stream, std::unique_ptr<Work> work) {
  return Enqueue(stream, {std::move(work), nullptr});
}

void Stream::SubmitWait(const Ref<Stream>& stream,
                        std::shared_ptr<Completion> completion) {
  Enqueue(stream, {nullptr, std::move(completion)});
}

uint64_t Stream::Enqueue(const Ref<Stream>& stream, Item item) {
  // First, as starting its threads can fail.
  ThreadPool& pool = ThreadPool::Instance();
  const std::lock_guard lock(stream->mutex_);
  stream->queue_.push_back(std::move(item));
  if (!stream->self_) {
    stream->self_ = stream;
    pool.Post(*stream);
  }
  return ++stream->submitted_;
}

void Stream::Resume() noexcept { ThreadPool::Instance().Post(*this); }

void Stream::RunOnWorker() noexcept {
  // The last to go: with it the stream may go.
  Ref<Stream> self;
  for (int i = 0; i < kShare; ++i) {
    if (ParkedBehindHead()) return;
    if (!RunHead(&self)) return;
  }
  ThreadPool::Instance().Post(*this);
}

bool Stream::ParkedBehindHead() {
  std::shared_ptr<Completion> completion;
  {
    const std::lock_guard lock(mutex_);
    if (!queue_.empty()) completion = queue_.front().completion;
  }
  return completion != nullptr && completion->Park(*this);
}

bool Stream::RunHead(Ref<Stream>* self) {
  Item item;
  {
    const std::lock_guard lock(mutex_);
    if (queue_.empty()) {
      *self = std::exchange(self_, Ref<Stream>());
      return false;
    }
    item = std::move(queue_.front());
    queue_.pop_front();
  }
  if (item.work != nullptr) {
    if (Status status = RunWork(*item.work); !status.ok()) {
      NoteFault(std::move(status));
    }
  }
  item = Item();  // what it held is free before it counts as ended
  const std::lock_guard lock(mutex_);
  ++ended_;
  ended_changed_.notify_all();
  return true;
}

Status Stream::RunWork(Work& work) noexcept {
  try {
    return work.Run(*this);
  } catch (const std::bad_alloc&) {
    return {Code::kAclBadAlloc, kNoMemoryText};
  } catch (...) {
    return {Code::kAclInternal, kInternalText};
  }
}

void Stream::NoteFault(Status status) noexcept {
  const std::lock_guard lock(mutex_);
  if (fault_ != nullptr && !fault_->reported()) return;
  // Without memory for the spare one a second fault would go unreported.
  if (spare_fault_ == nullptr) return;
  spare_fault_->Set(std::move(status));
  fault_ = std::move(spare_fault_);
  try {
    spare_fault_ = std::make_shared<Fault>();
  } catch (const std::bad_alloc&) {
    spare_fault_ = nullptr;
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
