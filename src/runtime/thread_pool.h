// SPDX-License-Identifier: Apache-2.0
// The process's worker threads: they serve the streams and share the pieces of
// one operator. Nothing else in the library starts a thread.
#ifndef HOSTNN_RUNTIME_THREAD_POOL_H_
#define HOSTNN_RUNTIME_THREAD_POOL_H_

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>

namespace hostnn {

class ThreadPool {
 public:
  // Starts the threads, as many as `thread_count` or as the system grants, but
  // at least one; throws std::system_error when not even that.
  explicit ThreadPool(int thread_count);

  // The pool that streams use; made on first use, never destroyed.
  static ThreadPool& Instance();

  int thread_count() const { return thread_count_; }

  // Runs the task on a worker, after those posted before have begun.
  void Post(std::function<void()> task);

  // Calls body(i) once for every i in [0, count), on this thread and on
  // workers that are free, and returns when all calls have ended. May be
  // called on a worker. body must not throw.
  void ParallelFor(int64_t count, const std::function<void(int64_t)>& body);

 private:
  // Queues `share` so that this many workers may take it, if free.
  void Invite(int64_t helpers, const std::function<void()>& share);
  void Work();

  int thread_count_ = 0;
  std::mutex mutex_;  // guards tasks_
  std::condition_variable task_added_;
  std::deque<std::function<void()>> tasks_;
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_THREAD_POOL_H_
