// SPDX-License-Identifier: Apache-2.0
// The process's worker threads: they serve the streams and share the pieces of
// one operator. Nothing else in the library starts a thread.
#ifndef HOSTNN_RUNTIME_THREAD_POOL_H_
#define HOSTNN_RUNTIME_THREAD_POOL_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "base/status.h"

namespace hostnn {

// Something that a worker runs. Queued in place, so that queueing never needs
// memory; must not be queued twice at a time.
class PoolTask {
 public:
  virtual void RunOnWorker() noexcept = 0;

 protected:
  ~PoolTask() = default;

 private:
  friend class ThreadPool;
  bool queued_ = false;
  PoolTask* next_ = nullptr;
  PoolTask* previous_ = nullptr;
};

// A worker without work spins for a moment before it sleeps. Whoever brings
// work wakes one that sleeps only if none spins and none is being woken; one
// that finds more work than it can take wakes the next.
class ThreadPool {
 public:
  // Starts the threads, as many as `thread_count` or as the system grants, but
  // at least one; throws when not even that. They compute in
  // the default floating-point environment, whatever their creator's is.
  explicit ThreadPool(int thread_count);

  // The pool that streams use; made on first use, never destroyed.
  static ThreadPool& Instance();

  int thread_count() const { return thread_count_; }

  // Starts threads or lets some end, after what they are running. kAclInternal
  // when the system grants fewer; there are as many then as it grants.
  Status SetThreadCount(int count);

  // Runs the task on a worker, after those posted before have begun. It must
  // live until then.
  void Post(PoolTask& task) noexcept;

  // Takes a posted task back; false when a worker has taken it already.
  bool Withdraw(PoolTask& task) noexcept;

  // Calls body(i) once for every i in [0, count), on this thread and, if that
  // pays for work of so many nanoseconds in all, on workers that are free;
  // returns when all calls have ended. May be called on a worker. body must not
  // throw.
  template <class Body>
  void ParallelFor(int64_t count, int64_t nanoseconds, const Body& body) {
    RunLoop(count, nanoseconds, &body, [](const void* context, int64_t i) {
      (*static_cast<const Body*>(context))(i);
    });
  }

 private:
  struct SharedLoop;

  // Starts threads up to the count, with the mutex held; makes the count what
  // is granted, and throws when that is none.
  Status StartThreads();

  // How many workers are worth asking for.
  int64_t HelperCount(int64_t count, int64_t nanoseconds) const;
  void RunLoop(int64_t count, int64_t nanoseconds, const void* context,
               void (*body)(const void* context, int64_t i));

  bool HasWork() const { return loops_ != nullptr || first_task_ != nullptr; }
  bool HasTooManyThreads() const { return running_threads_ > thread_count_; }
  void Append(PoolTask& task);
  void Unlink(PoolTask& task);

  void Work();
  void AwaitWork(std::unique_lock<std::mutex>& lock);
  void RunFirstTask(std::unique_lock<std::mutex>& lock);
  void Share(std::unique_lock<std::mutex>& lock, SharedLoop& loop);

  // With the mutex held: whether a sleeping worker has to be woken for a task,
  // which the caller then does, best without the mutex.
  bool MustWakeOne();
  // As MustWakeOne, how many for a loop: each woken one wakes others in turn.
  int64_t WakeCount(const SharedLoop& loop) const;
  void Wake(int64_t count);

  std::atomic<int> thread_count_;
  std::atomic<int> spinning_{0};       // changes with the mutex held
  std::atomic<bool> has_work_{false};  // HasWork(), for those who spin
  std::mutex mutex_;  // guards what follows, and the links of what is queued
  int running_threads_ = 0;
  int sleeping_ = 0;
  bool waking_ = false;  // one that sleeps is being woken for a task
  std::condition_variable work_added_;
  std::condition_variable helper_left_;
  SharedLoop* loops_ = nullptr;  // that ask for helpers, newest first
  PoolTask* first_task_ = nullptr;
  PoolTask* last_task_ = nullptr;
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_THREAD_POOL_H_
