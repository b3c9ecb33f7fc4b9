// SPDX-License-Identifier: Apache-2.0
#include "base/dtype.h"

#include <gtest/gtest.h>

namespace hostnn {
namespace {

// Numbers inside the enumeration's range that name no type.
constexpr auto kUnused = static_cast<aclDataType>(5);
constexpr auto kBeyond = static_cast<aclDataType>(42);

TEST(DTypeTest, NamesAreTheDocumentedOnesWithoutPrefix) {
  EXPECT_STREQ(DTypeName(ACL_FLOAT), "FLOAT");
  EXPECT_STREQ(DTypeName(ACL_BF16), "BF16");
  EXPECT_STREQ(DTypeName(ACL_FLOAT4_E1M2), "FLOAT4_E1M2");
}

TEST(DTypeTest, NumbersThatNameNoTypeHaveNoName) {
  for (const aclDataType type : {kUnused, kBeyond, ACL_DT_UNDEFINED}) {
    EXPECT_EQ(DTypeName(type), nullptr);
    EXPECT_FALSE(IsDType(type));
    EXPECT_EQ(ElementSize(type), 0);
  }
  EXPECT_EQ(DTypeText(kUnused), "dtype 5");
  EXPECT_EQ(DTypeText(ACL_DT_UNDEFINED), "dtype -1");
  EXPECT_EQ(DTypeText(ACL_INT64), "INT64");
}

TEST(DTypeTest, SizesAreInBytesAndZeroWithoutWholeBytes) {
  EXPECT_EQ(ElementSize(ACL_UINT8), 1);
  EXPECT_EQ(ElementSize(ACL_FLOAT16), 2);
  EXPECT_EQ(ElementSize(ACL_COMPLEX32), 4);
  EXPECT_EQ(ElementSize(ACL_INT64), 8);
  EXPECT_EQ(ElementSize(ACL_COMPLEX128), 16);
  EXPECT_EQ(ElementSize(ACL_INT4), 0);
  EXPECT_EQ(ElementSize(ACL_STRING), 0);
  EXPECT_TRUE(IsDType(ACL_INT4));
  EXPECT_TRUE(IsDType(ACL_STRING));
}

TEST(DTypeSetTest, ContainsItsMembersOnly) {
  constexpr DTypeSet set = {ACL_INT64, ACL_UINT8};
  EXPECT_TRUE(set.Contains(ACL_INT64));
  EXPECT_TRUE(set.Contains(ACL_UINT8));
  EXPECT_FALSE(set.Contains(ACL_FLOAT));
  EXPECT_FALSE(set.Contains(ACL_DT_UNDEFINED));
}

TEST(DTypeSetTest, ReadsAsAnEnumerationInTheOrderOfTheNumbers) {
  EXPECT_EQ(DTypeSet({ACL_BF16, ACL_FLOAT16, ACL_FLOAT}).ToString(),
            "FLOAT, FLOAT16 or BF16");
  EXPECT_EQ(DTypeSet({ACL_FLOAT16, ACL_FLOAT}).ToString(), "FLOAT or FLOAT16");
  EXPECT_EQ(DTypeSet({ACL_BOOL}).ToString(), "BOOL");
  EXPECT_EQ(DTypeSet({}).ToString(), "none");
}

}  // namespace
}  // namespace hostnn
