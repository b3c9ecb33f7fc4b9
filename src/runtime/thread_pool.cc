// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_pool.h"

#include <algorithm>
#include <cfenv>
#include <system_error>
#include <thread>

#include "base/settings.h"

namespace hostnn {

// The indices of one ParallelFor, handed out one by one. Lives on its caller's
// stack: it leaves only when no helper is inside any more.
struct ThreadPool::SharedLoop {
  const int64_t count;
  const std::function<void(int64_t)>& body;
  std::atomic<int64_t> next_index{0};

  // Guarded by the pool's mutex.
  int64_t wanted_helpers;
  int64_t helpers_inside = 0;
  SharedLoop* next = nullptr;

  // Calls the body for indices until none is left.
  void Run() {
    for (int64_t i = next_index.fetch_add(1, std::memory_order_relaxed);
         i < count; i = next_index.fetch_add(1, std::memory_order_relaxed)) {
      body(i);
    }
  }
};

ThreadPool::ThreadPool(int thread_count) : thread_count_(thread_count) {
  const std::lock_guard lock(mutex_);
  (void)StartThreads();  // some will do
}

Status ThreadPool::StartThreads() {
  const int wanted = thread_count_;
  while (running_threads_ < wanted) {
    try {
      std::thread([this] { Work(); }).detach();
    } catch (...) {  // the system's limit, or memory
      thread_count_ = running_threads_;
      if (running_threads_ == 0) throw;
      return Status::Format(Code::kAclInternal,
                            "count: expected as many threads as the system "
                            "grants, %d, got %d",
                            running_threads_, wanted);
    }
    ++running_threads_;
  }
  return Status();
}

Status ThreadPool::SetThreadCount(int count) {
  const std::lock_guard lock(mutex_);
  thread_count_ = count;
  work_added_.notify_all();  // those too many end
  return StartThreads();
}

ThreadPool& ThreadPool::Instance() {
  static ThreadPool& pool = *new ThreadPool(ProcessSettings().thread_count);
  return pool;
}

void ThreadPool::Post(PoolTask& task) noexcept {
  {
    const std::lock_guard lock(mutex_);
    task.next_ = nullptr;
    (first_task_ == nullptr ? first_task_ : last_task_->next_) = &task;
    last_task_ = &task;
  }
  work_added_.notify_one();
}

void ThreadPool::ParallelFor(int64_t count,
                             const std::function<void(int64_t)>& body) {
  const int64_t helper_count = std::min<int64_t>(count, thread_count_) - 1;
  SharedLoop loop{.count = count, .body = body, .wanted_helpers = helper_count};
  if (helper_count <= 0) return loop.Run();
  {
    const std::lock_guard lock(mutex_);
    loop.next = loops_;
    loops_ = &loop;
  }
  for (int64_t i = 0; i < helper_count; ++i) work_added_.notify_one();
  loop.Run();
  std::unique_lock lock(mutex_);
  SharedLoop** link = &loops_;
  while (*link != nullptr && *link != &loop) link = &(*link)->next;
  if (*link == &loop) *link = loop.next;
  helper_left_.wait(lock, [&loop] { return loop.helpers_inside == 0; });
}

void ThreadPool::Share(std::unique_lock<std::mutex>& lock, SharedLoop& loop) {
  ++loop.helpers_inside;
  if (--loop.wanted_helpers == 0) loops_ = loop.next;
  lock.unlock();
  loop.Run();
  lock.lock();
  if (--loop.helpers_inside == 0) helper_left_.notify_all();
}

void ThreadPool::Work() {
  // A thread begins with its creator's environment: a program's own may round
  // otherwise or flush subnormal numbers.
  std::fesetenv(FE_DFL_ENV);
  std::unique_lock lock(mutex_);
  for (;;) {
    work_added_.wait(
        lock, [this] { return HasWork() || running_threads_ > thread_count_; });
    if (running_threads_ > thread_count_) {
      --running_threads_;
      if (HasWork())
        work_added_.notify_one();  // this one may have taken a call
      return;
    }
    // What has begun ends first.
    if (loops_ != nullptr) {
      Share(lock, *loops_);
      continue;
    }
    PoolTask& task = *first_task_;
    first_task_ = task.next_;
    lock.unlock();
    task.RunOnWorker();
    lock.lock();
  }
}

}  // namespace hostnn
