// SPDX-License-Identifier: Apache-2.0
#include "base/settings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hostnn {
namespace {

using testing::HasSubstr;

TEST(SettingsTest, WithoutVariablesTheDefaultsHold) {
  const Settings settings = ParseSettings({});
  EXPECT_TRUE(settings.status.ok());
  EXPECT_GT(settings.device_memory_bytes, 0u);
  EXPECT_GT(settings.cache_bytes, 0u);
  EXPECT_EQ(settings.device_count, 1);
  EXPECT_GE(settings.thread_count, 1);
  EXPECT_TRUE(settings.target_check);
  EXPECT_EQ(settings.soc_name, "Ascend910B3");
}

TEST(SettingsTest, EveryVariableIsRead) {
  const Settings settings = ParseSettings({.device_memory = "3G",
                                           .cache_size = "1M",
                                           .device_count = "4",
                                           .thread_count = "7",
                                           .simd_target = "avx2",
                                           .target_check = "off",
                                           .soc_name = "Ascend910A"});
  EXPECT_TRUE(settings.status.ok()) << settings.status.message();
  EXPECT_EQ(settings.device_memory_bytes, uint64_t{3} << 30);
  EXPECT_EQ(settings.cache_bytes, uint64_t{1} << 20);
  EXPECT_EQ(settings.device_count, 4);
  EXPECT_EQ(settings.thread_count, 7);
  EXPECT_EQ(settings.simd_target, SimdTarget::kAvx2);
  EXPECT_FALSE(settings.target_check);
  EXPECT_EQ(settings.soc_name, "Ascend910A");
}

TEST(SettingsTest, SimdTargetsAreNamed) {
  EXPECT_EQ(ParseSettings({}).simd_target, SimdTarget::kBest);
  EXPECT_EQ(ParseSettings({.simd_target = "scalar"}).simd_target,
            SimdTarget::kScalar);
  EXPECT_EQ(ParseSettings({.simd_target = "avx512"}).simd_target,
            SimdTarget::kAvx512);
  for (const char* text : {"", "AVX2", "sse4"}) {
    const Settings settings = ParseSettings({.simd_target = text});
    EXPECT_EQ(settings.status.code(), Code::kAclInvalidParam);
    EXPECT_THAT(settings.status.message(), HasSubstr("HOSTNN_SIMD_TARGET"));
    EXPECT_EQ(settings.simd_target, SimdTarget::kBest);
  }
}

TEST(SettingsTest, DeviceMemoryTakesBytesAndSuffixes) {
  EXPECT_EQ(ParseSettings({.device_memory = "4096"}).device_memory_bytes,
            4096u);
  EXPECT_EQ(ParseSettings({.device_memory = "2k"}).device_memory_bytes, 2048u);
  EXPECT_EQ(ParseSettings({.device_memory = "1T"}).device_memory_bytes,
            uint64_t{1} << 40);
  EXPECT_EQ(ParseSettings({.device_memory = "5M"}).device_memory_bytes,
            uint64_t{5} << 20);
}

TEST(SettingsTest, ABadValueIsNamedAndIgnored) {
  for (const char* text : {"", "0", "-1", "1.5G", "G", "65T", "12 G",
                           "99999999999999999999", "99999999999G"}) {
    const Settings settings = ParseSettings({.device_memory = text});
    EXPECT_EQ(settings.status.code(), Code::kAclInvalidParam) << text;
    EXPECT_THAT(settings.status.message(), HasSubstr("HOSTNN_DEVICE_MEMORY"));
    EXPECT_GT(settings.device_memory_bytes, 0u);
  }
  EXPECT_THAT(ParseSettings({.cache_size = "0"}).status.message(),
              HasSubstr("HOSTNN_CACHE_SIZE"));
  for (const char* text : {"", "0", "-2", "two", "1000000"}) {
    EXPECT_THAT(ParseSettings({.device_count = text}).status.message(),
                HasSubstr("HOSTNN_DEVICE_COUNT"));
    EXPECT_THAT(ParseSettings({.thread_count = text}).status.message(),
                HasSubstr("HOSTNN_NUM_THREADS"));
  }
  EXPECT_THAT(ParseSettings({.target_check = "no"}).status.message(),
              HasSubstr("HOSTNN_TARGET_CHECK"));
  EXPECT_THAT(ParseSettings({.soc_name = "Ascend1"}).status.message(),
              AllOf(HasSubstr("HOSTNN_SOC_NAME"), HasSubstr("Ascend910B3")));
}

TEST(SettingsTest, TheTargetCheckCanBeSwitched) {
  SetTargetCheck(false);
  EXPECT_FALSE(TargetCheckEnabled());
  SetTargetCheck(true);
  EXPECT_TRUE(TargetCheckEnabled());
}

}  // namespace
}  // namespace hostnn
