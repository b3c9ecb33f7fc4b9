// SPDX-License-Identifier: Apache-2.0
// The process's worker threads: they serve the streams and share the pieces of
// one operator. Nothing else in the library starts a thread.
#ifndef HOSTNN_RUNTIME_THREAD_POOL_H_
#define HOSTNN_RUNTIME_THREAD_POOL_H_

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
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
  PoolTask* next_ = nullptr;
};

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

  // Calls body(i) once for every i in [0, count), on this thread and on
  // workers that are free, and returns when all calls have ended. May be
  // called on a worker. body must not throw.
  void ParallelFor(int64_t count, const std::function<void(int64_t)>& body);

 private:
  struct SharedLoop;

  // Starts threads up to the count, with the mutex held; makes the count what
  // is granted, and throws when that is none.
  Status StartThreads();
  bool HasWork() const { return loops_ != nullptr || first_task_ != nullptr; }
  void Work();
  void Share(std::unique_lock<std::mutex>& lock, SharedLoop& loop);

  std::atomic<int> thread_count_;
  std::mutex mutex_;  // guards what follows, and the links of what is queued
  int running_threads_ = 0;
  std::condition_variable work_added_;
  std::condition_variable helper_left_;
  SharedLoop* loops_ = nullptr;  // that ask for helpers, newest first
  PoolTask* first_task_ = nullptr;
  PoolTask* last_task_ = nullptr;
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_THREAD_POOL_H_
