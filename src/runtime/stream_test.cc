// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cfenv>
#include <deque>
#include <functional>
#include <latch>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "harness/float_modes.h"
#include "runtime/event.h"

namespace hostnn {
namespace {

class StreamTest : public testing::Test {
 protected:
  ~StreamTest() override {
    for (const Ref<Stream>& stream : streams_) {
      stream->WaitIdle(Deadline());
      StreamPool::Instance().Remove(stream.handle());
    }
  }

  Ref<Stream> MakeStream() {
    streams_.push_back(StreamPool::Instance().Create(nullptr, 0));
    return streams_.back();
  }

  static uint64_t Submit(const Ref<Stream>& stream,
                         std::function<Status()> body) {
    return Stream::Submit(
        stream, MakeWork([body = std::move(body)](Stream&) { return body(); }));
  }

  // As Submit, for work that takes next to no time.
  template <class Body>
  static uint64_t SubmitQuick(const Ref<Stream>& stream, const Body& body) {
    return Stream::Submit(stream, 0, [&body](Stream&) { return body(); });
  }

  static Status Fail(const char* text) {
    return {Code::kVectorCoreException, text};
  }

 private:
  std::vector<Ref<Stream>> streams_;
};

TEST_F(StreamTest, WorkRunsInOrder) {
  const Ref<Stream> stream = MakeStream();
  std::vector<int> order;  // only the stream's work touches it
  for (int i = 0; i < 1000; ++i) {
    Submit(stream, [&order, i] {
      order.push_back(i);
      return Status();
    });
  }
  ASSERT_TRUE(stream->Synchronize(Deadline()).ok());
  ASSERT_EQ(order.size(), 1000u);
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(order[static_cast<size_t>(i)], i);
}

TEST_F(StreamTest, IsIdleOnlyAfterItsWorkHasEnded) {
  const Ref<Stream> stream = MakeStream();
  std::latch started(1);
  std::latch gate(1);
  EXPECT_TRUE(stream->Idle());
  Submit(stream, [&] {
    started.count_down();
    gate.wait();
    return Status();
  });
  started.wait();
  EXPECT_FALSE(stream->Idle());
  EXPECT_EQ(stream->Synchronize(Deadline::After(0)).code(),
            Code::kStreamSyncTimeout);
  EXPECT_EQ(stream->Synchronize(Deadline::After(1)).code(),
            Code::kStreamSyncTimeout);
  gate.count_down();
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  EXPECT_TRUE(stream->Idle());
}

TEST_F(StreamTest, TheFirstFaultIsReportedOnce) {
  const Ref<Stream> stream = MakeStream();
  Submit(stream, [] { return Fail("first"); });
  Submit(stream, [] { return Fail("second"); });
  EXPECT_EQ(stream->Synchronize(Deadline()).message(), "first");
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  Submit(stream, [] { return Fail("third"); });
  EXPECT_EQ(stream->Synchronize(Deadline()).message(), "third");
}

TEST_F(StreamTest, AnExceptionOfItsWorkIsAFault) {
  const Ref<Stream> stream = MakeStream();
  Submit(stream, []() -> Status { throw std::bad_alloc(); });
  EXPECT_EQ(stream->Synchronize(Deadline()).code(), Code::kAclBadAlloc);
  Submit(stream, []() -> Status { throw 1; });
  EXPECT_EQ(stream->Synchronize(Deadline()).code(), Code::kAclInternal);
}

TEST_F(StreamTest, AFaultThatAnEventReportedIsNotReportedAgain) {
  const Ref<Stream> stream = MakeStream();
  Event event(0, 1, {});
  Submit(stream, [] { return Fail("fault"); });
  ASSERT_TRUE(event.Record(stream).ok());
  EXPECT_EQ(event.Synchronize(Deadline()).message(), "fault");
  EXPECT_TRUE(event.Synchronize(Deadline()).ok());
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
}

TEST_F(StreamTest, AnEventBeforeTheFaultDoesNotReportIt) {
  const Ref<Stream> stream = MakeStream();
  Event event(0, 1, {});
  ASSERT_TRUE(event.Record(stream).ok());
  Submit(stream, [] { return Fail("fault"); });
  EXPECT_TRUE(event.Synchronize(Deadline()).ok());
  EXPECT_EQ(stream->Synchronize(Deadline()).message(), "fault");
}

TEST_F(StreamTest, WaitingStreamsParkWithoutHoldingAThread) {
  // More waiting streams than threads; the work that frees them still runs.
  const Ref<Stream> first = MakeStream();
  std::latch gate(1);
  int value = 0;
  Submit(first, [&] {
    gate.wait();
    value = 42;
    return Status();
  });
  Event event(0, 1, {});
  ASSERT_TRUE(event.Record(first).ok());
  std::vector<Ref<Stream>> waiting;
  std::vector<int> seen(100);
  for (int& result : seen) {
    waiting.push_back(MakeStream());
    ASSERT_TRUE(event.MakeWait(waiting.back()).ok());
    Submit(waiting.back(), [&] {
      result = value;
      return Status();
    });
  }
  gate.count_down();
  for (const Ref<Stream>& stream : waiting) {
    EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  }
  for (const int result : seen) EXPECT_EQ(result, 42);
}

TEST_F(StreamTest, AWaitRefersToTheRecordBeforeIt) {
  const Ref<Stream> first = MakeStream();
  const Ref<Stream> second = MakeStream();
  const Ref<Stream> third = MakeStream();
  std::latch gate(1);
  Event event(0, 1, {});
  ASSERT_TRUE(event.Record(first).ok());
  ASSERT_TRUE(event.MakeWait(second).ok());
  Submit(third, [&] {
    gate.wait();
    return Status();
  });
  ASSERT_TRUE(event.Record(third).ok());
  EXPECT_TRUE(second->Synchronize(Deadline()).ok());
  EXPECT_FALSE(event.Complete());
  gate.count_down();
  EXPECT_TRUE(event.Synchronize(Deadline()).ok());
}

TEST_F(StreamTest, AbandonedWorkDoesNotRunAndItsEventsEnd) {
  const Ref<Stream> stream = MakeStream();
  std::latch started(1);
  std::latch gate(1);
  bool ran = false;
  const uint64_t running = Submit(stream, [&] {
    started.count_down();
    gate.wait();
    return Status();
  });
  Submit(stream, [&] {
    ran = true;
    return Status();
  });
  Event event(0, 1, {});
  ASSERT_TRUE(event.Record(stream).ok());
  started.wait();
  stream->Abandon();
  EXPECT_TRUE(event.Synchronize(Deadline()).ok());
  EXPECT_FALSE(stream->WaitFor(running, Deadline::After(0)));
  gate.count_down();
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  EXPECT_FALSE(ran);
}

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

TEST_F(StreamTest, QuickWorkOfAnIdleStreamRunsOnTheSubmittingThread) {
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

TEST_F(StreamTest, QuickWorkBehindOtherWorkIsQueued) {
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

TEST_F(StreamTest, AStreamThatWaitsForAnEventIsNotIdle) {
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

TEST_F(StreamTest, AFaultOfQuickWorkIsReportedWhenItIsSynchronised) {
  const Ref<Stream> stream = MakeStream();
  SubmitQuick(stream, [] { return Fail("first"); });
  SubmitQuick(stream, []() -> Status { throw 1; });
  EXPECT_EQ(stream->Synchronize(Deadline()).message(), "first");
  EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
  SubmitQuick(stream, []() -> Status { throw std::bad_alloc(); });
  EXPECT_EQ(stream->Synchronize(Deadline()).code(), Code::kAclBadAlloc);
}

TEST_F(StreamTest, WorkOnTheProgramsThreadsHasTheDefaultFloatModes) {
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

TEST_F(StreamTest, WhoWaitsRunsWhatNoThreadOfThePoolHasBegun) {
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

TEST_F(StreamTest, ARunOnAProgramsThreadIsWaitedFor) {
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

TEST_F(StreamTest, WhatIsSubmittedDuringARunOnAProgramsThreadComesAfterIt) {
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

TEST_F(StreamTest, WhatIsAbandonedDuringARunOnAProgramsThreadDoesNotRun) {
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

TEST_F(StreamTest, WhatIsAbandonedBehindAnEventDoesNotRun) {
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

TEST_F(StreamTest, AStreamGoesWithItsLastWorkWhenNothingElseHoldsIt) {
  for (int round = 0; round < 200; ++round) {
    Ref<Stream> stream = StreamPool::Instance().Create(nullptr, 0);
    std::latch done(1);
    Submit(stream, [&] {
      done.count_down();
      return Status();
    });
    StreamPool::Instance().Remove(stream.handle());
    stream = Ref<Stream>();
    done.wait();
  }
}

// Threads that submit, wait, record and wait for each other on the same
// streams: each sees its own work in order.
TEST_F(StreamTest, ManyThreadsShareStreams) {
  constexpr int kThreads = 4;
  constexpr int kRounds = 500;
  const Ref<Stream> streams[] = {MakeStream(), MakeStream()};
  std::atomic<int> running[2] = {0, 0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < kThreads; ++thread) {
    threads.emplace_back([&, thread] {
      Event event(0, 1, {});
      int expected[2] = {0, 0};
      int seen[2] = {0, 0};
      for (int round = 0; round < kRounds; ++round) {
        const int which = (round + thread) % 2;
        const Ref<Stream>& stream = streams[which];
        const auto body = [&running, &seen, which,
                           value = ++expected[which]](Stream&) {
          EXPECT_EQ(++running[which], 1);  // one at a time
          EXPECT_EQ(++seen[which], value);
          --running[which];
          return Status();
        };
        Stream::Submit(stream, round % 3 == 0 ? Stream::kQuickNanoseconds : 0,
                       body);
        if (round % 5 == 0) {
          EXPECT_TRUE(event.Record(stream).ok());
          EXPECT_TRUE(event.MakeWait(streams[1 - which]).ok());
        }
        if (round % 7 == 0) {
          EXPECT_TRUE(stream->WaitIdle(Deadline()));
        }
        if (round % 11 == 0) stream->WaitIdle(Deadline::After(0));
      }
      for (const Ref<Stream>& stream : streams) {
        EXPECT_TRUE(stream->Synchronize(Deadline()).ok());
      }
      EXPECT_EQ(seen[0], expected[0]);
      EXPECT_EQ(seen[1], expected[1]);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace hostnn
