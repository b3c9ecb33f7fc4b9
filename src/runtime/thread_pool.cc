// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_pool.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "base/settings.h"

namespace hostnn {
namespace {

// The indices of one ParallelFor, handed out one by one. Shared with helpers
// that may arrive after the caller has left; those find nothing to do.
class IndexRange {
 public:
  IndexRange(int64_t count, const std::function<void(int64_t)>& body)
      : count_(count), body_(&body), remaining_(count) {}

  // Calls the body for indices until none is left.
  void Share() {
    for (;;) {
      const int64_t index = next_.fetch_add(1, std::memory_order_relaxed);
      if (index >= count_) return;
      (*body_)(index);
      if (remaining_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        remaining_.notify_all();
      }
    }
  }

  // Returns when every call has ended.
  void Wait() const {
    for (int64_t left = remaining_.load(std::memory_order_acquire); left != 0;
         left = remaining_.load(std::memory_order_acquire)) {
      remaining_.wait(left, std::memory_order_acquire);
    }
  }

 private:
  const int64_t count_;
  const std::function<void(int64_t)>* const body_;
  std::atomic<int64_t> next_{0};
  std::atomic<int64_t> remaining_;
};

}  // namespace

ThreadPool::ThreadPool(int thread_count) {
  for (int i = 0; i < thread_count; ++i) {
    try {
      std::thread([this] { Work(); }).detach();
    } catch (const std::system_error&) {
      if (i == 0) throw;
      break;
    }
    ++thread_count_;
  }
}

ThreadPool& ThreadPool::Instance() {
  static ThreadPool& pool = *new ThreadPool(ProcessSettings().thread_count);
  return pool;
}

void ThreadPool::Post(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  task_added_.notify_one();
}

void ThreadPool::ParallelFor(int64_t count,
                             const std::function<void(int64_t)>& body) {
  const int64_t helpers = std::min<int64_t>(count, thread_count_) - 1;
  if (helpers <= 0) {
    for (int64_t i = 0; i < count; ++i) body(i);
    return;
  }
  const auto range = std::make_shared<IndexRange>(count, body);
  Invite(helpers, [range] { range->Share(); });
  range->Share();
  range->Wait();
}

void ThreadPool::Invite(int64_t helpers, const std::function<void()>& share) {
  try {
    // In front of the tasks that wait: what has begun ends first.
    const std::lock_guard lock(mutex_);
    for (int64_t i = 0; i < helpers; ++i) tasks_.push_front(share);
  } catch (const std::bad_alloc&) {
    // With fewer helpers it is slower, nothing else.
  }
  for (int64_t i = 0; i < helpers; ++i) task_added_.notify_one();
}

void ThreadPool::Work() {
  for (;;) {
    std::function<void()> task;
    {
      std::unique_lock lock(mutex_);
      task_added_.wait(lock, [this] { return !tasks_.empty(); });
      task = std::move(tasks_.front());
      tasks_.pop_front();
    }
    task();
  }
}

}  // namespace hostnn
