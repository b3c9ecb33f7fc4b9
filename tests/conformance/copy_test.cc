// SPDX-License-Identifier: Apache-2.0
// Copying and setting memory, at once and in stream order.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "acl/acl.h"
#include "harness/busy_work.h"
#include "harness/device_buffer.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

constexpr aclError kBadParam = ACL_ERROR_RT_PARAM_INVALID;
constexpr size_t kBytes = 1000;

std::vector<uint8_t> Counting(size_t count) {
  std::vector<uint8_t> bytes(count);
  std::iota(bytes.begin(), bytes.end(), uint8_t{1});
  return bytes;
}

// Memory of aclrtMallocHost.
class PinnedBuffer {
 public:
  explicit PinnedBuffer(size_t byte_count) : byte_count_(byte_count) {
    EXPECT_EQ(aclrtMallocHost(&address_, byte_count), ACL_SUCCESS);
  }
  PinnedBuffer(const PinnedBuffer&) = delete;
  PinnedBuffer& operator=(const PinnedBuffer&) = delete;
  ~PinnedBuffer() { EXPECT_EQ(aclrtFreeHost(address_), ACL_SUCCESS); }
  uint8_t* get() const { return static_cast<uint8_t*>(address_); }
  std::vector<uint8_t> Read() const { return {get(), get() + byte_count_}; }

 private:
  void* address_ = nullptr;
  size_t byte_count_;
};

TEST(CopyTest, OverlappingRangesAreCopiedAsIfThroughABuffer) {
  const std::vector<uint8_t> bytes = Counting(kBytes);
  const Stream stream;
  for (const size_t shift : {size_t{1}, size_t{64}, kBytes / 2}) {
    const size_t count = kBytes - shift;
    std::vector<uint8_t> moved_up = bytes;
    std::copy_n(bytes.begin(), count, moved_up.begin() + shift);
    const DeviceBuffer at_once(bytes);
    EXPECT_EQ(aclrtMemcpy(at_once.At(shift), count, at_once.get(), count,
                          ACL_MEMCPY_DEVICE_TO_DEVICE),
              ACL_SUCCESS);
    EXPECT_EQ(at_once.Read(), moved_up) << shift;

    std::vector<uint8_t> moved_down = bytes;
    std::copy_n(bytes.begin() + shift, count, moved_down.begin());
    const DeviceBuffer queued(bytes);
    EXPECT_EQ(aclrtMemcpyAsync(queued.get(), count, queued.At(shift), count,
                               ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get()),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
    EXPECT_EQ(queued.Read(), moved_down) << shift;
  }
}

TEST(CopyTest, DevicesHaveNoAccessToEachOther) {
  if (DeviceCount() < 2) GTEST_SKIP() << "needs two devices";
  const DeviceBuffer first(kBytes);
  ASSERT_EQ(aclrtSetDevice(1), ACL_SUCCESS);
  {
    const DeviceBuffer second(kBytes);
    EXPECT_EQ(aclrtMemcpy(second.get(), kBytes, first.get(), kBytes,
                          ACL_MEMCPY_DEVICE_TO_DEVICE),
              ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  }
  EXPECT_EQ(aclrtResetDevice(1), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

TEST(CopyTest, AddressesDecideTheDirectionWhateverTheKindSays) {
  const std::vector<uint8_t> bytes = Counting(kBytes);
  for (int number = 0; number <= 7; ++number) {
    const auto kind = static_cast<aclrtMemcpyKind>(number);
    const DeviceBuffer first(kBytes);
    const DeviceBuffer second(kBytes);
    std::vector<uint8_t> back(kBytes);
    EXPECT_EQ(aclrtMemcpy(first.get(), kBytes, bytes.data(), kBytes, kind),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(second.get(), kBytes, first.get(), kBytes, kind),
              ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(back.data(), kBytes, second.get(), kBytes, kind),
              ACL_SUCCESS);
    EXPECT_EQ(back, bytes) << number;
  }
  std::vector<uint8_t> host(kBytes);
  EXPECT_EQ(aclrtMemcpy(host.data(), kBytes, bytes.data(), kBytes,
                        ACL_MEMCPY_HOST_TO_HOST),
            ACL_SUCCESS);
  EXPECT_EQ(host, bytes);
}

TEST(CopyTest, AKindThatIsNoneIsRefused) {
  const DeviceBuffer memory(kBytes);
  std::vector<uint8_t> host(kBytes);
  for (const int number : {-1, 8, 1000, 0x7fffffff}) {
    const auto kind = static_cast<aclrtMemcpyKind>(number);
    EXPECT_EQ(aclrtMemcpy(memory.get(), kBytes, host.data(), kBytes, kind),
              kBadParam);
    EXPECT_EQ(aclrtMemcpyAsync(memory.get(), kBytes, host.data(), kBytes, kind,
                               nullptr),
              kBadParam);
  }
}

TEST(CopyTest, PartsOfAllocationsAreCopied) {
  const DeviceBuffer memory(std::vector<uint8_t>(kBytes, 0));
  const std::vector<uint8_t> bytes = Counting(10);
  ASSERT_EQ(aclrtMemcpy(memory.At(333), 10, bytes.data(), 10,
                        ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  std::vector<uint8_t> expected(kBytes, 0);
  std::copy(bytes.begin(), bytes.end(), expected.begin() + 333);
  EXPECT_EQ(memory.Read(), expected);
}

TEST(CopyTest, NullAndZeroAreRefused) {
  const DeviceBuffer memory(kBytes);
  std::vector<uint8_t> host(kBytes);
  constexpr aclError kNull = ACL_ERROR_INVALID_PARAM;
  constexpr auto kKind = ACL_MEMCPY_HOST_TO_DEVICE;
  EXPECT_EQ(aclrtMemcpy(nullptr, kBytes, host.data(), kBytes, kKind), kNull);
  EXPECT_EQ(aclrtMemcpy(memory.get(), kBytes, nullptr, kBytes, kKind), kNull);
  EXPECT_EQ(aclrtMemcpy(memory.get(), kBytes, host.data(), 0, kKind), kNull);
  EXPECT_EQ(
      aclrtMemcpyAsync(nullptr, kBytes, host.data(), kBytes, kKind, nullptr),
      kNull);
  EXPECT_EQ(
      aclrtMemcpyAsync(memory.get(), kBytes, nullptr, kBytes, kKind, nullptr),
      kNull);
  EXPECT_EQ(
      aclrtMemcpyAsync(memory.get(), kBytes, host.data(), 0, kKind, nullptr),
      kNull);
  EXPECT_EQ(aclrtMemset(nullptr, kBytes, 0, kBytes), kNull);
  EXPECT_EQ(aclrtMemset(memory.get(), kBytes, 0, 0), kNull);
  EXPECT_EQ(aclrtMemsetAsync(nullptr, kBytes, 0, kBytes, nullptr), kNull);
  EXPECT_EQ(aclrtMemsetAsync(memory.get(), kBytes, 0, 0, nullptr), kNull);
}

// Beyond the 63 bytes of tail that an allocation may have.
TEST(CopyTest, RangesThatDoNotFitAreRefused) {
  const DeviceBuffer memory(kBytes);
  const DeviceBuffer larger(2 * kBytes);
  std::vector<uint8_t> host(2 * kBytes);
  constexpr auto kKind = ACL_MEMCPY_DEFAULT;
  constexpr size_t kTooMany = kBytes + 64;
  EXPECT_EQ(aclrtMemcpy(memory.get(), 10, host.data(), 11, kKind), kBadParam);
  EXPECT_EQ(aclrtMemcpy(memory.get(), kTooMany, host.data(), kTooMany, kKind),
            kBadParam);
  EXPECT_EQ(aclrtMemcpy(host.data(), kTooMany, memory.get(), kTooMany, kKind),
            kBadParam);
  EXPECT_EQ(aclrtMemcpy(larger.get(), SIZE_MAX, memory.get(), SIZE_MAX, kKind),
            kBadParam);
  EXPECT_EQ(
      aclrtMemcpyAsync(memory.get(), 10, larger.get(), 11, kKind, nullptr),
      kBadParam);
  EXPECT_EQ(aclrtMemcpyAsync(memory.get(), kTooMany, larger.get(), kTooMany,
                             kKind, nullptr),
            kBadParam);
  EXPECT_EQ(aclrtMemset(memory.get(), 10, 0, 11), kBadParam);
  EXPECT_EQ(aclrtMemset(memory.get(), kTooMany, 0, kTooMany), kBadParam);
  EXPECT_EQ(aclrtMemset(memory.At(999), kBytes, 0, kBytes), kBadParam);
  EXPECT_EQ(aclrtMemsetAsync(memory.get(), 10, 0, 11, nullptr), kBadParam);
  EXPECT_EQ(aclrtMemsetAsync(memory.get(), kTooMany, 0, kTooMany, nullptr),
            kBadParam);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(CopyTest, FreedMemoryIsRefused) {
  const DeviceBuffer live(kBytes);
  DeviceBuffer memory(kBytes);
  void* const freed = memory.get();
  memory.Free();
  std::vector<uint8_t> host(kBytes);
  constexpr auto kKind = ACL_MEMCPY_DEFAULT;
  EXPECT_EQ(aclrtMemcpy(freed, kBytes, live.get(), kBytes, kKind), kBadParam);
  EXPECT_EQ(aclrtMemcpy(live.get(), kBytes, freed, kBytes, kKind), kBadParam);
  EXPECT_EQ(aclrtMemcpyAsync(freed, kBytes, live.get(), kBytes, kKind, nullptr),
            kBadParam);
  EXPECT_EQ(aclrtMemset(freed, kBytes, 0, kBytes), kBadParam);
  EXPECT_EQ(aclrtMemsetAsync(freed, kBytes, 0, kBytes, nullptr), kBadParam);
}

TEST(CopyTest, FromHostToHostIsNotDoneInStreams) {
  std::vector<uint8_t> from(kBytes);
  std::vector<uint8_t> to(kBytes);
  EXPECT_EQ(aclrtMemcpyAsync(to.data(), kBytes, from.data(), kBytes,
                             ACL_MEMCPY_HOST_TO_HOST, nullptr),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
}

TEST(CopyTest, PageableHostMemoryIsReadAndWrittenBeforeTheCallReturns) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const DeviceBuffer memory(kBytes);
  std::vector<uint8_t> from = Counting(kBytes);
  std::vector<uint8_t> to(kBytes);
  busy.Queue();
  ASSERT_EQ(aclrtMemcpyAsync(memory.get(), kBytes, from.data(), kBytes,
                             ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
            ACL_SUCCESS);
  std::fill(from.begin(), from.end(), uint8_t{0});
  busy.Queue();
  ASSERT_EQ(aclrtMemcpyAsync(to.data(), kBytes, memory.get(), kBytes,
                             ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
            ACL_SUCCESS);
  EXPECT_EQ(to, Counting(kBytes));
}

TEST(CopyTest, StagedSourceMayBeReusedAfterTheCall) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const DeviceBuffer memory(kBytes);
  std::vector<uint8_t> from = Counting(kBytes);
  busy.Queue();
  ASSERT_EQ(aclrtMemcpyAsync(memory.get(), kBytes, from.data(), kBytes,
                             ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE, stream.get()),
            ACL_SUCCESS);
  std::fill(from.begin(), from.end(), uint8_t{0});
  stream.Synchronize();
  EXPECT_EQ(memory.Read(), Counting(kBytes));
}

TEST(CopyTest, PinnedHostMemoryIsCopiedInStreamOrder) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const PinnedBuffer from(kBytes);
  const PinnedBuffer to(kBytes);
  const DeviceBuffer memory(kBytes);
  const std::vector<uint8_t> bytes = Counting(kBytes);
  std::copy(bytes.begin(), bytes.end(), from.get());
  busy.Queue();
  ASSERT_EQ(aclrtMemcpyAsync(memory.get(), kBytes, from.get(), kBytes,
                             ACL_MEMCPY_HOST_TO_DEVICE, stream.get()),
            ACL_SUCCESS);
  ASSERT_EQ(aclrtMemcpyAsync(to.get(), kBytes, memory.get(), kBytes,
                             ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
            ACL_SUCCESS);
  stream.Synchronize();
  EXPECT_EQ(to.Read(), bytes);
}

TEST(CopyTest, PinnedCopyDoesNotHoldTheCallerUp) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const PinnedBuffer to(kBytes);
  const DeviceBuffer memory(kBytes);
  EXPECT_TRUE(busy.QueueUntil([&] {
    EXPECT_EQ(aclrtMemcpyAsync(to.get(), kBytes, memory.get(), kBytes,
                               ACL_MEMCPY_DEVICE_TO_HOST, stream.get()),
              ACL_SUCCESS);
    aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
    EXPECT_EQ(aclrtStreamQuery(stream.get(), &status), ACL_SUCCESS);
    return status == ACL_STREAM_STATUS_NOT_READY;
  }));
  stream.Synchronize();
}

TEST(CopyTest, SynchronousCopyDoesNotWaitForStreams) {
  const Stream stream;
  const BusyWork busy(stream.get());
  const DeviceBuffer memory(Counting(kBytes));
  EXPECT_TRUE(busy.QueueUntil([&] {
    EXPECT_EQ(memory.Read(), Counting(kBytes));
    aclrtStreamStatus status = ACL_STREAM_STATUS_COMPLETE;
    EXPECT_EQ(aclrtStreamQuery(stream.get(), &status), ACL_SUCCESS);
    return status == ACL_STREAM_STATUS_NOT_READY;
  }));
}

TEST(CopyTest, MemsetUsesTheLowByteOnDeviceAndPinnedMemory) {
  const DeviceBuffer memory(std::vector<uint8_t>(kBytes, 1));
  ASSERT_EQ(aclrtMemset(memory.At(100), 800, 0x1234, 800), ACL_SUCCESS);
  std::vector<uint8_t> expected(kBytes, 1);
  std::fill_n(expected.begin() + 100, 800, uint8_t{0x34});
  EXPECT_EQ(memory.Read(), expected);
  const PinnedBuffer pinned(kBytes);
  ASSERT_EQ(aclrtMemset(pinned.get(), kBytes, -1, kBytes), ACL_SUCCESS);
  EXPECT_EQ(pinned.Read(), std::vector<uint8_t>(kBytes, 0xff));
  ASSERT_EQ(aclrtMemsetAsync(pinned.get(), kBytes, 6, kBytes, nullptr),
            ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(pinned.Read(), std::vector<uint8_t>(kBytes, 6));
}

TEST(CopyTest, MemsetRefusesOtherHostMemory) {
  std::vector<uint8_t> host(kBytes, 1);
  EXPECT_EQ(aclrtMemset(host.data(), kBytes, 0, kBytes), kBadParam);
  EXPECT_EQ(aclrtMemsetAsync(host.data(), kBytes, 0, kBytes, nullptr),
            kBadParam);
  EXPECT_EQ(host, std::vector<uint8_t>(kBytes, 1));
}

TEST(CopyTest, LargeCopiesArriveWhole) {
  constexpr size_t kLarge = (4 << 20) + 12345;
  std::vector<uint8_t> bytes(kLarge);
  for (size_t i = 0; i < kLarge; ++i) bytes[i] = static_cast<uint8_t>(i * 7);
  const Stream stream;
  const DeviceBuffer first(bytes);
  const DeviceBuffer second(kLarge);
  ASSERT_EQ(aclrtMemcpyAsync(second.get(), kLarge, first.get(), kLarge,
                             ACL_MEMCPY_DEVICE_TO_DEVICE, stream.get()),
            ACL_SUCCESS);
  stream.Synchronize();
  EXPECT_TRUE(second.Read() == bytes);
}

}  // namespace
}  // namespace hostnn::harness
