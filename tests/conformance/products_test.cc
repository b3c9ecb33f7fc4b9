// SPDX-License-Identifier: Apache-2.0
// Which products have which operators, and which types.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "harness/aclnn_codes.h"
#include "harness/call.h"
#include "harness/each_operator.h"
#include "harness/products.h"
#include "harness/random.h"
#include "harness/session.h"

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
    const Call call(op(), arguments);
    TakeMessages();
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

INSTANTIATE_TEST_SUITE_P(Each, ProductsTest, OfEachOperator(), NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
