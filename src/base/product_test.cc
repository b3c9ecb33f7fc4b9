// SPDX-License-Identifier: Apache-2.0
#include "base/product.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hostnn {
namespace {

Series SeriesOf(const char* name) {
  EXPECT_TRUE(SetProduct("name", name).ok()) << name;
  EXPECT_EQ(CurrentProduct().name, name);
  return CurrentProduct().series;
}

class ProductTest : public testing::Test {
 protected:
  ~ProductTest() override {
    EXPECT_TRUE(SetProduct("name", kDefaultProduct).ok());
  }
};

TEST_F(ProductTest, NamesBelongToTheDocumentedSeries) {
  EXPECT_EQ(SeriesOf("Ascend910B3"), Series::k910B);
  EXPECT_EQ(SeriesOf("Ascend910B4-1"), Series::k910B);
  EXPECT_EQ(SeriesOf("Ascend910B"), Series::k910);
  EXPECT_EQ(SeriesOf("Ascend910A"), Series::k910);
  EXPECT_EQ(SeriesOf("Ascend910_9391"), Series::k910_93);
  EXPECT_EQ(SeriesOf("Ascend310P3vir02"), Series::k310P);
  EXPECT_EQ(SeriesOf("Ascend310B1"), Series::k310B);
  EXPECT_EQ(SeriesOf("Ascend950PR_9579"), Series::k950);
}

TEST_F(ProductTest, AnUnknownNameIsRefusedWithTheKnownOnes) {
  for (const char* name : {"", "Ascend", "ascend910b3", "Ascend910B5"}) {
    const Status status = SetProduct("name", name);
    EXPECT_EQ(status.code(), Code::kAclInvalidParam) << name;
    EXPECT_THAT(status.message(), testing::HasSubstr("Ascend910B3"));
    EXPECT_EQ(CurrentProduct().name, kDefaultProduct);
  }
}

TEST_F(ProductTest, ANameHandedOutStaysValidAfterAnotherChoice) {
  ASSERT_TRUE(SetProduct("name", "Ascend910A").ok());
  const char* name = CurrentProduct().name.c_str();
  ASSERT_TRUE(SetProduct("name", "Ascend310P1").ok());
  EXPECT_STREQ(name, "Ascend910A");
}

TEST_F(ProductTest, OnlyTheOlderSeriesLackBfloat16) {
  constexpr DTypeSet kFloats = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  EXPECT_FALSE(SupportedTypes(kFloats, Series::k910).Contains(ACL_BF16));
  EXPECT_FALSE(SupportedTypes(kFloats, Series::k310P).Contains(ACL_BF16));
  EXPECT_TRUE(SupportedTypes(kFloats, Series::k910B).Contains(ACL_BF16));
  EXPECT_TRUE(SupportedTypes(kFloats, Series::k910).Contains(ACL_FLOAT16));
}

}  // namespace
}  // namespace hostnn
