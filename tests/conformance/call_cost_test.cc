// SPDX-License-Identifier: Apache-2.0
// What a call costs besides its computation: no memory once all is warm, and no
// other thread where there is little to compute.
#include <gtest/gtest.h>

#include <dirent.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <string>

#include "harness/busy_work.h"
#include "harness/call.h"
#include "harness/each_operator.h"
#include "harness/random.h"
#include "harness/session.h"
#include "harness/stream.h"
#include "harness/test_settings.h"

namespace {

// Of the process: every thread's, the library's included.
constinit std::atomic<int64_t> allocation_count = 0;

}  // namespace

// The program's functions take the place of those of the C library, for the
// library and for operator new too.
extern "C" {

void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* memory, size_t size);
void* __libc_memalign(size_t alignment, size_t size);

void* malloc(size_t size) {
  ++allocation_count;
  return __libc_malloc(size);
}
void* calloc(size_t count, size_t size) {
  ++allocation_count;
  return __libc_calloc(count, size);
}
void* realloc(void* memory, size_t size) {
  ++allocation_count;
  return __libc_realloc(memory, size);
}
void* memalign(size_t alignment, size_t size) {
  ++allocation_count;
  return __libc_memalign(alignment, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return memalign(alignment, size);
}
int posix_memalign(void** memory, size_t alignment, size_t size) {
  *memory = memalign(alignment, size);
  return *memory == nullptr ? ENOMEM : 0;
}

}  // extern "C"

namespace hostnn::harness {
namespace {

constexpr int kWarmUpCalls = 100;
constexpr int kCalls = 1000;

// How often body() and all other threads ask for memory meanwhile.
template <class Body>
int64_t AllocationsOf(const Body& body) {
  const int64_t before = allocation_count;
  body();
  return allocation_count - before;
}

// "State" or "voluntary_ctxt_switches" of a thread.
std::string StatusOf(const std::string& thread, const std::string& key) {
  std::ifstream file("/proc/self/task/" + thread + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.rfind(key + ":\t", 0) == 0) return line.substr(key.size() + 2);
  }
  return "";
}

// Calls visit(thread) for every thread of the process but this one.
template <class Visit>
void ForEachOtherThread(const Visit& visit) {
  const std::string own = std::to_string(syscall(SYS_gettid));
  const std::unique_ptr<DIR, int (*)(DIR*)> tasks(opendir("/proc/self/task"),
                                                  closedir);
  while (const dirent* entry = readdir(tasks.get())) {
    const std::string thread = entry->d_name;
    if (thread[0] != '.' && thread != own) visit(thread);
  }
}

bool AllOtherThreadsSleepNow() {
  bool all_sleep = true;
  ForEachOtherThread([&](const std::string& thread) {
    all_sleep = all_sleep && StatusOf(thread, "State")[0] == 'S';
  });
  return all_sleep;
}

// Waits for it, ten seconds at most.
bool AllOtherThreadsSleep() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!AllOtherThreadsSleepNow()) {
    if (std::chrono::steady_clock::now() > end) return false;
  }
  return true;
}

// How often the other threads went to sleep so far.
int64_t SleepsOfOtherThreads() {
  int64_t sleeps = 0;
  ForEachOtherThread([&](const std::string& thread) {
    sleeps += std::stoll(StatusOf(thread, "voluntary_ctxt_switches"));
  });
  return sleeps;
}

class CallCostTest : public EachOperatorTest {
 protected:
  // Both phases and the wait for the result, so many times.
  static void MakeCalls(Call& call, aclrtStream stream, int count) {
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(call.Launch(stream), 0);
      ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
  }

  // A repeatable executor of the call.
  static aclOpExecutor* PlanRepeatable(const Call& call) {
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    EXPECT_EQ(call.Plan(&workspace_size, &executor), 0);
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
    return executor;
  }

  static void RunRepeatable(aclOpExecutor* executor, aclrtStream stream,
                            int count) {
    for (int i = 0; i < count; ++i) {
      ASSERT_EQ(op().run(nullptr, 0, executor, stream), 0);
      ASSERT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    }
  }

  // Launches while the stream is busy, so that they are queued.
  static void MakeQueuedCalls(Call& call, aclrtStream stream, int count) {
    for (int i = 0; i < count; ++i) ASSERT_EQ(call.Launch(stream), 0);
  }

  static Arguments MakeArguments(CallSize size) {
    Random random(TestSeed());
    return op().oracle->RandomArguments(
        random, {.size = size, .contiguous = true, .ordinary_values = true});
  }
};

TEST_P(CallCostTest, CallsTakeNoMemoryOnceWarm) {
  const Stream stream;
  for (const CallSize size : {CallSize::kSmall, CallSize::kLongRows}) {
    const Arguments arguments = MakeArguments(size);
    Call call(op(), arguments);
    MakeCalls(call, stream.get(), kWarmUpCalls);
    EXPECT_EQ(AllocationsOf([&] { MakeCalls(call, stream.get(), kCalls); }), 0);
    EXPECT_EQ(AllocationsOf([&] { MakeCalls(call, nullptr, kCalls); }), 0);
  }
}

TEST_P(CallCostTest, RepeatedRunsTakeNoMemoryOnceWarm) {
  const Stream stream;
  const Arguments arguments = MakeArguments(CallSize::kSmall);
  const Call call(op(), arguments);
  aclOpExecutor* executor = PlanRepeatable(call);
  RunRepeatable(executor, stream.get(), kWarmUpCalls);
  EXPECT_EQ(
      AllocationsOf([&] { RunRepeatable(executor, stream.get(), kCalls); }), 0);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST_P(CallCostTest, QueuedCallsTakeNoMemoryOnceWarm) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const Arguments arguments = MakeArguments(CallSize::kLongRows);
  Call call(op(), arguments);
  // On a loaded machine the work may end before the calls behind it are queued:
  // they are not warm then.
  constexpr int kMostRounds = 50;
  int64_t allocations = -1;
  for (int round = 0; round < kMostRounds && allocations != 0; ++round) {
    busy.Queue();
    allocations = AllocationsOf([&] {
      MakeQueuedCalls(call, stream.get(), kWarmUpCalls);
      stream.Synchronize();
    });
  }
  EXPECT_EQ(allocations, 0);
}

TEST_P(CallCostTest, SmallCallsWakeNoThread) {
  const Stream stream;
  BusyWork(stream.get()).Queue();  // starts the library's threads
  const Arguments arguments = MakeArguments(CallSize::kSmall);
  Call call(op(), arguments);
  MakeCalls(call, stream.get(), kWarmUpCalls);
  ASSERT_TRUE(AllOtherThreadsSleep());
  const int64_t before = SleepsOfOtherThreads();
  MakeCalls(call, stream.get(), kCalls);
  EXPECT_EQ(SleepsOfOtherThreads(), before);
}

INSTANTIATE_TEST_SUITE_P(Each, CallCostTest, OfEachOperator(), NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
