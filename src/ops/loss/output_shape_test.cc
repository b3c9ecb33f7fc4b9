// SPDX-License-Identifier: Apache-2.0
#include "ops/loss/output_shape.h"

#include <gtest/gtest.h>

#include <vector>

#include "ops/registry.h"

namespace hostnn {
namespace {

PartialShape Shape(std::vector<int64_t> dims) { return Dims(dims); }

Status Infer(const Operator& op, const std::vector<PartialShape>& inputs,
             PartialShape* output) {
  std::vector<const Dims*> shapes;
  for (const PartialShape& input : inputs) {
    shapes.push_back(input ? &*input : nullptr);
  }
  return op.output_shape.infer(shapes, output);
}

// The shape that the operator's definition gives for the inputs.
PartialShape Infer(const Operator& op,
                   const std::vector<PartialShape>& inputs) {
  PartialShape output = Shape({4711});
  EXPECT_TRUE(Infer(op, inputs, &output).ok());
  return output;
}

// The shape of NLLLossGrad's output by that of self.
PartialShape InferScores(const PartialShape& self) {
  return Infer(operators::kNllLoss2dBackward, {Shape({}), self});
}

TEST(OutputShapeTest, ScoresHaveOneTwoOrFourDimensions) {
  for (const auto& dims : std::vector<std::vector<int64_t>>{
           {5}, {3, 5}, {2, 3, 4, 5}, {0, 3}, {kUnknownDimension, 3, 4, 5}}) {
    EXPECT_EQ(InferScores(Shape(dims)), Shape(dims));
  }
}

TEST(OutputShapeTest, AnUnknownRankOfScoresStaysUnknown) {
  EXPECT_EQ(InferScores(std::nullopt), std::nullopt);
}

TEST(OutputShapeTest, OtherRanksOfScoresAreRefusedAndLeaveTheOutputAlone) {
  for (const auto& dims :
       std::vector<std::vector<int64_t>>{{}, {2, 3, 4}, {2, 3, 4, 5, 6}}) {
    PartialShape output = Shape({4711});
    const Status status =
        Infer(operators::kNllLoss2dBackward, {Shape({}), Shape(dims)}, &output);
    EXPECT_EQ(status.code(), Code::kBadArgument);
    EXPECT_EQ(output, Shape({4711}));
  }
}

TEST(OutputShapeTest, MeanSquaredErrorBroadcastsAllInputs) {
  const Operator& op = operators::kMseLossBackward;
  EXPECT_EQ(Infer(op, {Shape({}), Shape({2, 1}), Shape({3})}), Shape({2, 3}));
  EXPECT_EQ(Infer(op, {Shape({kUnknownDimension}), Shape({2, 1}), Shape({1})}),
            Shape({2, kUnknownDimension}));
  EXPECT_EQ(Infer(op, {Shape({}), std::nullopt, Shape({3})}), std::nullopt);
  PartialShape output;
  const Status status = Infer(op, {Shape({}), Shape({2}), Shape({3})}, &output);
  EXPECT_EQ(status.message(),
            "inputs: expected shapes that broadcast, got [2] and [3]");
}

TEST(OutputShapeTest, BinaryCrossEntropyHasTheShapeOfSelf) {
  const Operator& op = operators::kBinaryCrossEntropyWithLogitsTargetBackward;
  EXPECT_EQ(Infer(op, {Shape({}), Shape({2, 3}), Shape({2, 3}), std::nullopt,
                       std::nullopt}),
            Shape({2, 3}));
  EXPECT_EQ(Infer(op, {Shape({}), std::nullopt, Shape({2, 3})}), std::nullopt);
}

}  // namespace
}  // namespace hostnn
