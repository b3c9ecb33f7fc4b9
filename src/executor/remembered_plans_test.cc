// SPDX-License-Identifier: Apache-2.0
#include "executor/remembered_plans.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

namespace hostnn {
namespace {

constexpr Operator OperatorOfName(const char* name) {
  Operator op = {};
  op.name = name;
  return op;
}
constexpr Operator kOneOperator = OperatorOfName("aclnnOne");
constexpr Operator kOtherOperator = OperatorOfName("aclnnOther");

Tensor MakeTensor(const std::vector<int64_t>& shape) {
  Tensor tensor;
  tensor.shape = Dims(shape);
  tensor.strides = ContiguousStrides(tensor.shape);
  tensor.storage_shape = tensor.shape;
  return tensor;
}

// A call of one tensor.
PlanKey KeyOf(const Operator& op, int64_t attribute, const Tensor& tensor,
              const Product& product = CurrentProduct()) {
  const int64_t attributes[] = {attribute};
  PlanKey key(op, product, attributes);
  void* data = nullptr;
  key.Add(TensorObject(tensor), &data);
  EXPECT_EQ(data, tensor.data);
  return key;
}
PlanKey KeyOf(const Tensor& tensor) { return KeyOf(kOneOperator, 0, tensor); }

void NoKernel(const KernelCall&) {}

Plan MakePlan(int64_t piece_count) {
  Plan plan("aclnnOne");
  PlanArgument& out = plan.AddArgument();
  out = {};
  out.name = "out";
  plan.MakeParameters<int64_t>() = -piece_count;
  plan.SetKernel(NoKernel, {.piece_count = piece_count, .nanoseconds = 1});
  return plan;
}

TEST(RememberedPlansTest, FindsThePlanOfAnEqualCallAtAnotherAddress) {
  RememberedPlans plans;
  Tensor tensor = MakeTensor({2, 3});
  plans.Remember(KeyOf(tensor), MakePlan(5));
  tensor.data = &tensor;
  const Plan* const found = plans.Find(KeyOf(tensor));
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->piece_count(), 5);
  EXPECT_EQ(found->kernel(), NoKernel);
  ASSERT_EQ(found->argument_count(), 1);
  EXPECT_STREQ(found->argument(0).name, "out");
  EXPECT_EQ(*static_cast<const int64_t*>(found->parameters()), -5);
}

TEST(RememberedPlansTest, FindsNoneWhereAnythingDiffers) {
  RememberedPlans plans;
  const Tensor tensor = MakeTensor({2, 3});
  plans.Remember(KeyOf(tensor), MakePlan(5));
  EXPECT_EQ(plans.Find(KeyOf(kOtherOperator, 0, tensor)), nullptr);
  EXPECT_EQ(plans.Find(KeyOf(kOneOperator, 1, tensor)), nullptr);
  EXPECT_EQ(plans.Find(KeyOf(MakeTensor({3, 2}))), nullptr);
  EXPECT_EQ(plans.Find(KeyOf(MakeTensor({2, 3, 1}))), nullptr);
  const Product other = {"Ascend310P1", Series::k310P};
  EXPECT_EQ(plans.Find(KeyOf(kOneOperator, 0, tensor, other)), nullptr);
  const auto changed = [&tensor](const auto& change) {
    Tensor other = tensor;
    change(other);
    return KeyOf(other);
  };
  EXPECT_EQ(plans.Find(changed([](Tensor& t) { t.strides[0] = 4; })), nullptr);
  EXPECT_EQ(plans.Find(changed([](Tensor& t) { t.offset = 1; })), nullptr);
  EXPECT_EQ(plans.Find(changed([](Tensor& t) { t.dtype = ACL_BF16; })),
            nullptr);
  EXPECT_EQ(plans.Find(changed([](Tensor& t) { t.format = ACL_FORMAT_NCHW; })),
            nullptr);
  EXPECT_EQ(plans.Find(changed([](Tensor& t) { t.storage_shape[0] = 9; })),
            nullptr);
  PlanKey absent(kOneOperator, CurrentProduct(), std::vector<int64_t>{0});
  absent.AddAbsent();
  EXPECT_EQ(plans.Find(absent), nullptr);
  EXPECT_NE(plans.Find(KeyOf(tensor)), nullptr);
}

TEST(RememberedPlansTest, ForgetsTheOldest) {
  RememberedPlans plans;
  int64_t count = 0;
  // As long as the first is there.
  do {
    ++count;
    plans.Remember(KeyOf(MakeTensor({count})), MakePlan(count));
    const Plan* const last = plans.Find(KeyOf(MakeTensor({count})));
    ASSERT_NE(last, nullptr);
    EXPECT_EQ(last->piece_count(), count);
  } while (plans.Find(KeyOf(MakeTensor({1}))) != nullptr && count < 100);
  EXPECT_GT(count, 4);
  EXPECT_LT(count, 100);
  EXPECT_NE(plans.Find(KeyOf(MakeTensor({2}))), nullptr);
}

TEST(RememberedPlansTest, ForgetsTensorsOfVeryManyDimensionsAtOnce) {
  RememberedPlans plans;
  const Tensor tensor = MakeTensor(std::vector<int64_t>(kMaxDims, 1));
  const int64_t attributes[] = {0};
  PlanKey key(kOneOperator, CurrentProduct(), attributes);
  for (int i = 0; i < kMaxArguments; ++i) {
    void* data = nullptr;
    key.Add(TensorObject(tensor), &data);
  }
  plans.Remember(key, MakePlan(1));
  EXPECT_EQ(plans.Find(key), nullptr);
}

TEST(RememberedPlansTest, EveryThreadHasItsOwn) {
  RememberedPlans* const own = RememberedPlans::OfThisThread();
  ASSERT_NE(own, nullptr);
  EXPECT_EQ(RememberedPlans::OfThisThread(), own);
  std::thread([own] {
    EXPECT_NE(RememberedPlans::OfThisThread(), nullptr);
    EXPECT_NE(RememberedPlans::OfThisThread(), own);
  }).join();
}

}  // namespace
}  // namespace hostnn
