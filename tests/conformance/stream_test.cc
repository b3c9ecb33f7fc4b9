// SPDX-License-Identifier: Apache-2.0
// Streams: order, waiting, ending.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "acl/acl.h"
#include "harness/busy_work.h"
#include "harness/device_buffer.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

aclrtStreamStatus Query(aclrtStream stream) {
  aclrtStreamStatus status = ACL_STREAM_STATUS_RESERVED;
  EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
  return status;
}

TEST(StreamTest, WorkRunsInTheOrderInWhichItWasQueued) {
  constexpr size_t kBytes = 1 << 16;
  const Stream stream;
  const DeviceBuffer memory(kBytes);
  std::vector<DeviceBuffer> copies;
  for (int value = 0; value < 50; ++value) {
    copies.emplace_back(kBytes);
    ASSERT_EQ(
        aclrtMemsetAsync(memory.get(), kBytes, value, kBytes, stream.get()),
        ACL_SUCCESS);
    ASSERT_EQ(
        aclrtMemcpyAsync(copies.back().get(), kBytes, memory.get(), kBytes,
                         ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get()),
        ACL_SUCCESS);
  }
  stream.Synchronize();
  for (size_t value = 0; value < copies.size(); ++value) {
    EXPECT_EQ(copies[value].Read(),
              std::vector<uint8_t>(kBytes, static_cast<uint8_t>(value)));
  }
}

TEST(StreamTest, QueryTellsWhetherWorkIsLeft) {
  const Stream stream;
  const BusyWork busy(stream.get());
  EXPECT_EQ(Query(stream.get()), ACL_STREAM_STATUS_COMPLETE);
  EXPECT_TRUE(busy.QueueUntil(
      [&] { return Query(stream.get()) == ACL_STREAM_STATUS_NOT_READY; }));
  stream.Synchronize();
  EXPECT_EQ(Query(stream.get()), ACL_STREAM_STATUS_COMPLETE);
  EXPECT_EQ(aclrtStreamQuery(stream.get(), nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST(StreamTest, TimedSynchronisationGivesUpAndTheWorkGoesOn) {
  const Stream stream;
  const BusyWork busy(stream.get());
  for (const int timeout_ms : {0, 1}) {
    EXPECT_TRUE(busy.QueueUntil([&] {
      return aclrtSynchronizeStreamWithTimeout(stream.get(), timeout_ms) ==
             ACL_ERROR_RT_STREAM_SYNC_TIMEOUT;
    })) << timeout_ms;
  }
  const DeviceBuffer memory(64);
  ASSERT_EQ(aclrtMemsetAsync(memory.get(), 64, 7, 64, stream.get()),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), -1), ACL_SUCCESS);
  EXPECT_EQ(memory.Read(), std::vector<uint8_t>(64, 7));
}

TEST(StreamTest, TimeoutZeroLooksOnceAndLessThanMinusOneIsRefused) {
  const Stream stream;
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(nullptr, 0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), -2),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), INT32_MIN),
            ACL_ERROR_RT_PARAM_INVALID);
}

TEST(StreamTest, DestroyingWaitsForTheWork) {
  constexpr size_t kBytes = 1 << 20;
  const DeviceBuffer memory(kBytes);
  {
    const Stream stream;
    const BusyWork busy(stream.get());
    busy.Queue();
    ASSERT_EQ(aclrtMemsetAsync(memory.get(), kBytes, 9, kBytes, stream.get()),
              ACL_SUCCESS);
  }
  EXPECT_EQ(memory.Read(), std::vector<uint8_t>(kBytes, 9));
}

TEST(StreamTest, ForcedDestructionLeavesTheDeviceUsable) {
  for (int i = 0; i < 10; ++i) {
    Stream stream;
    const BusyWork busy(stream.get());
    busy.Queue();
    const aclrtStream handle = stream.Release();
    ASSERT_EQ(aclrtDestroyStreamForce(handle), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(handle), ACL_ERROR_RT_INVALID_HANDLE);
  }
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  const Stream stream;
  const DeviceBuffer memory(64);
  ASSERT_EQ(aclrtMemsetAsync(memory.get(), 64, 1, 64, stream.get()),
            ACL_SUCCESS);
  stream.Synchronize();
  EXPECT_EQ(memory.Read(), std::vector<uint8_t>(64, 1));
}

TEST(StreamTest, NullIsTheDefaultStreamExceptForDestroying) {
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(Query(nullptr), ACL_STREAM_STATUS_COMPLETE);
  EXPECT_EQ(aclrtDestroyStream(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtDestroyStreamForce(nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST(StreamTest, CreationNeedsAPlaceForTheHandle) {
  EXPECT_EQ(aclrtCreateStream(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtCreateStreamWithConfig(nullptr, 0, 0),
            ACL_ERROR_INVALID_PARAM);
}

TEST(StreamTest, TakesPrioritiesAndFlagsThatAreHints) {
  for (const uint32_t flags :
       {0u, ACL_STREAM_FAST_LAUNCH, ACL_STREAM_FAST_SYNC, ACL_STREAM_HUGE,
        ACL_STREAM_FAST_LAUNCH | ACL_STREAM_FAST_SYNC}) {
    for (const uint32_t priority : {0u, 7u}) {
      aclrtStream stream = nullptr;
      ASSERT_EQ(aclrtCreateStreamWithConfig(&stream, priority, flags),
                ACL_SUCCESS);
      EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
      EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    }
  }
}

TEST(StreamTest, RefusesFlagsThatItCannotKeep) {
  aclrtStream stream = nullptr;
  for (const uint32_t flags : {ACL_STREAM_PERSISTENT, ACL_STREAM_CPU_SCHEDULE,
                               ACL_STREAM_DEVICE_USE_ONLY}) {
    EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 0, flags),
              ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  }
  EXPECT_EQ(stream, nullptr);
}

TEST(StreamTest, ManyStreamsWorkAtOnce) {
  constexpr size_t kBytes = 4096;
  const std::vector<Stream> streams(500);
  const DeviceBuffer memory(streams.size() * kBytes);
  for (size_t i = 0; i < streams.size(); ++i) {
    ASSERT_EQ(
        aclrtMemsetAsync(memory.At(i * kBytes), kBytes, static_cast<int32_t>(i),
                         kBytes, streams[i].get()),
        ACL_SUCCESS);
  }
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  const std::vector<uint8_t> bytes = memory.Read();
  for (size_t i = 0; i < streams.size(); ++i) {
    ASSERT_EQ(bytes[i * kBytes], static_cast<uint8_t>(i));
    ASSERT_EQ(bytes[(i + 1) * kBytes - 1], static_cast<uint8_t>(i));
  }
}

}  // namespace
}  // namespace hostnn::harness
