// SPDX-License-Identifier: Apache-2.0
// The functions that need neither initialisation nor a device.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>

#include "acl/acl.h"
#include "harness/float_format.h"
#include "harness/session.h"
#include "hostnn/hostnn.h"

namespace hostnn::harness {
namespace {

TEST(NumbersTest, DataTypesHaveTheirSizes) {
  struct Row {
    aclDataType dtype;
    size_t size;
  };
  const Row rows[] = {{ACL_FLOAT, 4},     {ACL_FLOAT16, 2},     {ACL_INT8, 1},
                      {ACL_INT32, 4},     {ACL_UINT8, 1},       {ACL_INT16, 2},
                      {ACL_UINT16, 2},    {ACL_UINT32, 4},      {ACL_INT64, 8},
                      {ACL_UINT64, 8},    {ACL_DOUBLE, 8},      {ACL_BOOL, 1},
                      {ACL_COMPLEX64, 8}, {ACL_COMPLEX128, 16}, {ACL_BF16, 2},
                      {ACL_COMPLEX32, 4}};
  for (const Row& row : rows) {
    EXPECT_EQ(aclDataTypeSize(row.dtype), row.size) << row.dtype;
  }
}

TEST(NumbersTest, HalfBecomesFloatExactly) {
  for (uint32_t bits = 0; bits < 0x10000; ++bits) {
    if ((bits & 0x7c00) == 0x7c00) continue;
    const auto half = static_cast<uint16_t>(bits);
    ASSERT_EQ(aclFloat16ToFloat(half), ToDouble(ACL_FLOAT16, &half)) << bits;
  }
}

// The interface treats the highest exponent as an ordinary one.
TEST(NumbersTest, HalfInfinityAndNanBecomeFiniteFloats) {
  EXPECT_EQ(aclFloat16ToFloat(0x7c00), 65536.0f);
  EXPECT_EQ(aclFloat16ToFloat(0xfc00), -65536.0f);
  EXPECT_EQ(aclFloat16ToFloat(0x7e00), 98304.0f);
}

TEST(NumbersTest, FloatBecomesHalfAndSaturates) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(aclFloatToFloat16(kInfinity), 0x7bff);
  EXPECT_EQ(aclFloatToFloat16(-kInfinity), 0xfbff);
  EXPECT_EQ(aclFloatToFloat16(std::nanf("")), 0x7bff);
  EXPECT_EQ(aclFloatToFloat16(1e30f), 0x7bff);
  EXPECT_EQ(aclFloatToFloat16(-1e30f), 0xfbff);
  for (uint32_t bits = 0; bits < 0x10000; bits += 3) {
    if ((bits & 0x7c00) == 0x7c00) continue;
    const auto half = static_cast<uint16_t>(bits);
    const auto value = static_cast<float>(ToDouble(ACL_FLOAT16, &half));
    ASSERT_EQ(aclFloatToFloat16(value), half) << bits;
  }
}

TEST(ProductTest, IsAnAscend910B3UnlessChosenOtherwise) {
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B3");
  {
    const ScopedSoc soc("Ascend310P3");
    EXPECT_STREQ(aclrtGetSocName(), "Ascend310P3");
  }
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B3");
}

TEST(ProductTest, UnknownNamesChangeNothing) {
  for (const char* name : {"", "Ascend", "ascend910b3", "Ascend910B7", "GPU"}) {
    EXPECT_EQ(hostnnSetSocName(name), ACL_ERROR_INVALID_PARAM) << name;
  }
  EXPECT_EQ(hostnnSetSocName(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910B3");
}

TEST(ProductTest, EveryListedNameIsKnown) {
  const std::string before = aclrtGetSocName();
  for (const char* name :
       {"Ascend910A",       "Ascend910ProA",  "Ascend910PremiumA",
        "Ascend910ProB",    "Ascend910B",     "Ascend910B1",
        "Ascend910B2",      "Ascend910B2C",   "Ascend910B4",
        "Ascend910B4-1",    "Ascend910_9391", "Ascend910_9392",
        "Ascend910_9381",   "Ascend910_9382", "Ascend910_9372",
        "Ascend910_9362",   "Ascend910_9363", "Ascend310P1",
        "Ascend310P7",      "Ascend310B1",    "Ascend310B4",
        "Ascend950PR_9579", "Ascend950DT_1"}) {
    const ScopedSoc soc(name);
    EXPECT_STREQ(aclrtGetSocName(), name);
  }
  EXPECT_EQ(aclrtGetSocName(), before);
}

// Runs with HOSTNN_SOC_NAME=Ascend910A.
TEST(ProductEnvironmentTest, IsTakenFromTheEnvironment) {
  EXPECT_STREQ(aclrtGetSocName(), "Ascend910A");
}

TEST(VersionTest, IsThreeNumbers) {
  int major = -1;
  int minor = -1;
  int patch = -1;
  EXPECT_EQ(std::sscanf(hostnnGetVersion(), "%d.%d.%d", &major, &minor, &patch),
            3);
  EXPECT_GE(major, 0);
}

}  // namespace
}  // namespace hostnn::harness
