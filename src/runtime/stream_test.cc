// SPDX-License-Identifier: Apache-2.0
#include "runtime/stream_test.h"

#include <atomic>
#include <latch>
#include <new>
#include <thread>
#include <vector>

#include "runtime/event.h"

namespace hostnn {
namespace {

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
