// SPDX-License-Identifier: Apache-2.0
#include "executor/operator.h"

#include <gtest/gtest.h>

#include "tensor/tensor_test.h"

namespace hostnn {
namespace {

Status InferShapeOfFirst(std::span<const Dims* const> inputs,
                         PartialShape* output) {
  *output = *inputs[0];
  return Status();
}

constexpr Operator kCopy = Indexed({
    .name = "aclnnCopy",
    .header = "",
    .definition = "",
    .summary = "",
    .formula = "",
    .available_on = {Series::k910B},
    .tensors = {Input("self"), OptionalInput("maskOptional"), Output("out")},
    .types = {{"out", {}, "self"},
              {"self", {ACL_FLOAT, ACL_BF16}},
              {"maskOptional", {ACL_BOOL}}},
    .attributes = {},
    .output_shape = {"that of self", InferShapeOfFirst},
    .error_bound = {},
});

constexpr Operator WithTypeOfMask(const TypeRule& rule) {
  Operator op = kCopy;
  op.types[2] = rule;
  return op;
}

TEST(OperatorTest, IsConsistentIfEveryTensorHasOneTypeRule) {
  EXPECT_TRUE(IsConsistent(kCopy));
  EXPECT_FALSE(IsConsistent(WithTypeOfMask({})));
  EXPECT_FALSE(IsConsistent(WithTypeOfMask({"self", {ACL_BOOL}})));
  EXPECT_FALSE(IsConsistent(WithTypeOfMask({"mask", {ACL_BOOL}})));
  EXPECT_FALSE(IsConsistent(WithTypeOfMask({"maskOptional", {}, "other"})));
}

class CheckOperatorTest : public testing::Test {
 protected:
  Status CheckTypes() {
    return hostnn::CheckTypes(kCopy, CurrentProduct(), tensors());
  }
  Status CheckOutputShape() {
    return hostnn::CheckOutputShape(kCopy, tensors());
  }

  Tensor self_ = Contiguous({2, 3});
  Tensor out_ = Contiguous({2, 3});

 private:
  std::span<const NamedTensor> tensors() const { return tensors_; }

  const NamedTensor tensors_[3] = {
      {"self", &self_}, {"maskOptional", nullptr}, {"out", &out_}};
};

TEST_F(CheckOperatorTest, TypesAreCheckedInTheOrderOfTheRules) {
  EXPECT_TRUE(CheckTypes().ok());
  self_.dtype = ACL_DOUBLE;
  EXPECT_EQ(CheckTypes().message(),
            "out: expected dtype DOUBLE (that of self), got FLOAT");
  out_.dtype = ACL_DOUBLE;
  EXPECT_EQ(CheckTypes().message(),
            "self: expected dtype FLOAT or BF16, got DOUBLE");
}

TEST_F(CheckOperatorTest, TypesThatTheProductLacksAreNotAllowed) {
  self_.dtype = out_.dtype = ACL_BF16;
  EXPECT_TRUE(CheckTypes().ok());
  ASSERT_TRUE(SetProduct("test", "Ascend910A").ok());
  EXPECT_EQ(CheckTypes().message(),
            "self: expected dtype FLOAT on Ascend910A, got BF16");
  ASSERT_TRUE(SetProduct("test", kDefaultProduct).ok());
}

TEST_F(CheckOperatorTest, TheOutputHasTheShapeThatIsInferred) {
  EXPECT_TRUE(CheckOutputShape().ok());
  out_ = Contiguous({3, 2});
  EXPECT_EQ(CheckOutputShape().message(),
            "out: expected shape [2,3] (that of self), got [3,2]");
}

}  // namespace
}  // namespace hostnn
