// SPDX-License-Identifier: Apache-2.0
// Which products have which operators, and which types.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "harness/aclnn_codes.h"
#include "harness/call.h"
#include "harness/each_operator.h"
#include "harness/products.h"
#include "harness/random.h"
#include "harness/session.h"
#include "hostnn/hostnn.h"

namespace hostnn::harness {
namespace {

using ::testing::HasSubstr;

class ProductsTest : public EachOperatorTest {
 protected:
  static bool IsOn(const Product& product) {
    return std::ranges::count(op().series, product.series) > 0;
  }

  // The status of phase one with all tensors of this type.
  static aclnnStatus Plan(aclDataType dtype) {
    Random random(1);
    const Arguments arguments = op().oracle->RandomArguments(
        random, {.length = 5, .dtype = dtype, .ordinary_values = true});
    TakeMessages();
    return PlanAndDestroy(Call(op(), arguments));
  }
  static aclnnStatus PlanAndDestroy(const Call& call) {
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    const aclnnStatus status = call.Plan(&workspace_size, &executor);
    if (status == 0) {
      EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
    }
    return status;
  }
};

TEST_P(ProductsTest, HaveTheOperatorOrRefuseItByName) {
  for (const Product& product : AllProducts()) {
    SCOPED_TRACE(product.name);
    const ScopedSoc soc(product.name);
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16}) {
      if (IsOn(product)) {
        EXPECT_EQ(Plan(dtype), 0) << TakeMessages();
        continue;
      }
      EXPECT_EQ(Plan(dtype), kNoKernel);
      const std::string message = TakeMessages();
      EXPECT_THAT(message, HasSubstr(op().name));
      EXPECT_THAT(message, HasSubstr(product.name));
    }
  }
}

TEST_P(ProductsTest, WithoutBf16RefuseItAsAType) {
  for (const Product& product : AllProducts()) {
    if (!IsOn(product)) continue;
    SCOPED_TRACE(product.name);
    const ScopedSoc soc(product.name);
    if (ComputesBf16(product.series)) {
      EXPECT_EQ(Plan(ACL_BF16), 0) << TakeMessages();
      continue;
    }
    EXPECT_EQ(Plan(ACL_BF16), kBadArgument);
    const std::string message = TakeMessages();
    EXPECT_THAT(message, HasSubstr(op().name));
    EXPECT_THAT(message, HasSubstr("BF16"));
  }
}

// A plan made while another thread chooses a product is of one or the other,
// and not taken for the other's later.
TEST_P(ProductsTest, MayBeChosenWhileCallsArePlanned) {
  static constexpr char kWithoutBf16[] = "Ascend310P1";
  const ScopedSoc soc("Ascend910B3");
  Random random(1);
  const Arguments arguments = op().oracle->RandomArguments(
      random, {.length = 5, .dtype = ACL_BF16, .ordinary_values = true});
  const Call call(op(), arguments);
  std::atomic<bool> stop = false;
  std::thread chooser([&stop] {
    while (!stop) {
      EXPECT_EQ(hostnnSetSocName(kWithoutBf16), ACL_SUCCESS);
      EXPECT_EQ(hostnnSetSocName("Ascend910B3"), ACL_SUCCESS);
    }
  });
  for (int i = 0; i < 2000; ++i) PlanAndDestroy(call);
  stop = true;
  chooser.join();
  EXPECT_EQ(PlanAndDestroy(call), 0) << TakeMessages();
  EXPECT_EQ(hostnnSetSocName(kWithoutBf16), ACL_SUCCESS);
  EXPECT_NE(PlanAndDestroy(call), 0);
}

INSTANTIATE_TEST_SUITE_P(Each, ProductsTest, OfEachOperator(), NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
