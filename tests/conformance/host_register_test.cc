// SPDX-License-Identifier: Apache-2.0
// Host memory that is made known to the device.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "acl/acl.h"
#include "harness/session.h"

namespace hostnn::harness {
namespace {

constexpr size_t kPage = 4096;

class HostRegisterTest : public ::testing::Test {
 protected:
  uint8_t* Page(size_t i) { return pages_.get() + i * kPage; }
  aclError Register(size_t first_page, size_t page_count) {
    return aclrtHostRegister(Page(first_page), page_count * kPage,
                             ACL_HOST_REGISTER_MAPPED, &device_);
  }

  void* device_ = nullptr;

 private:
  const std::unique_ptr<uint8_t, decltype(&std::free)> pages_{
      static_cast<uint8_t*>(std::aligned_alloc(kPage, 8 * kPage)), &std::free};
};

TEST_F(HostRegisterTest, GivesADeviceAddress) {
  EXPECT_EQ(Register(0, 2), ACL_SUCCESS);
  EXPECT_NE(device_, nullptr);
  EXPECT_EQ(aclrtHostUnregister(Page(0)), ACL_SUCCESS);
}

TEST_F(HostRegisterTest, RefusesWhatIsRegisteredAlready) {
  ASSERT_EQ(Register(2, 3), ACL_SUCCESS);
  constexpr aclError kAlready = ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
  EXPECT_EQ(Register(2, 3), kAlready);
  EXPECT_EQ(Register(0, 3), kAlready);
  EXPECT_EQ(Register(4, 3), kAlready);
  EXPECT_EQ(Register(3, 1), kAlready);
  EXPECT_EQ(Register(0, 8), kAlready);
  EXPECT_EQ(Register(0, 2), ACL_SUCCESS);
  EXPECT_EQ(Register(5, 3), ACL_SUCCESS);
  for (const size_t page : {0, 2, 5}) {
    EXPECT_EQ(aclrtHostUnregister(Page(page)), ACL_SUCCESS);
  }
  EXPECT_EQ(Register(2, 3), ACL_SUCCESS);
  EXPECT_EQ(aclrtHostUnregister(Page(2)), ACL_SUCCESS);
}

TEST_F(HostRegisterTest, UnregistersOnlyWhatIsRegistered) {
  constexpr aclError kNot = ACL_ERROR_HOST_MEMORY_NOT_REGISTERED;
  EXPECT_EQ(aclrtHostUnregister(Page(0)), kNot);
  ASSERT_EQ(Register(0, 2), ACL_SUCCESS);
  EXPECT_EQ(aclrtHostUnregister(Page(1)), kNot);
  EXPECT_EQ(aclrtHostUnregister(Page(0)), ACL_SUCCESS);
  EXPECT_EQ(aclrtHostUnregister(Page(0)), kNot);
  EXPECT_EQ(aclrtHostUnregister(nullptr), ACL_ERROR_INVALID_PARAM);
}

TEST_F(HostRegisterTest, BadArgumentsAreRefused) {
  constexpr auto kMapped = ACL_HOST_REGISTER_MAPPED;
  constexpr aclError kNull = ACL_ERROR_INVALID_PARAM;
  EXPECT_EQ(aclrtHostRegister(nullptr, kPage, kMapped, &device_), kNull);
  EXPECT_EQ(aclrtHostRegister(Page(0), 0, kMapped, &device_), kNull);
  EXPECT_EQ(aclrtHostRegister(Page(0), kPage, kMapped, nullptr), kNull);
  EXPECT_EQ(aclrtHostRegister(Page(0) + 64, kPage, kMapped, &device_),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(
      aclrtHostRegister(Page(0), kPage, ACL_HOST_REGISTER_READONLY, &device_),
      ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(aclrtHostRegister(Page(0), kPage,
                              static_cast<aclrtHostRegisterType>(99), &device_),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(device_, nullptr);
}

TEST_F(HostRegisterTest, DeviceMemoryIsNotTheProgramsToRegister) {
  void* memory = nullptr;
  ASSERT_EQ(aclrtMalloc(&memory, kPage, ACL_MEM_MALLOC_NORMAL_ONLY),
            ACL_SUCCESS);
  auto* const before = static_cast<uint8_t*>(memory) - (16 << 20);
  constexpr auto kMapped = ACL_HOST_REGISTER_MAPPED;
  constexpr aclError kBad = ACL_ERROR_RT_PARAM_INVALID;
  EXPECT_EQ(aclrtHostRegister(memory, kPage, kMapped, &device_), kBad);
  ASSERT_EQ(aclrtFree(memory), ACL_SUCCESS);
  EXPECT_EQ(aclrtHostRegister(memory, kPage, kMapped, &device_), kBad);
  EXPECT_EQ(aclrtHostRegister(before, uint64_t{64} << 20, kMapped, &device_),
            kBad);
}

}  // namespace
}  // namespace hostnn::harness
