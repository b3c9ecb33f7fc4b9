// SPDX-License-Identifier: Apache-2.0
// Events: order between streams, what a record means, time.
#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "harness/busy_work.h"
#include "harness/device_buffer.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

constexpr int kLongTimeoutMs = 60000;

aclrtEventRecordedStatus Query(const Event& event) {
  aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
  EXPECT_EQ(aclrtQueryEventStatus(event.get(), &status), ACL_SUCCESS);
  return status;
}

// An event of aclrtCreateEventWithFlag.
class FlagEvent {
 public:
  explicit FlagEvent(uint32_t flags) {
    EXPECT_EQ(aclrtCreateEventWithFlag(&event_, flags), ACL_SUCCESS);
  }
  FlagEvent(const FlagEvent&) = delete;
  FlagEvent& operator=(const FlagEvent&) = delete;
  ~FlagEvent() { EXPECT_EQ(aclrtDestroyEvent(event_), ACL_SUCCESS); }
  aclrtEvent get() const { return event_; }

 private:
  aclrtEvent event_ = nullptr;
};

void Record(aclrtEvent event, aclrtStream stream) {
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
}

TEST(EventTest, RecordedAfterACopyItMakesOtherStreamsWaitForIt) {
  constexpr size_t kBytes = 1 << 20;
  const Stream producer;
  const BusyWork busy(producer.get());
  const std::vector<Stream> consumers(3);
  const DeviceBuffer memory(kBytes);
  std::vector<DeviceBuffer> copies;
  const Event event;
  busy.Queue();
  ASSERT_EQ(aclrtMemsetAsync(memory.get(), kBytes, 42, kBytes, producer.get()),
            ACL_SUCCESS);
  Record(event.get(), producer.get());
  for (const Stream& consumer : consumers) {
    copies.emplace_back(kBytes);
    ASSERT_EQ(aclrtStreamWaitEvent(consumer.get(), event.get()), ACL_SUCCESS);
    ASSERT_EQ(
        aclrtMemcpyAsync(copies.back().get(), kBytes, memory.get(), kBytes,
                         ACL_MEMCPY_DEVICE_TO_DEVICE, consumer.get()),
        ACL_SUCCESS);
  }
  for (const Stream& consumer : consumers) consumer.Synchronize();
  for (const DeviceBuffer& copy : copies) {
    EXPECT_EQ(copy.Read(), std::vector<uint8_t>(kBytes, 42));
  }
}

TEST(EventTest, ChainOverManyStreamsKeepsTheOrder) {
  constexpr size_t kBytes = 1 << 14;
  const std::vector<Stream> streams(20);
  const DeviceBuffer memory(kBytes);
  for (size_t i = 0; i < streams.size(); ++i) {
    ASSERT_EQ(aclrtMemsetAsync(memory.get(), kBytes, static_cast<int32_t>(i),
                               kBytes, streams[i].get()),
              ACL_SUCCESS);
    const Event event;
    Record(event.get(), streams[i].get());
    if (i + 1 < streams.size()) {
      ASSERT_EQ(aclrtStreamWaitEvent(streams[i + 1].get(), event.get()),
                ACL_SUCCESS);
    }
  }
  streams.back().Synchronize();
  EXPECT_EQ(memory.Read(), std::vector<uint8_t>(kBytes, 19));
}

// If the second record counted for the wait that is queued already, the streams
// would wait for each other.
TEST(EventTest, LaterRecordDoesNotTouchAWaitThatIsQueued) {
  const Stream first;
  const Stream second;
  const BusyWork busy_first(first.get());
  const BusyWork busy_second(second.get());
  const Event event(ACL_EVENT_SYNC);
  const Event behind(ACL_EVENT_SYNC);
  busy_first.Queue();
  Record(event.get(), first.get());
  ASSERT_EQ(aclrtStreamWaitEvent(second.get(), event.get()), ACL_SUCCESS);
  busy_second.Queue();
  Record(behind.get(), second.get());
  ASSERT_EQ(aclrtStreamWaitEvent(first.get(), behind.get()), ACL_SUCCESS);
  Record(event.get(), first.get());
  ASSERT_EQ(aclrtSynchronizeStreamWithTimeout(second.get(), kLongTimeoutMs),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event.get(), kLongTimeoutMs),
            ACL_SUCCESS);
}

TEST(EventTest, StreamMayWaitForItself) {
  const Stream stream;
  const Event event;
  Record(event.get(), stream.get());
  EXPECT_EQ(aclrtStreamWaitEvent(stream.get(), event.get()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), kLongTimeoutMs),
            ACL_SUCCESS);
}

TEST(EventTest, BeforeTheFirstRecordOnlyTheExKindCountsAsComplete) {
  const Event plain;
  EXPECT_EQ(Query(plain), ACL_EVENT_RECORDED_STATUS_NOT_READY);
  const FlagEvent with_flag(ACL_EVENT_SYNC);
  aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  EXPECT_EQ(aclrtQueryEventStatus(with_flag.get(), &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_NOT_READY);
  const Event ex(ACL_EVENT_SYNC);
  EXPECT_EQ(Query(ex), ACL_EVENT_RECORDED_STATUS_COMPLETE);
}

TEST(EventTest, WaitingBeforeTheFirstRecordIsForTheExKindOnly) {
  const Stream stream;
  const Event plain;
  EXPECT_EQ(aclrtStreamWaitEvent(stream.get(), plain.get()),
            ACL_ERROR_RT_PARAM_INVALID);
  const Event ex(ACL_EVENT_SYNC);
  EXPECT_EQ(aclrtStreamWaitEvent(stream.get(), ex.get()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(ex.get()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), kLongTimeoutMs),
            ACL_SUCCESS);
}

TEST(EventTest, QueryFollowsTheWorkBeforeTheLatestRecord) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const Event event;
  EXPECT_TRUE(busy.QueueUntil([&] {
    Record(event.get(), stream.get());
    return Query(event) == ACL_EVENT_RECORDED_STATUS_NOT_READY;
  }));
  EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
  EXPECT_EQ(Query(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
  aclrtEventStatus status = ACL_EVENT_STATUS_NOT_READY;
  EXPECT_EQ(aclrtQueryEvent(event.get(), &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_EVENT_STATUS_COMPLETE);
}

TEST(EventTest, CompletesWithoutWaitingForWorkThatWasQueuedLater) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const Event event;
  Record(event.get(), stream.get());
  EXPECT_TRUE(busy.QueueUntil([&] {
    aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
    EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
    EXPECT_EQ(aclrtStreamQuery(stream.get(), &status), ACL_SUCCESS);
    return status == ACL_STREAM_STATUS_NOT_READY;
  }));
}

TEST(EventTest, TimedSynchronisationGivesUp) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const Event event;
  for (const int timeout_ms : {0, 1}) {
    EXPECT_TRUE(busy.QueueUntil([&] {
      Record(event.get(), stream.get());
      return aclrtSynchronizeEventWithTimeout(event.get(), timeout_ms) ==
             ACL_ERROR_RT_EVENT_SYNC_TIMEOUT;
    })) << timeout_ms;
  }
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event.get(), -1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event.get(), 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(event.get(), -2),
            ACL_ERROR_RT_PARAM_INVALID);
}

TEST(EventTest, TimeBetweenTwoRecordsIsMeasured) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const Event start;
  const Event end(ACL_EVENT_TIME_LINE);
  Record(start.get(), stream.get());
  busy.Queue();
  Record(end.get(), stream.get());
  stream.Synchronize();
  float milliseconds = 0;
  EXPECT_EQ(aclrtEventElapsedTime(&milliseconds, start.get(), end.get()),
            ACL_SUCCESS);
  EXPECT_GT(milliseconds, 0);
  EXPECT_LT(milliseconds, kLongTimeoutMs);
  float backwards = 4711;
  EXPECT_EQ(aclrtEventElapsedTime(&backwards, end.get(), start.get()),
            ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
  EXPECT_EQ(backwards, 4711);
}

TEST(EventTest, TimeNeedsTwoRecordsThatHaveOne) {
  const Stream stream;
  const Event recorded;
  const Event unrecorded;
  const Event without_time(ACL_EVENT_SYNC);
  Record(recorded.get(), stream.get());
  Record(without_time.get(), stream.get());
  stream.Synchronize();
  float ms = 0;
  for (const aclrtEvent other : {unrecorded.get(), without_time.get()}) {
    EXPECT_EQ(aclrtEventElapsedTime(&ms, recorded.get(), other),
              ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
    EXPECT_EQ(aclrtEventElapsedTime(&ms, other, recorded.get()),
              ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  }
}

TEST(EventTest, TimeOfWorkThatIsNotDoneIsRefused) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const Event start;
  const Event end;
  Record(start.get(), stream.get());
  EXPECT_TRUE(busy.QueueUntil([&] {
    Record(end.get(), stream.get());
    float ms = 0;
    return aclrtEventElapsedTime(&ms, start.get(), end.get()) ==
           ACL_ERROR_RT_EVENT_NOT_COMPLETE;
  }));
}

TEST(EventTest, NullArgumentsAreRefused) {
  const Event event;
  float ms = 0;
  aclrtEventStatus status = ACL_EVENT_STATUS_COMPLETE;
  aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  constexpr aclError kNull = ACL_ERROR_INVALID_PARAM;
  EXPECT_EQ(aclrtCreateEvent(nullptr), kNull);
  EXPECT_EQ(aclrtCreateEventWithFlag(nullptr, ACL_EVENT_SYNC), kNull);
  EXPECT_EQ(aclrtCreateEventExWithFlag(nullptr, ACL_EVENT_SYNC), kNull);
  EXPECT_EQ(aclrtDestroyEvent(nullptr), kNull);
  EXPECT_EQ(aclrtRecordEvent(nullptr, nullptr), kNull);
  EXPECT_EQ(aclrtStreamWaitEvent(nullptr, nullptr), kNull);
  EXPECT_EQ(aclrtQueryEvent(nullptr, &status), kNull);
  EXPECT_EQ(aclrtQueryEvent(event.get(), nullptr), kNull);
  EXPECT_EQ(aclrtQueryEventStatus(nullptr, &recorded), kNull);
  EXPECT_EQ(aclrtQueryEventStatus(event.get(), nullptr), kNull);
  EXPECT_EQ(aclrtSynchronizeEvent(nullptr), kNull);
  EXPECT_EQ(aclrtSynchronizeEventWithTimeout(nullptr, -1), kNull);
  EXPECT_EQ(aclrtEventElapsedTime(nullptr, event.get(), event.get()), kNull);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, nullptr, event.get()), kNull);
  EXPECT_EQ(aclrtEventElapsedTime(&ms, event.get(), nullptr), kNull);
}

TEST(EventTest, FlagsThatMeanNothingAreRefused) {
  aclrtEvent event = nullptr;
  for (const uint32_t flags : {0x80u, 0x80000001u}) {
    EXPECT_EQ(aclrtCreateEventWithFlag(&event, flags),
              ACL_ERROR_RT_PARAM_INVALID)
        << flags;
    EXPECT_EQ(aclrtCreateEventExWithFlag(&event, flags),
              ACL_ERROR_RT_PARAM_INVALID)
        << flags;
  }
  EXPECT_EQ(aclrtCreateEventExWithFlag(&event, ACL_EVENT_IPC),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(event, nullptr);
}

TEST(EventTest, WithoutFlagsItCanBeRecordedAndQueriedOnly) {
  const Event event(0);
  Record(event.get(), nullptr);
  EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamWaitEvent(nullptr, event.get()),
            ACL_ERROR_RT_PARAM_INVALID);
  float ms = 0;
  EXPECT_EQ(aclrtEventElapsedTime(&ms, event.get(), event.get()),
            ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
}

TEST(EventTest, DeprecatedQueryRefusesTheExKind) {
  const Event ex(ACL_EVENT_SYNC);
  aclrtEventStatus status = ACL_EVENT_STATUS_COMPLETE;
  EXPECT_EQ(aclrtQueryEvent(ex.get(), &status), ACL_ERROR_RT_PARAM_INVALID);
}

TEST(EventTest, RecordsOnTheDefaultStream) {
  const BusyWork busy(nullptr);
  const Event event;
  busy.Queue();
  Record(event.get(), nullptr);
  EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtStreamQuery(nullptr, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
}

TEST(EventTest, StaysWithinItsDeviceButCanBeAskedFromAnother) {
  if (DeviceCount() < 2) GTEST_SKIP() << "needs a second device";
  const Event event(ACL_EVENT_SYNC);
  Record(event.get(), nullptr);
  std::thread([&] {
    ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
    {
      const Stream other;
      EXPECT_EQ(aclrtRecordEvent(event.get(), other.get()),
                ACL_ERROR_RT_STREAM_CONTEXT);
      EXPECT_EQ(aclrtStreamWaitEvent(other.get(), event.get()),
                ACL_ERROR_RT_STREAM_CONTEXT);
      EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
      EXPECT_EQ(Query(event), ACL_EVENT_RECORDED_STATUS_COMPLETE);
    }
    EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  }).join();
}

}  // namespace
}  // namespace hostnn::harness
