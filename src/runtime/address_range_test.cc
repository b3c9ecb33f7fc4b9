// SPDX-License-Identifier: Apache-2.0
#include "runtime/address_range.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <random>
#include <vector>

namespace hostnn {
namespace {

constexpr uint64_t kMiB = uint64_t{1} << 20;

bool IsMultiple(const std::byte* address, uint64_t alignment) {
  return reinterpret_cast<uintptr_t>(address) % alignment == 0;
}

TEST(AddressRangeTest, BlocksAreAlignedAndWritable) {
  AddressRange range(4 * kMiB);
  ASSERT_TRUE(range.ok());
  for (const uint64_t alignment : {64, 4096, 1 << 21}) {
    std::byte* block = range.Allocate(192, alignment);
    ASSERT_NE(block, nullptr);
    EXPECT_TRUE(IsMultiple(block, alignment));
    EXPECT_TRUE(range.Overlaps(block, 1));
    std::memset(block, 0xA5, 192);
  }
  EXPECT_EQ(range.used(), 3 * 192u);
}

TEST(AddressRangeTest, RefusesMoreThanTheCapacity) {
  AddressRange range(kMiB);
  EXPECT_EQ(range.Allocate(kMiB + 64, 64), nullptr);
  std::byte* all = range.Allocate(kMiB, 64);
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(range.Allocate(64, 64), nullptr);
  range.Release(all, kMiB);
  EXPECT_EQ(range.used(), 0u);
  EXPECT_NE(range.Allocate(kMiB, 64), nullptr);
}

TEST(AddressRangeTest, AFreedBlockIsStillTheRangesAddress) {
  AddressRange range(kMiB);
  std::byte* block = range.Allocate(64, 64);
  range.Release(block, 64);
  EXPECT_TRUE(range.Overlaps(block, 1));
  EXPECT_TRUE(range.Overlaps(block - 100, 101));
  EXPECT_FALSE(range.Overlaps(block - 100, 100));
  int elsewhere = 0;
  EXPECT_FALSE(range.Overlaps(&elsewhere, sizeof elsewhere));
}

TEST(AddressRangeTest, LargeFreedBlocksComeBackZeroedByTheSystem) {
  AddressRange range(kMiB);
  std::byte* block = range.Allocate(kMiB, 4096);
  std::memset(block, 0xA5, kMiB);
  range.Release(block, kMiB);
  std::byte* again = range.Allocate(kMiB, 4096);
  EXPECT_EQ(again[kMiB / 2], std::byte{0});
}

TEST(AddressRangeTest, RandomBlocksNeverOverlapAndAllRoomComesBack) {
  AddressRange range(8 * kMiB);
  std::mt19937 random(1);
  std::map<std::byte*, uint64_t> live;
  for (int step = 0; step < 5000; ++step) {
    if (live.empty() || random() % 2 == 0) {
      const uint64_t bytes = 64 * (1 + random() % 512);
      std::byte* block = range.Allocate(bytes, random() % 2 == 0 ? 64 : 4096);
      if (block == nullptr) continue;
      const auto after = live.lower_bound(block);
      if (after != live.end()) {
        EXPECT_LE(block + bytes, after->first);
      }
      if (after != live.begin()) {
        const auto before = std::prev(after);
        EXPECT_LE(before->first + before->second, block);
      }
      live.emplace(block, bytes);
    } else {
      const auto victim =
          std::next(live.begin(), static_cast<int64_t>(random() % live.size()));
      range.Release(victim->first, victim->second);
      live.erase(victim);
    }
  }
  for (const auto& [block, bytes] : live) range.Release(block, bytes);
  EXPECT_EQ(range.used(), 0u);
  EXPECT_NE(range.Allocate(8 * kMiB, 64), nullptr);
}

}  // namespace
}  // namespace hostnn
