// SPDX-License-Identifier: Apache-2.0
// A stream: an ordered queue of work, served by the thread pool. Waiting for an
// event parks the stream, not a thread.
#ifndef HOSTNN_RUNTIME_STREAM_H_
#define HOSTNN_RUNTIME_STREAM_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "base/handle_pool.h"
#include "base/status.h"
#include "runtime/completion.h"
#include "runtime/deadline.h"
#include "runtime/fault.h"
#include "runtime/thread_pool.h"

namespace hostnn {

class Stream;

// A piece of work in a stream. Destroyed when it has run or was dropped.
class Work {
 public:
  virtual ~Work() = default;

  // Runs on a pool thread after everything submitted before has ended. A
  // failure becomes the stream's fault.
  virtual Status Run(Stream& stream) = 0;
};

// Work that calls body(stream), which returns a Status. What the body holds is
// kept until then.
template <class Body>
std::unique_ptr<Work> MakeWork(Body body) {
  class BodyWork final : public Work {
   public:
    explicit BodyWork(Body body) : body_(std::move(body)) {}
    Status Run(Stream& stream) override { return body_(stream); }

   private:
    Body body_;
  };
  return std::make_unique<BodyWork>(std::move(body));
}

class Stream final : private PoolTask, public CompletionWaiter {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kStream;

  // `context` is the handle of the context that owns the stream.
  Stream(void* context, int32_t device);

  void* context() const { return context_; }
  int32_t device() const { return device_; }

  // Puts work at the end of the queue and returns its number. The stream is
  // kept alive until the work is done. Any thread may call.
  static uint64_t Submit(const Ref<Stream>& stream, std::unique_ptr<Work> work);

  // Work submitted from now on starts only after the completion. Any thread.
  static void SubmitWait(const Ref<Stream>& stream,
                         std::shared_ptr<Completion> completion);

  // Whether all submitted work has ended.
  bool Idle() const;

  // Waits until the work of this number and all before it has ended; false
  // when the deadline passed first.
  bool WaitFor(uint64_t number, const Deadline& deadline) const;

  // As WaitFor, for all work submitted before the call.
  bool WaitIdle(const Deadline& deadline) const;

  // Waits until all work submitted before the call has ended. Returns, once,
  // the first fault not reported yet; kStreamSyncTimeout at the deadline.
  Status Synchronize(const Deadline& deadline);

  // Drops the work that has not begun; what it would have ended has ended.
  void Abandon();

  // The first fault not reported yet; may be nullptr.
  std::shared_ptr<Fault> PendingFault() const;

 private:
  // What the queue holds: work, or a completion to wait for.
  struct Item {
    std::unique_ptr<Work> work;
    std::shared_ptr<Completion> completion;
  };

  static uint64_t Enqueue(const Ref<Stream>& stream, Item item);

  // Goes on after the completion that the stream had parked for.
  void Resume() noexcept override;

  // Runs the queue until it is empty, its share is used up, or it must park.
  void RunOnWorker() noexcept override;

  // Whether the stream was parked behind the head of its queue.
  bool ParkedBehindHead();

  // Runs the head. False when there is none: *self is then what kept the stream
  // alive.
  bool RunHead(Ref<Stream>* self);
  Status RunWork(Work& work) noexcept;
  void NoteFault(Status status) noexcept;

  void* const context_;
  const int32_t device_;

  mutable std::mutex mutex_;  // guards what follows
  mutable std::condition_variable ended_changed_;
  std::deque<Item> queue_;
  Ref<Stream> self_;        // while queued in the pool, running or parked
  uint64_t submitted_ = 0;  // items ever enqueued
  uint64_t ended_ = 0;      // items that have ended
  std::shared_ptr<Fault> fault_;
  std::shared_ptr<Fault> spare_fault_;  // for the next one
};

using StreamPool = HandlePool<Stream>;

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_STREAM_H_
