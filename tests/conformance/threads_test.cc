// SPDX-License-Identifier: Apache-2.0
// Many threads at once, each with a stream of its own or all on one.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "harness/device_buffer.h"
#include "harness/nll_loss2d.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

constexpr int kThreads = 8;
constexpr int kRounds = 12;

template <class Body>
void InThreads(const Body& body) {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&body, i] { body(i); });
  for (std::thread& thread : threads) thread.join();
}

NllLoss2dOptions OptionsOf(int thread, int round) {
  return {.n = 2,
          .c = 3 + thread,
          .h = 5 + 9 * (round % 4),
          .w = 31,
          .reduction = round % 3,
          .seed = static_cast<uint32_t>(thread * kRounds + round)};
}

// Thread i works on device i modulo the number of devices.
TEST(ThreadsTest, EachDrivesItsOwnStream) {
  const int device_count = DeviceCount();
  InThreads([device_count](int thread) {
    const int device = thread % device_count;
    ASSERT_EQ(aclrtSetDevice(device), ACL_SUCCESS);
    {
      const Stream stream;
      for (int round = 0; round < kRounds; ++round) {
        const NllLoss2d nll(OptionsOf(thread, round));
        ASSERT_EQ(nll.Launch(stream.get()), 0) << TakeMessages();
        ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
        nll.ExpectResult();
      }
    }
    int32_t current = -1;
    EXPECT_EQ(aclrtGetDevice(&current), ACL_SUCCESS);
    EXPECT_EQ(current, device);
    EXPECT_EQ(aclrtResetDevice(device), ACL_SUCCESS);
  });
}

TEST(ThreadsTest, EachQueuesManyLaunchesBeforeItWaits) {
  InThreads([](int thread) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    {
      const Stream stream;
      std::vector<NllLoss2d> launches;
      for (int round = 0; round < kRounds; ++round) {
        launches.emplace_back(OptionsOf(thread, round));
        ASSERT_EQ(launches.back().Launch(stream.get()), 0) << TakeMessages();
      }
      EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
      for (const NllLoss2d& nll : launches) nll.ExpectResult();
    }
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  });
}

TEST(ThreadsTest, AllQueueOnOneStream) {
  const Stream stream;
  InThreads([&stream](int thread) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    for (int round = 0; round < kRounds; ++round) {
      const NllLoss2d nll(OptionsOf(thread, round));
      ASSERT_EQ(nll.Launch(stream.get()), 0) << TakeMessages();
      ASSERT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
      nll.ExpectResult();
    }
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  });
}

TEST(ThreadsTest, StreamsEventsAndMemoryComeAndGo) {
  constexpr size_t kBytes = 4096;
  InThreads([](int thread) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    for (int round = 0; round < 40; ++round) {
      const Stream first;
      const Stream second;
      const Event event;
      const DeviceBuffer memory(kBytes);
      const DeviceBuffer copy(kBytes);
      const int value = thread + round;
      ASSERT_EQ(
          aclrtMemsetAsync(memory.get(), kBytes, value, kBytes, first.get()),
          ACL_SUCCESS);
      ASSERT_EQ(aclrtRecordEvent(event.get(), first.get()), ACL_SUCCESS);
      ASSERT_EQ(aclrtStreamWaitEvent(second.get(), event.get()), ACL_SUCCESS);
      ASSERT_EQ(aclrtMemcpyAsync(copy.get(), kBytes, memory.get(), kBytes,
                                 ACL_MEMCPY_DEVICE_TO_DEVICE, second.get()),
                ACL_SUCCESS);
      ASSERT_EQ(aclrtSynchronizeStream(second.get()), ACL_SUCCESS);
      ASSERT_EQ(copy.Read(),
                std::vector<uint8_t>(kBytes, static_cast<uint8_t>(value)));
    }
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  });
}

TEST(ThreadsTest, FaultsGoToTheThreadWhoseStreamHasThem) {
  InThreads([](int thread) {
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    {
      const Stream stream;
      NllLoss2d nll(OptionsOf(thread, 1));
      const bool faulty = thread % 2 == 0;
      if (faulty) nll.SetTarget(3, 12345);
      ASSERT_EQ(nll.Launch(stream.get()), 0) << TakeMessages();
      EXPECT_EQ(aclrtSynchronizeStream(stream.get()),
                faulty ? ACL_ERROR_RT_VECTOR_CORE_EXCEPTION : ACL_SUCCESS);
      EXPECT_EQ(TakeMessages().find("12345") != std::string::npos, faulty);
      nll.ExpectResult();
    }
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  });
}

}  // namespace
}  // namespace hostnn::harness
