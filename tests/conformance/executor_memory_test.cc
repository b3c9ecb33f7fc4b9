// SPDX-License-Identifier: Apache-2.0
// Which memory phase two accepts for a tensor, and what it says of the rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "harness/aclnn_codes.h"
#include "harness/device_buffer.h"
#include "harness/nll_loss2d.h"
#include "harness/session.h"

namespace hostnn::harness {
namespace {

using ::testing::HasSubstr;

// The digits of an address, as every way of printing it has them.
std::string HexDigits(const void* address) {
  char digits[32];
  std::snprintf(
      digits, sizeof digits, "%llx",
      static_cast<unsigned long long>(reinterpret_cast<uintptr_t>(address)));
  return digits;
}

// Launches, which must be refused with a message that names `argument`.
std::string RefusedLaunch(const NllLoss2d& nll, const std::string& argument) {
  TakeMessages();
  EXPECT_EQ(nll.Launch(), kBadArgument) << argument;
  std::string message = TakeMessages();
  EXPECT_THAT(message, HasSubstr("aclnnNLLLoss2dBackward: " + argument + ":"));
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  return message;
}

struct NamedIndex {
  NllLoss2d::Index index;
  const char* name;
};
constexpr NamedIndex kUsed[] = {{NllLoss2d::kGradOutput, "gradOutput"},
                                {NllLoss2d::kTarget, "target"},
                                {NllLoss2d::kWeight, "weight"},
                                {NllLoss2d::kTotalWeight, "totalWeight"},
                                {NllLoss2d::kOut, "out"}};

TEST(ExecutorMemoryTest, NullAddressesAreRefusedInPhaseTwoOnly) {
  for (const auto& [index, name] : kUsed) {
    NllLoss2d nll({.reduction = 1});
    nll.SetAddress(index, nullptr);
    RefusedLaunch(nll, name);
  }
}

TEST(ExecutorMemoryTest, MisalignedAddressesAreRefused) {
  for (const auto& [index, name] : kUsed) {
    NllLoss2d nll({.reduction = 1});
    const DeviceBuffer larger(nll.buffer(index).byte_count() + 64);
    nll.SetAddress(index, larger.At(1));
    RefusedLaunch(nll, name);
    nll.SetAddress(index, larger.At(2));
    RefusedLaunch(nll, name);
  }
}

TEST(ExecutorMemoryTest, AlignmentOfTheElementIsEnough) {
  NllLoss2d nll({.dtype = ACL_BF16});
  const DeviceBuffer& from = nll.buffer(NllLoss2d::kGradOutput);
  const DeviceBuffer larger(from.byte_count() + 64);
  ASSERT_EQ(aclrtMemcpy(larger.At(2), from.byte_count(), from.get(),
                        from.byte_count(), ACL_MEMCPY_DEVICE_TO_DEVICE),
            ACL_SUCCESS);
  nll.SetAddress(NllLoss2d::kGradOutput, larger.At(2));
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
}

TEST(ExecutorMemoryTest, MemoryThatIsNotOfTheDeviceIsRefused) {
  alignas(64) static uint8_t host[4096];
  for (const auto& [index, name] : kUsed) {
    NllLoss2d nll({.reduction = 1});
    nll.SetAddress(index, host);
    EXPECT_THAT(RefusedLaunch(nll, name), HasSubstr(HexDigits(host)));
  }
}

// By more than the 63 bytes of tail that an allocation may have.
TEST(ExecutorMemoryTest, RangesPastTheAllocationAreRefusedNamingBoth) {
  for (const auto& [index, name] : kUsed) {
    NllLoss2d nll({.c = 64, .h = 8, .w = 8});
    if (index == NllLoss2d::kTotalWeight) continue;
    const DeviceBuffer shorter(nll.buffer(index).byte_count());
    nll.SetAddress(index, shorter.At(64));
    const std::string message = RefusedLaunch(nll, name);
    EXPECT_THAT(message, HasSubstr(HexDigits(shorter.At(64))));
    EXPECT_THAT(message, HasSubstr(HexDigits(shorter.get())));
  }
}

TEST(ExecutorMemoryTest, RangesThatEndWithTheAllocationAreFine) {
  NllLoss2d nll;
  const DeviceBuffer exact(nll.buffer(NllLoss2d::kOut).byte_count() + 64);
  nll.SetAddress(NllLoss2d::kOut, exact.At(64));
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.SetAddress(NllLoss2d::kOut, exact.At(128));
  RefusedLaunch(nll, "out");
}

// A vendor sample allocates half of what its tensor describes; the 32 bytes
// behind an allocation are there for that.
TEST(ExecutorMemoryTest, TensorsMayReachIntoTheTailOfAnAllocation) {
  NllLoss2d nll({.c = 2});
  for (size_t i = 0; i < nll.targets().size(); ++i) nll.SetTarget(i, 0);
  const auto weight = nll.buffer(NllLoss2d::kWeight).Read<float>();
  const DeviceBuffer half(std::vector<float>{weight[0]});
  nll.SetAddress(NllLoss2d::kWeight, half.get());
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
}

TEST(ExecutorMemoryTest, FreedMemoryIsRefused) {
  for (const auto& [index, name] : kUsed) {
    NllLoss2d nll({.reduction = 1});
    DeviceBuffer freed(nll.buffer(index).byte_count());
    nll.SetAddress(index, freed.get());
    freed.Free();
    RefusedLaunch(nll, name);
  }
}

TEST(ExecutorMemoryTest, RegisteredHostMemoryIsAccepted) {
  constexpr size_t kPage = 4096;
  const std::unique_ptr<void, decltype(&std::free)> host(
      std::aligned_alloc(kPage, kPage), &std::free);
  void* device = nullptr;
  ASSERT_EQ(
      aclrtHostRegister(host.get(), kPage, ACL_HOST_REGISTER_MAPPED, &device),
      ACL_SUCCESS);
  NllLoss2d nll;
  const size_t byte_count = nll.buffer(NllLoss2d::kOut).byte_count();
  nll.SetAddress(NllLoss2d::kOut, device);
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  const auto* first = static_cast<const uint8_t*>(host.get());
  const DeviceBuffer copy(std::vector<uint8_t>(first, first + byte_count));
  nll.ExpectResultIn(copy);
  EXPECT_EQ(aclrtHostUnregister(host.get()), ACL_SUCCESS);
  RefusedLaunch(nll, "out");
}

TEST(ExecutorMemoryTest, NothingIsQueuedWhenOneArgumentIsRefused) {
  NllLoss2d nll({.reduction = 1});
  nll.SetAddress(NllLoss2d::kTotalWeight, nullptr);
  RefusedLaunch(nll, "totalWeight");
  EXPECT_EQ(nll.buffer(NllLoss2d::kOut).Read(), nll.OutputFill());
}

}  // namespace
}  // namespace hostnn::harness
