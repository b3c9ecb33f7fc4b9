// SPDX-License-Identifier: Apache-2.0
// Devices: choosing, counting, resetting, waiting for.
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

TEST(DeviceTest, CountIsAtLeastOneAndNeedsNoDevice) {
  std::thread([] {
    uint32_t count = 0;
    EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
    EXPECT_GE(count, 1u);
    EXPECT_EQ(aclrtGetDeviceCount(nullptr), ACL_ERROR_INVALID_PARAM);
  }).join();
}

TEST(DeviceTest, RunModeIsHost) {
  aclrtRunMode mode = ACL_DEVICE;
  EXPECT_EQ(aclrtGetRunMode(&mode), ACL_SUCCESS);
  EXPECT_EQ(mode, ACL_HOST);
  EXPECT_EQ(aclrtGetRunMode(nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST(DeviceTest, SetAndGetAgreeForEveryDevice) {
  for (int id = 0; id < DeviceCount(); ++id) {
    std::thread([id] {
      ASSERT_EQ(aclrtSetDevice(id), ACL_SUCCESS);
      int32_t device = -1;
      EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
      EXPECT_EQ(device, id);
      EXPECT_EQ(aclrtGetDevice(nullptr), ACL_ERROR_INVALID_PARAM);
      EXPECT_EQ(aclrtResetDevice(id), ACL_SUCCESS);
    }).join();
  }
}

TEST(DeviceTest, IdOutOfRangeIsRefused) {
  for (const int id : {-1, DeviceCount(), INT32_MAX, INT32_MIN}) {
    EXPECT_EQ(aclrtSetDevice(id), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtResetDevice(id), ACL_ERROR_RT_INVALID_DEVICEID);
    EXPECT_EQ(aclrtResetDeviceForce(id), ACL_ERROR_RT_INVALID_DEVICEID);
  }
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  EXPECT_EQ(device, 0);
}

TEST(DeviceTest, ThreadWithoutADeviceCanDoNothingThatNeedsOne) {
  std::thread([] {
    void* memory = nullptr;
    size_t free = 0;
    size_t total = 0;
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    aclrtContext context = nullptr;
    EXPECT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total),
              ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtCreateStream(&stream), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtCreateEvent(&event), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtCtxGetCurrentDefaultStream(&stream),
              ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(-1), ACL_ERROR_RT_CONTEXT_NULL);
  }).join();
}

TEST(DeviceTest, ResetsArePairedWithSets) {
  std::thread([] {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }).join();
  // The count of the main thread is still there.
  const Stream stream;
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

// The next tests take the device away from all threads and give it back.

TEST(DeviceTest, ResetThatIsOneTooManyIsRefused) {
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_ERROR_RT_PARAM_INVALID);
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST(DeviceTest, ForcedResetIgnoresTheCount) {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclrtResetDevice(0), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtResetDeviceForce(0), ACL_ERROR_RT_PARAM_INVALID);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
}

TEST(DeviceTest, LastResetWaitsForTheWorkOfTheDefaultContext) {
  const size_t byte_count = 1 << 20;
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, byte_count), ACL_SUCCESS);
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, byte_count, ACL_MEM_MALLOC_HUGE_FIRST),
            ACL_SUCCESS);
  {
    const BusyWork busy(nullptr);
    busy.Queue();
    ASSERT_EQ(aclrtMemsetAsync(memory, byte_count, 0x37, byte_count, nullptr),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtMemcpyAsync(host, byte_count, memory, byte_count,
                               ACL_MEMCPY_DEVICE_TO_HOST, nullptr),
              ACL_SUCCESS);
    ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }
  const auto* bytes = static_cast<const uint8_t*>(host);
  EXPECT_EQ(std::vector<uint8_t>(bytes, bytes + byte_count),
            std::vector<uint8_t>(byte_count, 0x37));
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
}

TEST(DeviceTest, HandlesOfAnEarlierLifeAreOnlyGoodForDestroying) {
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  aclrtContext context = nullptr;
  void* memory = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);

  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_COMPLETE;
  constexpr aclError kStale = ACL_ERROR_RT_INVALID_HANDLE;
  EXPECT_EQ(aclrtSynchronizeStream(stream), kStale);
  EXPECT_EQ(aclrtStreamQuery(stream, &status), kStale);
  EXPECT_EQ(aclrtRecordEvent(event, nullptr), kStale);
  EXPECT_EQ(aclrtQueryEventStatus(event, &recorded), kStale);
  EXPECT_EQ(aclrtSynchronizeEvent(event), kStale);
  EXPECT_EQ(aclrtSetCurrentContext(context), kStale);
  EXPECT_EQ(aclrtMemset(memory, 64, 0, 64), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  EXPECT_NE(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_NE(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_NE(aclrtFree(memory), ACL_SUCCESS);
}

TEST(DeviceTest, SynchronisationWaitsForOtherContextsOfTheDeviceToo) {
  aclrtContext own = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&own), ACL_SUCCESS);
  aclrtContext other = nullptr;
  ASSERT_EQ(aclrtCreateContext(&other, 0), ACL_SUCCESS);
  const BusyWork busy(nullptr);
  busy.Queue();
  ASSERT_EQ(aclrtSetCurrentContext(own), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetCurrentContext(other), ACL_SUCCESS);
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  EXPECT_EQ(aclrtStreamQuery(nullptr, &status), ACL_SUCCESS);
  EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  EXPECT_EQ(aclrtDestroyContext(other), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetCurrentContext(own), ACL_SUCCESS);
}

TEST(DeviceTest, SynchronisationWaitsForEveryStreamOfTheContext) {
  const Stream first;
  const Stream second;
  const BusyWork works[] = {BusyWork(first.get()), BusyWork(second.get()),
                            BusyWork(nullptr)};
  for (const BusyWork& busy : works) busy.Queue();
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  for (const aclrtStream stream : {first.get(), second.get(), aclrtStream{}}) {
    aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
    EXPECT_EQ(aclrtStreamQuery(stream, &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_STREAM_STATUS_COMPLETE);
  }
}

TEST(DeviceTest, TimedSynchronisationGivesUp) {
  const Stream stream;
  const BusyWork busy(stream.get());
  for (const int timeout_ms : {0, 1}) {
    EXPECT_TRUE(busy.QueueUntil([timeout_ms] {
      return aclrtSynchronizeDeviceWithTimeout(timeout_ms) ==
             ACL_ERROR_RT_STREAM_SYNC_TIMEOUT;
    })) << timeout_ms;
  }
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(-1), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(-2), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtSynchronizeDeviceWithTimeout(INT32_MIN),
            ACL_ERROR_RT_PARAM_INVALID);
}

}  // namespace
}  // namespace hostnn::harness
