// SPDX-License-Identifier: Apache-2.0
// Work of streams on the program's own threads: of those that submit it and of
// those that wait.
#include <atomic>
#include <cfenv>
#include <deque>
#include <latch>
#include <new>
#include <thread>
#include <vector>

#include "harness/float_modes.h"
#include "runtime/event.h"
#include "runtime/stream_test.h"

namespace hostnn {
namespace {

using StreamProgramThreadTest = StreamTest;

// Keeps all of the pool's threads busy while it lives.
class BusyPool {
 public:
  BusyPool() {
    for (int i = 0; i < ThreadPool::Instance().thread_count(); ++i) {
      ThreadPool::Instance().Post(tasks_.emplace_back(*this));
    }
    all_started_.wait();
  }
  BusyPool(const BusyPool&) = delete;
  BusyPool& operator=(const BusyPool&) = delete;
  ~BusyPool() {
    gate_.count_down();
    all_ended_.wait();
  }

 private:
  class Task final : public PoolTask {
   public:
    explicit Task(BusyPool& pool) : pool_(pool) {}
    void RunOnWorker() noexcept override {
      pool_.all_started_.count_down();
      pool_.gate_.wait();
      pool_.all_ended_.count_down();
    }

   private:
    BusyPool& pool_;
  };

  std::latch gate_{1};
  std::latch all_started_{ThreadPool::Instance().thread_count()};
  std::latch all_ended_{ThreadPool::Instance().thread_count()};
  std::deque<Task> tasks_;
};

// A thread that runs quick work of an idle stream until it is let go.
class QuickRun {
 public:
  explicit QuickRun(const Ref<Stream>& stream)
      : thread_([this, stream] {
          stream->RunIfIdle([this](Stream&) {
            started_.count_down();
            gate_.wait();
            return Status();
          });
        }) {
    started_.wait();
  }
  QuickRun(const QuickRun&) = delete;
  QuickRun& operator=(const QuickRun&) = delete;
  ~QuickRun() {
    if (thread_.joinable()) End();
  }

  void LetGo() { gate_.count_down(); }
  void Join() { thread_.join(); }
  void End() {
    LetGo();
    Join();
  }

 private:
  std::latch started_{1};
  std::latch gate_{1};
  std::thread thread_;
};

TEST_F(StreamProgramThreadTest,
       QuickWorkOfAnIdleStreamRunsOnTheSubmittingThread) {
  const BusyPool pool;
  const Ref<Stream> stream = MakeStream();
  std::thread::id ran_on;
  const uint64_t number = SubmitQuick(stream, [&] {
    ran_on = std::this_thread::get_id();
    EXPECT_FALSE(stream->Idle());
    return Status();
  });
  EXPECT_EQ(ran_on, std::this_thread::get_id());
  EXPECT_TRUE(stream->Idle());
  EXPECT_TRUE(stream->WaitFor(number, Deadline::After(0)));
  EXPECT_TRUE(stream->Synchronize(Deadline::After(0)).ok());
}

TEST_F(StreamProgramThreadTest, QuickWorkBehindOtherWorkIsQueued) {
  const Ref<Stream> stream = MakeStream();
  std::latch gate(1);
  std::vector<int> order;
  Submit(stream, [&] {
    gate.wait();
    order.push_back(1);
    return Status();
  });
  const auto second = [&] {
    order.push_back(2);
    return Status();
  };
  SubmitQuick(stream, second);
  EXPECT_TRUE(order.empty());
  gate.count_down();
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST_F(StreamProgramThreadTest, AStreamThatWaitsForAnEventIsNotIdle) {
  const Ref<Stream> first = MakeStream();
  const Ref<Stream> second = MakeStream();
  std::latch gate(1);
  Submit(first, [&] {
    gate.wait();
    return Status();
  });
  Event event(0, 1, {});
  ASSERT_TRUE(event.Record(first).ok());
  ASSERT_TRUE(event.MakeWait(second).ok());
  EXPECT_FALSE(second->Idle());
  std::atomic<bool> ran = false;
  const auto body = [&] {
    ran = true;
    return Status();
  };
  SubmitQuick(second, body);
  EXPECT_FALSE(ran);
  gate.count_down();
  EXPECT_TRUE(second->Synchronize(Deadline()).ok());
  EXPECT_TRUE(ran);
}

TEST_F(StreamProgramThreadTest,
       AFaultOfQuickWorkIsReportedWhenItIsSynchronised) {
  const Ref<Stream> stream = MakeStream();
  SubmitQuick(stream, [] { return Fail("first"); });
  SubmitQuick(stream, []() -> Status { throw 1; });
  EXPECT_EQ(stream->Synchronize(Deadline()).message(), "first");
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  SubmitQuick(stream, []() -> Status { throw std::bad_alloc(); });
  EXPECT_EQ(stream->Synchronize(Deadline()).code(), Code::kAclBadAlloc);
}

TEST_F(StreamProgramThreadTest,
       WorkOnTheProgramsThreadsHasTheDefaultFloatModes) {
  const BusyPool pool;
  const Ref<Stream> stream = MakeStream();
  const uint32_t usual = harness::FloatModes();
  std::vector<uint32_t> seen;
  const auto look = [&] {
    seen.push_back(harness::FloatModes());
    volatile double large = 1e308;
    large = large * 10;  // raises a flag
    return Status();
  };
  std::feclearexcept(FE_ALL_EXCEPT);
  harness::SetUnusualFloatModes();
  const uint32_t unusual = harness::FloatModes();
  SubmitQuick(stream, look);
  const uint32_t after_running = harness::FloatModes();
  Submit(stream, look);
  const bool ok = stream->Synchronize(Deadline()).ok();  // runs it
  const uint32_t after_helping = harness::FloatModes();
  const int raised = std::fetestexcept(FE_OVERFLOW);
  harness::SetUsualFloatModes();
  EXPECT_TRUE(ok);
  EXPECT_NE(unusual, usual);
  EXPECT_EQ(seen, (std::vector<uint32_t>{usual, usual}));
  EXPECT_EQ(after_running, unusual);
  EXPECT_EQ(after_helping, unusual);
  EXPECT_EQ(raised, 0);
}

TEST_F(StreamProgramThreadTest, WhoWaitsRunsWhatNoThreadOfThePoolHasBegun) {
  const BusyPool pool;
  const Ref<Stream> stream = MakeStream();
  std::vector<std::thread::id> ran_on;
  const auto note = [&] {
    ran_on.push_back(std::this_thread::get_id());
    return Status();
  };
  const uint64_t first = Submit(stream, note);
  Submit(stream, note);
  EXPECT_FALSE(stream->WaitIdle(Deadline::After(1)));
  EXPECT_TRUE(stream->WaitFor(first, Deadline()));
  EXPECT_EQ(ran_on.size(), 1u);  // no more than it waits for
  EXPECT_FALSE(stream->Idle());
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  EXPECT_EQ(ran_on,
            std::vector<std::thread::id>(2, std::this_thread::get_id()));
  EXPECT_TRUE(stream->Idle());
}

TEST_F(StreamProgramThreadTest, ARunOnAProgramsThreadIsWaitedFor) {
  const Ref<Stream> stream = MakeStream();
  QuickRun run(stream);
  EXPECT_FALSE(stream->Idle());
  EXPECT_FALSE(stream->RunIfIdle([](Stream&) { return Status(); }));
  EXPECT_EQ(stream->Synchronize(Deadline::After(1)).code(),
            Code::kStreamSyncTimeout);
  std::thread waiting([&] { EXPECT_TRUE(stream->WaitIdle(Deadline())); });
  run.LetGo();
  waiting.join();
  run.Join();
  EXPECT_TRUE(stream->Idle());
  // Nothing of the waits is left over.
  EXPECT_TRUE(stream->RunIfIdle([](Stream&) { return Status(); }));
}

TEST_F(StreamProgramThreadTest,
       WhatIsSubmittedDuringARunOnAProgramsThreadComesAfterIt) {
  const Ref<Stream> stream = MakeStream();
  QuickRun run(stream);
  std::atomic<int> ran = 0;
  const auto count = [&] {
    ++ran;
    return Status();
  };
  Submit(stream, count);
  SubmitQuick(stream, count);
  EXPECT_FALSE(stream->WaitIdle(Deadline::After(1)));
  EXPECT_EQ(ran, 0);
  run.End();
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  EXPECT_EQ(ran, 2);
}

TEST_F(StreamProgramThreadTest,
       WhatIsAbandonedDuringARunOnAProgramsThreadDoesNotRun) {
  const Ref<Stream> stream = MakeStream();
  QuickRun run(stream);
  bool ran = false;
  Submit(stream, [&] {
    ran = true;
    return Status();
  });
  stream->Abandon();
  EXPECT_FALSE(stream->Idle());
  run.End();
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  EXPECT_TRUE(stream->Idle());
  EXPECT_FALSE(ran);
}

TEST_F(StreamProgramThreadTest, WhatIsAbandonedBehindAnEventDoesNotRun) {
  const Ref<Stream> first = MakeStream();
  const Ref<Stream> second = MakeStream();
  Event event(0, 1, {});
  bool ran = false;
  {
    QuickRun run(first);
    ASSERT_TRUE(event.Record(first).ok());
    ASSERT_TRUE(event.MakeWait(second).ok());
    Submit(second, [&] {
      ran = true;
      return Status();
    });
    second->Abandon();
  }
  EXPECT_TRUE(second->Synchronize(Deadline()).ok());
  EXPECT_FALSE(ran);
}

}  // namespace
}  // namespace hostnn
