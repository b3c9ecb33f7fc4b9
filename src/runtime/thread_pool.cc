// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_pool.h"

#include <algorithm>
#include <cfenv>
#include <system_error>
#include <thread>

#include "base/settings.h"
#include "runtime/spin.h"

namespace hostnn {

namespace {

// A loop is shared with workers that have to be woken when each of them then
// has at least so much to do, ...
constexpr int64_t kWorthWaking = 100'000;
// ... and with those that spin when there is so much in all.
constexpr int64_t kWorthSharing = 20'000;

}  // namespace

// The indices of one ParallelFor, handed out one by one. Lives on its caller's
// stack: it leaves only when no helper is inside any more.
struct ThreadPool::SharedLoop {
  const int64_t count;
  const void* const context;
  void (*const body)(const void* context, int64_t i);
  std::atomic<int64_t> next_index{0};

  // Guarded by the pool's mutex; the second may be read without.
  int64_t wanted_helpers;
  std::atomic<int64_t> helpers_inside{0};
  bool caller_sleeps = false;
  SharedLoop* next = nullptr;

  // Calls the body for indices until none is left.
  void Run() {
    for (int64_t i = next_index.fetch_add(1, std::memory_order_relaxed);
         i < count; i = next_index.fetch_add(1, std::memory_order_relaxed)) {
      body(context, i);
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

void ThreadPool::Append(PoolTask& task) {
  task.queued_ = true;
  task.next_ = nullptr;
  task.previous_ = last_task_;
  (first_task_ == nullptr ? first_task_ : last_task_->next_) = &task;
  last_task_ = &task;
  has_work_.store(true, std::memory_order_relaxed);
}

void ThreadPool::Unlink(PoolTask& task) {
  task.queued_ = false;
  (task.previous_ == nullptr ? first_task_ : task.previous_->next_) =
      task.next_;
  (task.next_ == nullptr ? last_task_ : task.next_->previous_) = task.previous_;
  has_work_.store(HasWork(), std::memory_order_relaxed);
}

void ThreadPool::Post(PoolTask& task) noexcept {
  bool wake;
  {
    const std::lock_guard lock(mutex_);
    Append(task);
    wake = MustWakeOne();
  }
  if (wake) Wake(1);
}

bool ThreadPool::Withdraw(PoolTask& task) noexcept {
  const std::lock_guard lock(mutex_);
  if (!task.queued_) return false;
  Unlink(task);
  return true;
}

bool ThreadPool::MustWakeOne() {
  const bool must = spinning_ == 0 && sleeping_ > 0 && !waking_;
  waking_ = waking_ || must;
  return must;
}

int64_t ThreadPool::WakeCount(const SharedLoop& loop) const {
  constexpr int64_t kMostAtOnce = 2;
  return std::min<int64_t>(
      {kMostAtOnce, loop.wanted_helpers - spinning_, sleeping_});
}

void ThreadPool::Wake(int64_t count) {
  for (int64_t i = 0; i < count; ++i) work_added_.notify_one();
}

int64_t ThreadPool::HelperCount(int64_t count, int64_t nanoseconds) const {
  const int64_t most = std::min<int64_t>(count, thread_count_) - 1;
  int64_t worthwhile = nanoseconds / kWorthWaking - 1;
  if (nanoseconds >= kWorthSharing) {
    worthwhile = std::max<int64_t>(worthwhile, spinning_);
  }
  return std::min(most, worthwhile);
}

void ThreadPool::RunLoop(int64_t count, int64_t nanoseconds,
                         const void* context,
                         void (*body)(const void* context, int64_t i)) {
  const int64_t helper_count = HelperCount(count, nanoseconds);
  if (helper_count <= 0) {
    for (int64_t i = 0; i < count; ++i) body(context, i);
    return;
  }
  SharedLoop loop{.count = count,
                  .context = context,
                  .body = body,
                  .wanted_helpers = helper_count};
  int64_t wake;
  {
    const std::lock_guard lock(mutex_);
    loop.next = loops_;
    loops_ = &loop;
    has_work_.store(true, std::memory_order_relaxed);
    wake = WakeCount(loop);
  }
  Wake(wake);
  loop.Run();
  std::unique_lock lock(mutex_);
  SharedLoop** link = &loops_;
  while (*link != nullptr && *link != &loop) link = &(*link)->next;
  if (*link == &loop) *link = loop.next;
  has_work_.store(HasWork(), std::memory_order_relaxed);
  if (loop.helpers_inside == 0) return;
  lock.unlock();
  SpinUntil([&loop] { return loop.helpers_inside == 0; });
  lock.lock();
  loop.caller_sleeps = true;
  helper_left_.wait(lock, [&loop] { return loop.helpers_inside == 0; });
}

void ThreadPool::Share(std::unique_lock<std::mutex>& lock, SharedLoop& loop) {
  ++loop.helpers_inside;
  if (--loop.wanted_helpers == 0) {
    loops_ = loop.next;
    has_work_.store(HasWork(), std::memory_order_relaxed);
  }
  // Tasks need not wait for the loop while others sleep.
  const int64_t wake =
      WakeCount(loop) + (first_task_ != nullptr && MustWakeOne() ? 1 : 0);
  lock.unlock();
  Wake(wake);
  loop.Run();
  lock.lock();
  if (--loop.helpers_inside == 0 && loop.caller_sleeps) {
    helper_left_.notify_all();
  }
}

void ThreadPool::RunFirstTask(std::unique_lock<std::mutex>& lock) {
  PoolTask& task = *first_task_;
  Unlink(task);
  const bool wake = HasWork() && MustWakeOne();
  lock.unlock();
  if (wake) Wake(1);
  task.RunOnWorker();
  lock.lock();
}

void ThreadPool::AwaitWork(std::unique_lock<std::mutex>& lock) {
  ++spinning_;
  lock.unlock();
  SpinUntil([this] { return has_work_.load(std::memory_order_relaxed); });
  lock.lock();
  --spinning_;
  if (HasWork() || HasTooManyThreads()) return;
  ++sleeping_;
  work_added_.wait(lock);
  --sleeping_;
  waking_ = false;
}

void ThreadPool::Work() {
  // A thread begins with its creator's environment: a program's own may round
  // otherwise or flush subnormal numbers.
  std::fesetenv(FE_DFL_ENV);
  std::unique_lock lock(mutex_);
  while (!HasTooManyThreads()) {
    if (loops_ != nullptr) {  // what has begun ends first
      Share(lock, *loops_);
    } else if (first_task_ != nullptr) {
      RunFirstTask(lock);
    } else {
      AwaitWork(lock);
    }
  }
  --running_threads_;
  if (HasWork()) work_added_.notify_one();  // this one may have taken a call
}

}  // namespace hostnn
