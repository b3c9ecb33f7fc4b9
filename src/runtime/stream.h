// SPDX-License-Identifier: Apache-2.0
// A stream: an ordered queue of work, served by the thread pool and by threads
// that submit to it or wait for it. Waiting for an event parks the stream, not
// a thread.
#ifndef HOSTNN_RUNTIME_STREAM_H_
#define HOSTNN_RUNTIME_STREAM_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
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

  // Whether the stream has to wait before it runs this; then the waiter is
  // resumed in due course, and the question asked again.
  virtual bool Park(CompletionWaiter&) { return false; }

  // Runs after everything submitted before has ended, in the default
  // floating-point environment. A failure becomes the stream's fault.
  virtual Status Run(Stream& stream) = 0;

 private:
  friend Stream;
  Work* next_ = nullptr;
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

  // Work of less time than this is run by the thread that submits it, if the
  // stream is idle: to wake another one would cost it as much.
  static constexpr int64_t kQuickNanoseconds = 200'000;

  // `context` is the handle of the context that owns the stream.
  Stream(void* context, int32_t device);

  void* context() const { return context_; }
  int32_t device() const { return device_; }

  // Puts work at the end of the queue and returns its number. The stream is
  // kept alive until the work is done. Any thread may call.
  static uint64_t Submit(const Ref<Stream>& stream, std::unique_ptr<Work> work);

  // Submits work that calls body(stream), as MakeWork's does, and takes about
  // so long; returns when it has ended if it is quick and the stream idle.
  template <class Body>
  static uint64_t Submit(const Ref<Stream>& stream, int64_t nanoseconds,
                         Body body) {
    // What the body holds goes before the run counts as ended.
    const auto run_and_drop = [&body](Stream& running) {
      Body own = std::move(body);
      return own(running);
    };
    if (nanoseconds < kQuickNanoseconds && stream->RunIfIdle(run_and_drop)) {
      return 0;  // a number that has been reached
    }
    return Submit(stream, MakeWork(std::move(body)));
  }

  // Has this thread call body(stream) at once, as work that was submitted;
  // false if the stream is not idle. No lock is held meanwhile; what others
  // submit comes after it.
  template <class Body>
  bool RunIfIdle(const Body& body) {
    return RunIfIdle(&body, [](const void* context, Stream& stream) {
      return (*static_cast<const Body*>(context))(stream);
    });
  }

  // Work submitted from now on starts only after the completion. Any thread.
  static void SubmitWait(const Ref<Stream>& stream,
                         std::shared_ptr<Completion> completion);

  // Whether all submitted work has ended.
  bool Idle() const {
    return (state_.load(std::memory_order_acquire) & kOwned) == 0;
  }

  // Waits until the work of this number and all before it has ended; false
  // when the deadline passed first. Without a deadline the caller runs the work
  // itself if nobody else does yet.
  bool WaitFor(uint64_t number, const Deadline& deadline);

  // As WaitFor, for all work submitted before the call.
  bool WaitIdle(const Deadline& deadline);

  // Waits until all work submitted before the call has ended. Returns, once,
  // the first fault not reported yet; kStreamSyncTimeout at the deadline.
  Status Synchronize(const Deadline& deadline);

  // Drops the work that has not begun; what it would have ended has ended.
  void Abandon();

  // The first fault not reported yet; may be nullptr.
  std::shared_ptr<Fault> PendingFault() const;

 private:
  using RunBody = Status (*)(const void* context, Stream& stream);

  // Of those who go through the queue; kNobody may be a run outside the queue.
  enum class Owner { kNobody, kPool, kThread, kCompletion };

  // state_: two flags, and how many runs outside the queue have ended.
  static constexpr uint64_t kOwned = 1;      // there is work that has not ended
  static constexpr uint64_t kContended = 2;  // a run's end concerns others
  static constexpr uint64_t kOneRun = 4;
  static constexpr uint64_t kNever = ~uint64_t{0};  // of numbers and states

  bool RunIfIdle(const void* context, RunBody body);
  void EndContendedRun(uint64_t idle_state);
  // Whether the run outside the queue that begins at this state goes on.
  bool IsRunning(uint64_t idle_state) const;

  // The following are called with the mutex held by `lock`.

  // Goes through the queue, as its owner, until it is empty, must park, or work
  // up to the number has ended or so many items were run. True when the pool
  // has to go on, to which the caller then posts the stream without the mutex.
  // *self is what kept the stream alive if that is not needed any more.
  bool GoOn(std::unique_lock<std::mutex>& lock, int item_count, uint64_t number,
            Ref<Stream>* self);
  void RunFirst(std::unique_lock<std::mutex>& lock);
  // Counts items as ended.
  void End(uint64_t count);
  bool Wait(std::unique_lock<std::mutex>& lock, uint64_t number, uint64_t run,
            const Deadline& deadline);
  // Runs the queue up to the number if it is the pool's to run and the pool has
  // not begun.
  bool Help(std::unique_lock<std::mutex>& lock, uint64_t number);

  // Goes on after the completion that the stream had parked for.
  void Resume() noexcept override;
  void RunOnWorker() noexcept override;
  void Post() noexcept { ThreadPool::Instance().Post(*this); }

  // Calls the body; a failure is noted.
  template <class Body>
  void RunNoting(const Body& body) noexcept;
  void NoteFault(Status status) noexcept;

  void* const context_;
  const int32_t device_;

  // An owner's is the right to run work, and to give it on. Taken from idle
  // without the mutex, or with it for the queue.
  std::atomic<uint64_t> state_{0};
  std::atomic<bool> has_fault_{false};  // fault_ is not nullptr

  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable ended_changed_;
  Owner owner_ = Owner::kNobody;
  Work* first_ = nullptr;  // the queue
  Work* last_ = nullptr;
  Ref<Stream> self_;                // while something is queued or running
  uint64_t submitted_ = 0;          // items ever queued
  std::atomic<uint64_t> ended_{0};  // items that have ended
  uint64_t dropped_ = 0;            // items that were, to be counted as ended
  uint64_t wanted_ = kNever;        // the first number that someone sleeps for
  std::shared_ptr<Fault> fault_;
  std::shared_ptr<Fault> spare_fault_;  // for the next one
};

using StreamPool = HandlePool<Stream>;

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_STREAM_H_
