// SPDX-License-Identifier: Apache-2.0
// Device and host memory: allocation, limits, freeing, registration.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "harness/busy_work.h"
#include "harness/device_buffer.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

constexpr aclError kBadParam = ACL_ERROR_RT_PARAM_INVALID;

using Malloc = aclError (*)(void**, size_t, aclrtMemMallocPolicy);
constexpr Malloc kMallocs[] = {aclrtMalloc, aclrtMallocAlign32,
                               aclrtMallocCached};

bool IsAligned(const void* address, size_t alignment) {
  return reinterpret_cast<uintptr_t>(address) % alignment == 0;
}

size_t FreeBytes() {
  size_t free = 0;
  size_t total = 0;
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
  EXPECT_LE(free, total);
  return free;
}

TEST(MemoryTest, IsAlignedTo64AndFromAPageOnToPages) {
  for (const Malloc allocate : kMallocs) {
    for (const size_t size : {1, 31, 64, 100, 4095, 4096, 5000, 1 << 21}) {
      void* memory = nullptr;
      ASSERT_EQ(allocate(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST),
                ACL_SUCCESS);
      EXPECT_TRUE(IsAligned(memory, size >= 4096 ? 4096 : 64)) << size;
      EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    }
  }
}

TEST(MemoryTest, EveryPolicyIsAWish) {
  for (const int policy : {0, 1, 2, 3, 4, 5, 6, 7, 0x0100, 0x1000, 63}) {
    void* memory = nullptr;
    ASSERT_EQ(
        aclrtMalloc(&memory, 4096, static_cast<aclrtMemMallocPolicy>(policy)),
        ACL_SUCCESS)
        << policy;
    EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  }
}

TEST(MemoryTest, NullAndZeroAreRefused) {
  void* memory = nullptr;
  for (const Malloc allocate : kMallocs) {
    EXPECT_EQ(allocate(nullptr, 64, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_ERROR_INVALID_PARAM);
    EXPECT_EQ(allocate(&memory, 0, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_ERROR_INVALID_PARAM);
  }
  EXPECT_EQ(aclrtMallocHost(nullptr, 64), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtMallocHost(&memory, 0), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtFreeHost(nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST(MemoryTest, RunsOutAndGoesOn) {
  size_t free = 0;
  size_t total = 0;
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
  void* memory = nullptr;
  for (const size_t size :
       {total + 1, SIZE_MAX / 2, SIZE_MAX - 4096, SIZE_MAX}) {
    for (const Malloc allocate : kMallocs) {
      EXPECT_EQ(allocate(&memory, size, ACL_MEM_MALLOC_HUGE_FIRST),
                ACL_ERROR_RT_MEMORY_ALLOCATION);
    }
  }
  EXPECT_EQ(aclrtMallocHost(&memory, SIZE_MAX / 2),
            ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(aclrtMalloc(&memory, 4096, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
}

// Runs with HOSTNN_DEVICE_MEMORY=64M.
TEST(SmallMemoryEnvironmentTest, RunsOutAfterTheLimitAndRecovers) {
  size_t free = 0;
  size_t total = 0;
  ASSERT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, &total), ACL_SUCCESS);
  EXPECT_EQ(total, size_t{64} << 20);
  std::vector<void*> blocks;
  void* block = nullptr;
  aclError status = ACL_SUCCESS;
  while (blocks.size() < 100) {
    status = aclrtMalloc(&block, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST);
    if (status != ACL_SUCCESS) break;
    blocks.push_back(block);
  }
  EXPECT_EQ(status, ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_GE(blocks.size(), 32u);
  EXPECT_LE(blocks.size(), 64u);
  for (void* memory : blocks) EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
  EXPECT_EQ(aclrtMalloc(&block, size_t{32} << 20, ACL_MEM_MALLOC_HUGE_FIRST),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  EXPECT_EQ(FreeBytes(), free);
}

TEST(SmallMemoryEnvironmentTest, WaitsForMemoryThatQueuedWorkStillKeeps) {
  constexpr size_t kMost = size_t{48} << 20;
  const Stream stream;
  for (int round = 0; round < 5; ++round) {
    void* block = nullptr;
    ASSERT_EQ(aclrtMalloc(&block, kMost, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_SUCCESS);
    for (int i = 0; i < 4; ++i) {
      ASSERT_EQ(aclrtMemsetAsync(block, kMost, i, kMost, stream.get()),
                ACL_SUCCESS);
    }
    ASSERT_EQ(aclrtFree(block), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(SmallMemoryEnvironmentTest, ThreadsThatFreeEarlyDoNotRunOut) {
  constexpr size_t kBytes = size_t{10} << 20;  // six of them fit
  std::vector<std::thread> threads;
  for (int i = 0; i < 6; ++i) {
    threads.emplace_back([] {
      ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
      for (int round = 0; round < 20; ++round) {
        void* block = nullptr;
        ASSERT_EQ(aclrtMalloc(&block, kBytes, ACL_MEM_MALLOC_NORMAL_ONLY),
                  ACL_SUCCESS)
            << TakeMessages();
        ASSERT_EQ(aclrtMemsetAsync(block, kBytes, 1, kBytes, nullptr),
                  ACL_SUCCESS);
        ASSERT_EQ(aclrtFree(block), ACL_SUCCESS);
      }
      EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST(SmallMemoryEnvironmentTest, HugePagesAreGivenUpForWantOfRoom) {
  void* block = nullptr;
  EXPECT_EQ(aclrtMalloc(&block, 64, ACL_MEM_MALLOC_HUGE1G_ONLY), ACL_SUCCESS)
      << TakeMessages();
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  const size_t all_but_a_page = (size_t{64} << 20) - 4096;
  EXPECT_EQ(aclrtMalloc(&block, all_but_a_page, ACL_MEM_MALLOC_HUGE_FIRST),
            ACL_SUCCESS)
      << TakeMessages();
  EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
}

TEST(MemoryTest, LargeBlocksOfEveryPolicyHoldTheirData) {
  constexpr size_t kLarge = (size_t{5} << 20) + 12345;
  for (const int policy :
       {ACL_MEM_MALLOC_HUGE_FIRST, ACL_MEM_MALLOC_HUGE_ONLY,
        ACL_MEM_MALLOC_NORMAL_ONLY, ACL_MEM_MALLOC_HUGE_FIRST_P2P,
        ACL_MEM_MALLOC_HUGE_ONLY_P2P, ACL_MEM_MALLOC_NORMAL_ONLY_P2P}) {
    void* block = nullptr;
    ASSERT_EQ(
        aclrtMalloc(&block, kLarge, static_cast<aclrtMemMallocPolicy>(policy)),
        ACL_SUCCESS);
    const bool huge = policy != ACL_MEM_MALLOC_NORMAL_ONLY &&
                      policy != ACL_MEM_MALLOC_NORMAL_ONLY_P2P;
    EXPECT_TRUE(IsAligned(block, huge ? size_t{2} << 20 : 4096)) << policy;
    ASSERT_EQ(aclrtMemset(block, kLarge, 0x5a, kLarge), ACL_SUCCESS);
    uint8_t last = 0;
    EXPECT_EQ(aclrtMemcpy(&last, 1, static_cast<uint8_t*>(block) + kLarge - 1,
                          1, ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    EXPECT_EQ(last, 0x5a);
    EXPECT_EQ(aclrtFree(block), ACL_SUCCESS);
  }
}

TEST(MemoryTest, InfoMovesWithAllocations) {
  const size_t before = FreeBytes();
  {
    const DeviceBuffer memory(8 << 20);
    EXPECT_LE(FreeBytes() + (8 << 20), before);
  }
  EXPECT_EQ(FreeBytes(), before);
}

TEST(MemoryTest, InfoTakesEveryKindOfMemory) {
  size_t free = 1;
  size_t total = 1;
  for (int number = 0; number <= 17; ++number) {
    EXPECT_EQ(aclrtGetMemInfo(static_cast<aclrtMemAttr>(number), &free, &total),
              ACL_SUCCESS);
    EXPECT_LE(free, total) << number;
  }
  EXPECT_EQ(aclrtGetMemInfo(static_cast<aclrtMemAttr>(18), &free, &total),
            kBadParam);
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, nullptr, &total),
            ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(aclrtGetMemInfo(ACL_HBM_MEM, &free, nullptr),
            ACL_ERROR_INVALID_PARAM);
}

TEST(MemoryTest, OnlyTheStartOfALiveAllocationCanBeFreed) {
  const DeviceBuffer memory(256);
  int on_the_stack = 0;
  void* freed = nullptr;
  ASSERT_EQ(aclrtMalloc(&freed, 256, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  ASSERT_EQ(aclrtFree(freed), ACL_SUCCESS);
  EXPECT_EQ(aclrtFree(freed), kBadParam);
  EXPECT_EQ(aclrtFree(memory.At(64)), kBadParam);
  EXPECT_EQ(aclrtFree(&on_the_stack), kBadParam);
  EXPECT_EQ(aclrtFree(reinterpret_cast<void*>(uintptr_t{4096})), kBadParam);
}

TEST(MemoryTest, HostAndDeviceMemoryAreFreedByTheirOwnFunctions) {
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, 100), ACL_SUCCESS);
  EXPECT_TRUE(IsAligned(host, 64));
  static_cast<uint8_t*>(host)[99] = 1;
  const DeviceBuffer memory(64);
  EXPECT_EQ(aclrtFree(host), kBadParam);
  EXPECT_EQ(aclrtFreeHost(memory.get()), kBadParam);
  EXPECT_EQ(aclrtFreeHost(static_cast<uint8_t*>(host) + 64), kBadParam);
  EXPECT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
  EXPECT_EQ(aclrtFreeHost(host), kBadParam);
}

TEST(MemoryTest, IsFreedFromAThreadWithoutADevice) {
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  std::thread([memory] { EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS); }).join();
  EXPECT_EQ(aclrtFree(memory), kBadParam);
}

TEST(MemoryTest, FreedEarlyItStaysForTheWorkThatIsQueued) {
  constexpr size_t kBytes = 1 << 20;
  const Stream stream;
  const BusyWork busy(stream.get());
  DeviceBuffer source(std::vector<uint8_t>(kBytes, 0x11));
  const DeviceBuffer destination(kBytes);
  busy.Queue();
  ASSERT_EQ(aclrtMemcpyAsync(destination.get(), kBytes, source.get(), kBytes,
                             ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get()),
            ACL_SUCCESS);
  source.Free();
  const DeviceBuffer usurper(std::vector<uint8_t>(kBytes, 0x22));
  stream.Synchronize();
  EXPECT_EQ(destination.Read(), std::vector<uint8_t>(kBytes, 0x11));
}

TEST(MemoryTest, HostMemoryFreedEarlyStaysForTheWorkThatIsQueued) {
  constexpr size_t kBytes = 1 << 20;
  const Stream stream;
  const BusyWork busy(stream.get());
  const DeviceBuffer destination(kBytes);
  void* host = nullptr;
  ASSERT_EQ(aclrtMallocHost(&host, kBytes), ACL_SUCCESS);
  std::fill_n(static_cast<uint8_t*>(host), kBytes, uint8_t{0x33});
  busy.Queue();
  ASSERT_EQ(aclrtMemcpyAsync(destination.get(), kBytes, host, kBytes,
                             ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtFreeHost(host), ACL_SUCCESS);
  stream.Synchronize();
  EXPECT_EQ(destination.Read(), std::vector<uint8_t>(kBytes, 0x33));
}

TEST(MemoryTest, ManyAllocationsComeAndGo) {
  const size_t before = FreeBytes();
  std::vector<void*> blocks(2000, nullptr);
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i] != nullptr) continue;
      ASSERT_EQ(aclrtMalloc(&blocks[i], 1 + i * 7, ACL_MEM_MALLOC_HUGE_FIRST),
                ACL_SUCCESS);
    }
    for (size_t i = round % 2; i < blocks.size(); i += 2 - round / 2) {
      ASSERT_EQ(aclrtFree(blocks[i]), ACL_SUCCESS);
      blocks[i] = nullptr;
    }
  }
  EXPECT_EQ(FreeBytes(), before);
}

}  // namespace
}  // namespace hostnn::harness
