// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_pool.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cfenv>
#include <deque>
#include <functional>
#include <latch>
#include <thread>
#include <utility>
#include <vector>

namespace hostnn {
namespace {

// Long enough for any number of threads.
constexpr int64_t kSecond = 1'000'000'000;

TEST(ThreadPoolTest, ParallelForCallsEveryIndexOnce) {
  for (const int64_t count : {0, 1, 2, 3, 100, 10000}) {
    std::vector<std::atomic<int>> calls(static_cast<size_t>(count));
    ThreadPool::Instance().ParallelFor(
        count, kSecond, [&](int64_t i) { ++calls[static_cast<size_t>(i)]; });
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
      ThreadPool::Instance().ParallelFor(100, kSecond,
                                         [&](int64_t i) { sum += i; });
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
  pool.ParallelFor(2, kSecond, [&](int64_t) { both_here.arrive_and_wait(); });
  EXPECT_TRUE(both_here.try_wait());
}

TEST(ThreadPoolTest, LoopsTooShortToShareRunOnTheirCallersThread) {
  static ThreadPool& pool = *new ThreadPool(3);
  for (const int64_t nanoseconds : {0, 1000, 19'999}) {
    pool.ParallelFor(100, nanoseconds,
                     [caller = std::this_thread::get_id()](int64_t) {
                       EXPECT_EQ(std::this_thread::get_id(), caller);
                     });
  }
}

TEST(ThreadPoolTest, ATaskIsWithdrawnUnlessAWorkerHasTakenIt) {
  static ThreadPool& pool = *new ThreadPool(1);
  std::latch started(1);
  std::latch gate(1);
  Task busy([&] {
    started.count_down();
    gate.wait();
  });
  pool.Post(busy);
  started.wait();
  EXPECT_FALSE(pool.Withdraw(busy));
  std::vector<int> ran;
  std::deque<Task> tasks;
  for (int i = 0; i < 4; ++i) {
    pool.Post(tasks.emplace_back([&ran, i] { ran.push_back(i); }));
  }
  for (const size_t i : {1u, 0u, 3u}) EXPECT_TRUE(pool.Withdraw(tasks[i]));
  EXPECT_FALSE(pool.Withdraw(tasks[3]));
  std::latch done(1);
  Task last([&] { done.count_down(); });
  pool.Post(tasks[1]);
  pool.Post(last);
  gate.count_down();
  done.wait();
  EXPECT_EQ(ran, (std::vector<int>{2, 1}));
}

TEST(ThreadPoolTest, TheNumberOfThreadsCanChange) {
  static ThreadPool& pool = *new ThreadPool(1);
  for (const int count : {7, 1, 16, 2, 3}) {
    ASSERT_TRUE(pool.SetThreadCount(count).ok());
    EXPECT_EQ(pool.thread_count(), count);
    // Ends only if all of them take part.
    std::latch all_here(count);
    std::atomic<int> calls = 0;
    pool.ParallelFor(count, kSecond, [&](int64_t) {
      ++calls;
      all_here.arrive_and_wait();
    });
    EXPECT_EQ(calls, count);
  }
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
// Ends the process with whether a pool got along with a system that grants no
// memory for so many threads.
void AskForMoreThreadsThanTheSystemGrants() {
  auto& pool = *new ThreadPool(1);
  rlimit limit = {};
  getrlimit(RLIMIT_AS, &limit);
  limit.rlim_cur = rlim_t{1} << 30;
  setrlimit(RLIMIT_AS, &limit);
  const Status status = pool.SetThreadCount(1024);
  const int granted = pool.thread_count();
  std::atomic<int> calls = 0;
  pool.ParallelFor(100, kSecond, [&](int64_t) { ++calls; });
  const bool right = status.code() == Code::kAclInternal && granted >= 1 &&
                     granted < 1024 && calls == 100;
  _exit(right ? 0 : 1);
}

TEST(ThreadPoolDeathTest, FewerThreadsThanAskedForAreToldAndWork) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(AskForMoreThreadsThanTheSystemGrants(),
              testing::ExitedWithCode(0), "");
}
#endif

TEST(ThreadPoolTest, WorkQueuedWhileThreadsEndIsDone) {
  static ThreadPool& pool = *new ThreadPool(4);
  constexpr int kRounds = 200;
  std::latch done(kRounds);
  std::deque<Task> tasks;
  for (int i = 0; i < kRounds; ++i) {
    ASSERT_TRUE(pool.SetThreadCount(1 + i % 4).ok());
    pool.Post(tasks.emplace_back([&] { done.count_down(); }));
  }
  done.wait();
}

TEST(ThreadPoolTest, ThreadsComputeInTheDefaultEnvironmentWhateverTheCreators) {
  std::fenv_t before;
  std::fegetenv(&before);
  std::fesetround(FE_UPWARD);
  static ThreadPool& pool = *new ThreadPool(1);
  const int creators = std::fegetround();
  std::fesetenv(&before);
  EXPECT_EQ(creators, FE_UPWARD);
  std::atomic<int> rounding = -1;
  std::latch done(1);
  Task task([&] {
    rounding = std::fegetround();
    done.count_down();
  });
  pool.Post(task);
  done.wait();
  EXPECT_EQ(rounding, FE_TONEAREST);
}

}  // namespace
}  // namespace hostnn
