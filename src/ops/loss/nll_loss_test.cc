// SPDX-License-Identifier: Apache-2.0
#include "ops/loss/nll_loss.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "kernels/class_scatter.h"
#include "tensor/tensor_test.h"

namespace hostnn {
namespace {

using kernels::ClassScatterParameters;
using Numbers = std::vector<int64_t>;

// The tensors of aclnnNLLLoss2dBackward, of which a test changes strides.
struct Loss2d {
  Loss2d(int64_t n, int64_t c, int64_t h, int64_t w, aclDataType dtype)
      : grad_output(Contiguous({n, h, w}, dtype)),
        target(Contiguous({n, h, w}, ACL_INT64)),
        weight(Contiguous({c}, dtype)),
        total_weight(Contiguous({1}, dtype)),
        out(Contiguous({n, c, h, w}, dtype)) {}

  Plan MakePlan(int64_t reduction = kReductionNone) const {
    Plan plan("test");
    PlanNllLossBackward({.tensors = {{{"gradOutput", &grad_output},
                                      {"self", &out},
                                      {"target", &target},
                                      {"weight", &weight},
                                      {"totalWeight", &total_weight},
                                      {"out", &out}}},
                         .class_dimension = 1,
                         .reduction = reduction,
                         .ignore_index = -100},
                        &plan);
    return plan;
  }

  Tensor grad_output, target, weight, total_weight, out;
};

const ClassScatterParameters& ParametersOf(const Plan& plan) {
  return *static_cast<const ClassScatterParameters*>(plan.parameters());
}

TEST(PlanNllLossBackwardTest, DensePlanesAreTwoLoopsAndChannelsLastIsOne) {
  Loss2d loss(2, 21, 64, 64, ACL_FLOAT);
  EXPECT_EQ(ParametersOf(loss.MakePlan()).positions.loop_count, 2);
  EXPECT_FALSE(kernels::ClassesAreInside(ParametersOf(loss.MakePlan())));
  loss.out.strides = Dims(Numbers{21 * 64 * 64, 1, 21 * 64, 21});
  EXPECT_EQ(ParametersOf(loss.MakePlan()).positions.loop_count, 1);
  EXPECT_TRUE(kernels::ClassesAreInside(ParametersOf(loss.MakePlan())));
}

TEST(PlanNllLossBackwardTest, TinyWorkIsOnePiece) {
  EXPECT_EQ(Loss2d(1, 1000, 1, 1, ACL_FLOAT).MakePlan().piece_count(), 1);
  EXPECT_EQ(Loss2d(2, 8, 16, 16, ACL_BF16).MakePlan().piece_count(), 1);
}

TEST(PlanNllLossBackwardTest, PiecesCoverAllPositionsAndAreLargeEnough) {
  for (const Loss2d& loss :
       {Loss2d(8, 21, 512, 512, ACL_FLOAT), Loss2d(2, 150, 512, 512, ACL_BF16),
        Loss2d(4096, 1000, 1, 1, ACL_FLOAT),
        Loss2d(3, 300000, 1, 1, ACL_FLOAT)}) {
    const Plan plan = loss.MakePlan();
    const ClassScatterParameters& parameters = ParametersOf(plan);
    EXPECT_EQ(plan.piece_count(), kernels::PieceCount(parameters));
    const int64_t piece_bytes = parameters.piece_positions *
                                parameters.piece_classes *
                                ElementSize(loss.out.dtype);
    EXPECT_GE(piece_bytes, 64 << 10);
    EXPECT_LE(piece_bytes, 1 << 20);
  }
}

TEST(PlanNllLossBackwardTest, OneGradientHasNoStrides) {
  Loss2d loss(2, 5, 3, 4, ACL_FLOAT);
  loss.grad_output = Contiguous({1}, ACL_FLOAT);
  const Plan plan = loss.MakePlan(kReductionMean);
  const ClassScatterParameters& parameters = ParametersOf(plan);
  EXPECT_TRUE(parameters.mean);
  EXPECT_EQ(parameters.positions.strides[parameters.kGradOutput][0], 0);
}

TEST(PlanNllLossBackwardTest, WeightKeepsItsOrderInAnyShape) {
  Loss2d loss(1, 6, 2, 2, ACL_FLOAT);
  loss.weight = Contiguous({2, 1, 3}, ACL_FLOAT);
  EXPECT_EQ(ParametersOf(loss.MakePlan()).weight.loop_count, 1);
  loss.weight.strides = Dims(Numbers{1, 9, 2});
  const Plan plan = loss.MakePlan();
  const LoopNest<1>& weight = ParametersOf(plan).weight;
  ASSERT_EQ(weight.loop_count, 2);
  EXPECT_EQ(weight.extents[0], 2);
  EXPECT_EQ(weight.strides[0][0], 1);
  EXPECT_EQ(weight.strides[0][1], 2);
}

TEST(PlanNllLossBackwardTest, AReportNamesTheFirstBadTargetAndCountsThem) {
  const Plan plan = Loss2d(2, 5, 3, 4, ACL_FLOAT).MakePlan();
  ASSERT_NE(plan.describe_faults(), nullptr);
  EXPECT_EQ(
      plan.describe_faults()(plan.parameters(),
                             {.count = 3, .first_index = 6, .first_value = 7}),
      "target: expected a class in [0,5) or ignoreIndex -100, got 7 at "
      "[0,1,2]; 3 such positions");
  EXPECT_EQ(plan.describe_faults()(
                plan.parameters(),
                {.count = 1, .first_index = 23, .first_value = -1}),
            "target: expected a class in [0,5) or ignoreIndex -100, got -1 at "
            "[1,2,3]; 1 such position");
}

TEST(PlanNllLossBackwardTest, RanksOneAndTwoArePlannedLikewise) {
  for (const int rank : {1, 2}) {
    const Tensor grad = Contiguous({1}, ACL_FLOAT);
    const Tensor target =
        Contiguous(rank == 1 ? Numbers{} : Numbers{7}, ACL_INT32);
    const Tensor weight = Contiguous({5}, ACL_FLOAT);
    const Tensor out =
        Contiguous(rank == 1 ? Numbers{5} : Numbers{7, 5}, ACL_FLOAT);
    Plan plan("test");
    PlanNllLossBackward({.tensors = {{{"gradOutput", &grad},
                                      {"self", &out},
                                      {"target", &target},
                                      {"weight", &weight},
                                      {"totalWeight", &grad},
                                      {"out", &out}}},
                         .class_dimension = rank - 1,
                         .reduction = 2,
                         .ignore_index = -100},
                        &plan);
    const ClassScatterParameters& parameters = ParametersOf(plan);
    EXPECT_EQ(parameters.positions.iteration_count(), rank == 1 ? 1 : 7);
    EXPECT_EQ(parameters.class_count, 5);
    EXPECT_TRUE(kernels::ClassesAreInside(parameters));
  }
}

}  // namespace
}  // namespace hostnn
