// SPDX-License-Identifier: Apache-2.0
// Contexts: which one is current, and whose streams are whose.
#include <gtest/gtest.h>

#include <cstdint>
#include <thread>

#include "acl/acl.h"
#include "harness/busy_work.h"
#include "harness/device_buffer.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

aclrtContext Current() {
  aclrtContext context = nullptr;
  EXPECT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  return context;
}

// A context of device 0 that is current while it lives; then the one before is.
class ScopedContext {
 public:
  ScopedContext() : before_(Current()) {
    EXPECT_EQ(aclrtCreateContext(&context_, 0), ACL_SUCCESS);
  }
  ScopedContext(const ScopedContext&) = delete;
  ScopedContext& operator=(const ScopedContext&) = delete;
  ~ScopedContext() {
    EXPECT_EQ(aclrtSetCurrentContext(before_), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(context_), ACL_SUCCESS);
  }
  aclrtContext get() const { return context_; }
  aclrtContext before() const { return before_; }

 private:
  aclrtContext before_;
  aclrtContext context_ = nullptr;
};

TEST(ContextTest, CreatedOneIsCurrentUntilAnotherIsSet) {
  const ScopedContext context;
  EXPECT_EQ(Current(), context.get());
  EXPECT_NE(context.get(), context.before());
  ASSERT_EQ(aclrtSetCurrentContext(context.before()), ACL_SUCCESS);
  EXPECT_EQ(Current(), context.before());
  ASSERT_EQ(aclrtSetCurrentContext(context.get()), ACL_SUCCESS);
  EXPECT_EQ(Current(), context.get());
}

TEST(ContextTest, SettingADeviceReturnsToItsDefaultContext) {
  const ScopedContext context;
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(Current(), context.before());
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST(ContextTest, NeedsNoDeviceToBeSet) {
  std::thread([] {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 0);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  }).join();
}

TEST(ContextTest, DestroyingTheCurrentOneLeavesTheThreadWithoutADevice) {
  std::thread([] {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(aclrtSynchronizeDevice(), ACL_ERROR_RT_CONTEXT_NULL);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }).join();
}

TEST(ContextTest, DestroyingItElsewhereLeavesTheThreadWithoutADevice) {
  std::thread([] {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    std::thread([context] {
      EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    }).join();
    aclrtStream stream = nullptr;
    EXPECT_EQ(aclrtCreateStream(&stream), ACL_ERROR_RT_CONTEXT_NULL);
  }).join();
}

TEST(ContextTest, BadArgumentsAreRefused) {
  aclrtContext context = nullptr;
  EXPECT_EQ(aclrtCreateContext(nullptr, 0), ACL_ERROR_INVALID_PARAM);
  for (const int id : {-1, DeviceCount()}) {
    EXPECT_EQ(aclrtCreateContext(&context, id), ACL_ERROR_RT_INVALID_DEVICEID);
  }
  EXPECT_EQ(context, nullptr);
  EXPECT_EQ(aclrtGetCurrentContext(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtSetCurrentContext(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtDestroyContext(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtCtxGetCurrentDefaultStream(nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST(ContextTest, DefaultContextCannotBeDestroyed) {
  EXPECT_EQ(aclrtDestroyContext(Current()), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

TEST(ContextTest, DefaultStreamHasAHandleThatCannotBeDestroyed) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&stream), ACL_SUCCESS);
  ASSERT_NE(stream, nullptr);
  const DeviceBuffer memory(64);
  ASSERT_EQ(aclrtMemsetAsync(memory.get(), 64, 5, 64, nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_EQ(memory.Read(), std::vector<uint8_t>(64, 5));
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtDestroyStreamForce(stream), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

TEST(ContextTest, EachHasADefaultStreamOfItsOwn) {
  aclrtStream first = nullptr;
  aclrtStream second = nullptr;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&first), ACL_SUCCESS);
  const ScopedContext context;
  ASSERT_EQ(aclrtCtxGetCurrentDefaultStream(&second), ACL_SUCCESS);
  EXPECT_NE(first, second);
  EXPECT_EQ(aclrtSynchronizeStream(first), ACL_ERROR_RT_STREAM_CONTEXT);
}

TEST(ContextTest, StreamsOfAnotherContextAreRefused) {
  const Stream stream;
  const Event event;
  const DeviceBuffer memory(64);
  const DeviceBuffer source(64);
  const ScopedContext context;
  const aclrtStream foreign = stream.get();
  aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
  EXPECT_EQ(aclrtSynchronizeStream(foreign), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(foreign, -1),
            ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtStreamQuery(foreign, &status), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtRecordEvent(event.get(), foreign),
            ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtStreamWaitEvent(foreign, event.get()),
            ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtMemcpyAsync(memory.get(), 64, source.get(), 64,
                             ACL_MEMCPY_DEVICE_TO_DEVICE, foreign),
            ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtMemsetAsync(memory.get(), 64, 0, 64, foreign),
            ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtDestroyStream(foreign), ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(aclrtDestroyStreamForce(foreign), ACL_ERROR_RT_STREAM_CONTEXT);
}

TEST(ContextTest, MemoryAndEventsBelongToTheDeviceNotTheContext) {
  const DeviceBuffer memory(std::vector<uint8_t>(64, 1));
  const Event event;
  const ScopedContext context;
  const Stream stream;
  EXPECT_EQ(aclrtMemsetAsync(memory.get(), 64, 9, 64, stream.get()),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
  EXPECT_EQ(memory.Read(), std::vector<uint8_t>(64, 9));
}

TEST(ContextTest, DestroyingItEndsItsStreams) {
  const aclrtContext before = Current();
  aclrtContext context = nullptr;
  aclrtStream stream = nullptr;
  const DeviceBuffer memory(1 << 20);
  ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemsetAsync(memory.get(), 1 << 20, 3, 1 << 20, stream),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetCurrentContext(before), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtDestroyContext(context), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtSetCurrentContext(context), ACL_ERROR_RT_INVALID_HANDLE);
}

TEST(ContextTest, SettingOneSwitchesTheDevice) {
  if (DeviceCount() < 2) GTEST_SKIP() << "needs a second device";
  const aclrtContext before = Current();
  aclrtContext other = nullptr;
  ASSERT_EQ(aclrtCreateContext(&other, 1), ACL_SUCCESS);
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  EXPECT_EQ(device, 1);
  ASSERT_EQ(aclrtSetCurrentContext(before), ACL_SUCCESS);
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  EXPECT_EQ(device, 0);
  EXPECT_EQ(aclrtDestroyContext(other), ACL_SUCCESS);
}

}  // namespace
}  // namespace hostnn::harness
