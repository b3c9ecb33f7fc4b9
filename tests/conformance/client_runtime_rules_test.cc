// SPDX-License-Identifier: Apache-2.0
// What real programs do with threads, contexts, streams and events, and
// therefore rely on.
#include <gtest/gtest.h>

#include <dlfcn.h>

#include <cstdint>
#include <thread>
#include <vector>

#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "harness/busy_work.h"
#include "harness/device_buffer.h"
#include "harness/nll_loss2d.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

template <class Body>
void InFreshThread(const Body& body) {
  std::thread(body).join();
}

TEST(ClientRuntimeRulesTest, PhaseTwoRunsOnAnotherThreadThanPhaseOne) {
  const Stream stream;
  NllLoss2d nll;
  aclOpExecutor* executor = nullptr;
  InFreshThread([&] { executor = nll.Plan(); });
  InFreshThread([&] {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, stream.get()), 0);
    nll.DestroyTensors();
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  });
  stream.Synchronize();
  nll.ExpectResult();
}

TEST(ClientRuntimeRulesTest, ConsumerThreadSetsItsDeviceAndDoesBothPhases) {
  const Stream stream;
  const NllLoss2d nll;
  InFreshThread([&] {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(nll.Launch(stream.get()), 0);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  });
  stream.Synchronize();
  nll.ExpectResult();
}

TEST(ClientRuntimeRulesTest, ThreadLocalArenaMayEndBetweenThePhases) {
  const auto begin = reinterpret_cast<int (*)(void*, bool)>(
      dlsym(RTLD_DEFAULT, "InitHugeMemThreadLocal"));
  const auto end = reinterpret_cast<void (*)(void*, bool)>(
      dlsym(RTLD_DEFAULT, "UnInitHugeMemThreadLocal"));
  ASSERT_NE(begin, nullptr);
  ASSERT_NE(end, nullptr);
  const NllLoss2d nll;
  EXPECT_EQ(begin(nullptr, false), 0);
  aclOpExecutor* executor = nll.Plan();
  end(nullptr, false);
  EXPECT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, nullptr), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
}

TEST(ClientRuntimeRulesTest, HandlesAreDestroyedAfterTheirDeviceWasReset) {
  aclrtStream stream = nullptr;
  aclrtEvent event = nullptr;
  void* memory = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtMemsetAsync(memory, 4096, 1, 4096, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  ASSERT_EQ(aclrtResetDevice(0), ACL_SUCCESS);

  // Any other use gives a code.
  EXPECT_NE(aclrtSynchronizeStream(stream), ACL_SUCCESS);
  EXPECT_NE(aclrtRecordEvent(event, stream), ACL_SUCCESS);
  EXPECT_NE(aclrtMemset(memory, 4096, 0, 4096), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  // And only once.
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(aclrtFree(memory), ACL_ERROR_RT_PARAM_INVALID);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  const NllLoss2d nll;
  EXPECT_EQ(nll.Launch(), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
}

TEST(ClientRuntimeRulesTest, DefaultStreamAndCopiesWorkBeforeAnyStreamExists) {
  InFreshThread([] {
    aclrtContext context = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    const std::vector<int32_t> values = {1, 2, 3};
    const DeviceBuffer memory(values);
    EXPECT_EQ(memory.Read<int32_t>(), values);
    const NllLoss2d nll;
    EXPECT_EQ(nll.Launch(nullptr), 0);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    nll.ExpectResult();
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
  });
}

TEST(ClientRuntimeRulesTest, ThreadsShareAContextThatOnlyTheFirstHasChosen) {
  aclrtContext context = nullptr;
  ASSERT_EQ(aclrtGetCurrentContext(&context), ACL_SUCCESS);
  const Stream stream;
  std::vector<NllLoss2d> launches;
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    launches.emplace_back(NllLoss2dOptions{.seed = seed});
  }
  std::vector<std::thread> threads;
  for (const NllLoss2d& nll : launches) {
    threads.emplace_back([&stream, &nll, context] {
      ASSERT_EQ(aclrtSetCurrentContext(context), ACL_SUCCESS);
      EXPECT_EQ(nll.Launch(stream.get()), 0) << TakeMessages();
      EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
      nll.ExpectResult();
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(ClientRuntimeRulesTest, ThreadWithoutADeviceIsToldSo) {
  InFreshThread([] {
    int32_t device = 4711;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_EQ(device, 4711);
  });
}

TEST(ClientRuntimeRulesTest, EventsGoWhileTheyAreRecordedAndWaitedFor) {
  const Stream producer;
  const Stream consumer;
  const BusyWork busy(producer.get());
  const NllLoss2d first({.seed = 1});
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  busy.Queue();
  ASSERT_EQ(first.Launch(producer.get()), 0);
  ASSERT_EQ(aclrtRecordEvent(event, producer.get()), ACL_SUCCESS);
  ASSERT_EQ(aclrtStreamWaitEvent(consumer.get(), event), ACL_SUCCESS);
  const DeviceBuffer& out = first.buffer(NllLoss2d::kOut);
  const DeviceBuffer copy(out.byte_count());
  ASSERT_EQ(aclrtMemcpyAsync(copy.get(), copy.byte_count(), out.get(),
                             out.byte_count(), ACL_MEMCPY_DEVICE_TO_DEVICE,
                             consumer.get()),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  consumer.Synchronize();
  first.ExpectResultIn(copy);
}

TEST(ClientRuntimeRulesTest, OneEventIsRecordedQueriedAndTimedManyTimes) {
  const Stream stream;
  const Event start(ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
  const Event end(ACL_EVENT_SYNC | ACL_EVENT_TIME_LINE);
  const NllLoss2d nll;
  for (int i = 0; i < 20; ++i) {
    ASSERT_EQ(aclrtRecordEvent(start.get(), stream.get()), ACL_SUCCESS);
    ASSERT_EQ(nll.Launch(stream.get()), 0);
    ASSERT_EQ(aclrtRecordEvent(end.get(), stream.get()), ACL_SUCCESS);
    ASSERT_EQ(aclrtSynchronizeEvent(end.get()), ACL_SUCCESS);
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    EXPECT_EQ(aclrtQueryEventStatus(end.get(), &status), ACL_SUCCESS);
    EXPECT_EQ(status, ACL_EVENT_RECORDED_STATUS_COMPLETE);
    float milliseconds = -1;
    EXPECT_EQ(aclrtEventElapsedTime(&milliseconds, start.get(), end.get()),
              ACL_SUCCESS);
    EXPECT_GE(milliseconds, 0);
  }
}

}  // namespace
}  // namespace hostnn::harness
