// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_nll_loss_backward.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "base/product.h"
#include "base/recent_error.h"
#include "executor/executor.h"
#include "kernels/class_scatter.h"
#include "tensor/tensor_test.h"

namespace hostnn {
namespace {

// A handle while this lives.
class Handle {
 public:
  explicit Handle(const Tensor& tensor)
      : object_(TensorPool::Instance().Create(tensor)) {}
  ~Handle() { TensorPool::Instance().Remove(get()); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  aclTensor* get() const { return static_cast<aclTensor*>(object_.handle()); }

 private:
  Ref<TensorObject> object_;
};

// Two positions and three classes, as phase one accepts them; a test spoils
// what it is about.
class NllLossBackwardTest : public testing::Test {
 protected:
  ~NllLossBackwardTest() override {
    EXPECT_TRUE(SetProduct("test", kDefaultProduct).ok());
  }

  // Makes everything fit a self of (C).
  void UseOneDimension(int64_t class_count) {
    self_ = out_ = Contiguous({class_count});
    weight_ = Contiguous({class_count});
    target_ = Contiguous({}, ACL_INT64);
    grad_output_ = Contiguous({1});
  }

  aclnnStatus RunPhaseOne() {
    const Handle grad_output(grad_output_), self(self_), target(target_),
        weight(weight_), total_weight(total_weight_), out(out_);
    uint64_t workspace_size = 4711;
    aclOpExecutor* executor = nullptr;
    const aclnnStatus status = aclnnNLLLossBackwardGetWorkspaceSize(
        grad_output.get(), self.get(), target.get(), weight.get(), reduction_,
        -100, total_weight.get(), out.get(), &workspace_size, &executor);
    if (status == 0) {
      EXPECT_EQ(workspace_size, 0u);
      plan_ = ExecutorPool::Instance().Find(executor)->plan();
      ExecutorPool::Instance().Remove(executor);
    }
    return status;
  }

  // The argument and what is wrong with it; "" if nothing is.
  std::string Refusal(Code code = Code::kBadArgument) {
    TakeRecentErrors();
    const aclnnStatus status = RunPhaseOne();
    if (status == 0) return "";
    EXPECT_EQ(status, static_cast<aclnnStatus>(code));
    const std::string text = TakeRecentErrors();
    const std::string before = ": aclnnNLLLossBackward: ";
    return text.substr(text.find(before) + before.size());
  }

  Tensor grad_output_ = Contiguous({2});
  Tensor self_ = Contiguous({2, 3});
  Tensor target_ = Contiguous({2}, ACL_INT64);
  Tensor weight_ = Contiguous({3});
  Tensor total_weight_ = Contiguous({1});
  Tensor out_ = Contiguous({2, 3});
  int64_t reduction_ = 0;
  std::optional<Plan> plan_;  // of the last success
};

// Spoils one thing after another, from the last check to the first, so that
// each check is seen to come before those already spoilt.
TEST_F(NllLossBackwardTest, ShapesAreCheckedInOrder) {
  EXPECT_EQ(Refusal(), "");
  out_ = Contiguous({3, 2});
  EXPECT_EQ(Refusal(), "out: expected shape [2,3] (that of self), got [3,2]");
  grad_output_ = Contiguous({});
  EXPECT_EQ(Refusal(),
            "gradOutput: expected shape [2] (that of target), got []");
  total_weight_ = Contiguous({2});
  EXPECT_EQ(Refusal(), "totalWeight: expected 1 element, got 2: [2]");
  weight_ = Contiguous({4});
  EXPECT_EQ(Refusal(),
            "weight: expected 3 elements (the number of classes), got 4: [4]");
  weight_ = Contiguous({1, 3});
  EXPECT_EQ(Refusal(), "weight: expected 1 dimension, got 2: [1,3]");
  target_ = Contiguous({3}, ACL_INT64);
  EXPECT_EQ(
      Refusal(),
      "target: expected dimension 0 to be 2 (dimension 0 of self), got 3");
  target_ = Contiguous({}, ACL_INT64);
  EXPECT_EQ(Refusal(), "target: expected 1 dimension, got 0: []");
  self_ = Contiguous({2, 3, 1});
  EXPECT_EQ(Refusal(), "self: expected 1 or 2 dimensions, got 3: [2,3,1]");
  self_ = Contiguous({});
  EXPECT_EQ(Refusal(), "self: expected 1 or 2 dimensions, got 0: []");
}

TEST_F(NllLossBackwardTest, TypesAreCheckedInOrderAndBeforeTheRest) {
  self_ = Contiguous({});
  reduction_ = 3;
  EXPECT_EQ(Refusal(),
            "reduction: expected 0 (none), 1 (mean) or 2 (sum), got 3");
  target_.dtype = ACL_FLOAT;
  EXPECT_EQ(Refusal(),
            "target: expected dtype INT32, UINT8 or INT64, got FLOAT");
  for (Tensor* tensor : {&self_, &weight_, &grad_output_, &total_weight_}) {
    tensor->dtype = ACL_DOUBLE;
  }
  EXPECT_EQ(Refusal(),
            "self: expected dtype FLOAT, FLOAT16 or BF16, got DOUBLE");
  out_.dtype = ACL_INT32;
  EXPECT_EQ(Refusal(), "out: expected dtype FLOAT, FLOAT16 or BF16, got INT32");
  total_weight_.dtype = ACL_FLOAT;
  EXPECT_EQ(Refusal(),
            "totalWeight: expected dtype DOUBLE (that of self), got FLOAT");
  grad_output_.dtype = ACL_FLOAT16;
  EXPECT_EQ(Refusal(),
            "gradOutput: expected dtype DOUBLE (that of self), got FLOAT16");
  weight_.dtype = ACL_BF16;
  EXPECT_EQ(Refusal(),
            "weight: expected dtype DOUBLE (that of self), got BF16");
}

TEST_F(NllLossBackwardTest, TheGradientHasOneElementUnlessEachPositionHasOne) {
  for (const int64_t reduction : {1, 2}) {
    reduction_ = reduction;
    grad_output_ = Contiguous({2});
    EXPECT_EQ(Refusal(),
              "gradOutput: expected one element in at most 1 dimension "
              "(reduction is not 0, none), got [2]");
    grad_output_ = Contiguous({1, 1});
    EXPECT_NE(Refusal(), "");
    for (const Tensor& right : {Contiguous({}), Contiguous({1})}) {
      grad_output_ = right;
      EXPECT_EQ(Refusal(), "");
    }
  }
  UseOneDimension(3);
  for (const int64_t reduction : {0, 1, 2}) {
    reduction_ = reduction;
    for (const Tensor& right : {Contiguous({}), Contiguous({1})}) {
      grad_output_ = right;
      EXPECT_EQ(Refusal(), "");
    }
  }
  reduction_ = 0;
  grad_output_ = Contiguous({3});
  EXPECT_EQ(Refusal(),
            "gradOutput: expected one element in at most 1 dimension (self has "
            "1 dimension), got [3]");
}

TEST_F(NllLossBackwardTest, OnePositionHasATargetWithoutDimensions) {
  UseOneDimension(3);
  EXPECT_EQ(Refusal(), "");
  target_ = Contiguous({3}, ACL_INT64);
  EXPECT_EQ(Refusal(), "target: expected 0 dimensions, got 1: [3]");
  target_ = Contiguous({1}, ACL_INT64);
  EXPECT_EQ(Refusal(), "target: expected 0 dimensions, got 1: [1]");
}

TEST_F(NllLossBackwardTest, OnePositionOfOneClassMayHaveATargetOfOneDimension) {
  UseOneDimension(1);
  EXPECT_EQ(Refusal(), "");
  target_ = Contiguous({1}, ACL_INT64);
  EXPECT_EQ(Refusal(), "");
  target_ = Contiguous({1, 1}, ACL_INT64);
  EXPECT_EQ(Refusal(), "target: expected 0 dimensions, got 2: [1,1]");
}

TEST_F(NllLossBackwardTest, AnEmptySelfHasNothingToCompute) {
  EXPECT_EQ(Refusal(), "");
  EXPECT_NE(plan_->kernel(), nullptr);
  self_ = out_ = Contiguous({0, 3});
  target_ = Contiguous({0}, ACL_INT64);
  grad_output_ = Contiguous({0});
  EXPECT_EQ(Refusal(), "");
  EXPECT_EQ(plan_->kernel(), nullptr);
  UseOneDimension(0);
  EXPECT_EQ(Refusal(), "");
  EXPECT_EQ(plan_->kernel(), nullptr);
  weight_ = Contiguous({1});
  EXPECT_NE(Refusal(), "");
}

TEST_F(NllLossBackwardTest, OutMayHaveAnotherTypeThanSelf) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    out_.dtype = dtype;
    EXPECT_EQ(Refusal(), "");
    EXPECT_EQ(plan_->kernel(),
              kernels::ClassScatter(ACL_FLOAT, ACL_INT64, dtype));
  }
}

TEST_F(NllLossBackwardTest, TotalWeightNeedsAnAddressForTheMeanOnly) {
  grad_output_ = Contiguous({1});
  for (const int64_t reduction : {1, 2}) {
    reduction_ = reduction;
    EXPECT_EQ(Refusal(), "");
    EXPECT_EQ(plan_->argument(kernels::kTotalWeightArgument).role,
              reduction == 1 ? Role::kInput : Role::kUnusedInput);
  }
}

TEST_F(NllLossBackwardTest, ProductsDecideOnTypesAndOnTheOperator) {
  ASSERT_TRUE(SetProduct("test", "Ascend910A").ok());
  EXPECT_EQ(Refusal(), "");
  out_.dtype = ACL_BF16;
  EXPECT_EQ(Refusal(),
            "out: expected dtype FLOAT or FLOAT16 on Ascend910A, got BF16");
  ASSERT_TRUE(SetProduct("test", "Ascend310P3").ok());
  out_.dtype = ACL_FLOAT;
  EXPECT_EQ(Refusal(Code::kNoKernel), "not available on Ascend310P3");
}

}  // namespace
}  // namespace hostnn
