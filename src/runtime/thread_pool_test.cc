// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <functional>
#include <latch>
#include <utility>
#include <vector>

namespace hostnn {
namespace {

TEST(ThreadPoolTest, ParallelForCallsEveryIndexOnce) {
  for (const int64_t count : {0, 1, 2, 3, 100, 10000}) {
    std::vector<std::atomic<int>> calls(static_cast<size_t>(count));
    ThreadPool::Instance().ParallelFor(
        count, [&](int64_t i) { ++calls[static_cast<size_t>(i)]; });
    for (const std::atomic<int>& times : calls) EXPECT_EQ(times, 1);
  }
}

// A task that calls a function.
class Task final : public PoolTask {
 public:
  explicit Task(std::function<void()> body) : body_(std::move(body)) {}
  void RunOnWorker() noexcept override { body_(); }

 private:
  const std::function<void()> body_;
};

TEST(ThreadPoolTest, PostedTasksRun) {
  std::latch done(100);
  std::deque<Task> tasks;
  for (int i = 0; i < 100; ++i) {
    ThreadPool::Instance().Post(tasks.emplace_back([&] { done.count_down(); }));
  }
  done.wait();
  EXPECT_TRUE(done.try_wait());
}

TEST(ThreadPoolTest, ParallelForWorksOnEveryWorkerAtOnce) {
  constexpr int kTasks = 8;
  std::atomic<int64_t> sum{0};
  std::latch done(kTasks);
  std::deque<Task> tasks;
  for (int i = 0; i < kTasks; ++i) {
    ThreadPool::Instance().Post(tasks.emplace_back([&] {
      ThreadPool::Instance().ParallelFor(100, [&](int64_t i) { sum += i; });
      done.count_down();
    }));
  }
  done.wait();
  EXPECT_EQ(sum, kTasks * 4950);
}

TEST(ThreadPoolTest, PiecesOfOneCallRunOnSeveralThreads) {
  ThreadPool& pool = ThreadPool::Instance();
  if (pool.thread_count() < 2) GTEST_SKIP() << "needs two threads";
  // Ends only if two threads take part.
  std::latch both_here(2);
  pool.ParallelFor(2, [&](int64_t) { both_here.arrive_and_wait(); });
  EXPECT_TRUE(both_here.try_wait());
}

}  // namespace
}  // namespace hostnn
