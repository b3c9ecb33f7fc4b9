// SPDX-License-Identifier: Apache-2.0
// The list of operators that the library tells, against the case files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "harness/operators.h"
#include "hostnn/hostnn.h"

namespace hostnn::harness {
namespace {

TEST(OperatorListTest, HasACaseFileForEachAndNoOther) {
  std::vector<std::string> listed;
  for (size_t i = 0; i < hostnnGetOperatorCount(); ++i) {
    listed.emplace_back(hostnnGetOperatorName(i));
  }
  std::vector<std::string> tested;
  for (const Operator* op : AllOperators()) tested.push_back(op->name);
  EXPECT_THAT(listed, ::testing::UnorderedElementsAreArray(tested));
}

nlohmann::json InfoOf(const Operator& op) {
  const char* text = hostnnGetOperatorInfo(op.name.c_str());
  return text == nullptr ? nlohmann::json() : nlohmann::json::parse(text);
}

TEST(OperatorListTest, PromisesTheErrorsThatTheTestsHoldItTo) {
  for (const Operator* op : AllOperators()) {
    const nlohmann::json bounds = InfoOf(*op).at("max_ulp");
    EXPECT_EQ(bounds.size(), 3u) << op->name;
    EXPECT_EQ(bounds.at("FLOAT"), op->oracle->PromisedUlp(ACL_FLOAT));
    EXPECT_EQ(bounds.at("FLOAT16"), op->oracle->PromisedUlp(ACL_FLOAT16));
    EXPECT_EQ(bounds.at("BF16"), op->oracle->PromisedUlp(ACL_BF16));
  }
}

TEST(OperatorListTest, NamesAsManyProductsAsTheTestsFindIt) {
  for (const Operator* op : AllOperators()) {
    EXPECT_EQ(InfoOf(*op).at("products").size(), op->series.size()) << op->name;
  }
}

TEST(OperatorListTest, DescribesTensorsAttributesAndShape) {
  const nlohmann::json info = InfoOf(*FindOperator("aclnnNLLLossBackward"));
  EXPECT_EQ(info.at("definition"), "NLLLossGrad");
  EXPECT_EQ(info.at("header"), "aclnnop/aclnn_nll_loss_backward.h");
  EXPECT_EQ(info.at("tensors").at(2),
            nlohmann::json({{"name", "target"},
                            {"role", "input"},
                            {"optional", false},
                            {"dtypes", {"INT32", "UINT8", "INT64"}},
                            {"same_dtype_as", nullptr}}));
  EXPECT_EQ(info.at("tensors").at(3).at("same_dtype_as"), "self");
  EXPECT_EQ(info.at("attributes"), nlohmann::json::parse(R"([
              {"name": "reduction", "type": "string", "default": "mean"},
              {"name": "ignore_index", "type": "int", "default": -100}])"));
  EXPECT_EQ(info.at("output_shape"), "that of self");
}

TEST(OperatorListTest, EndsAtItsCount) {
  EXPECT_NE(hostnnGetOperatorName(hostnnGetOperatorCount() - 1), nullptr);
  EXPECT_EQ(hostnnGetOperatorName(hostnnGetOperatorCount()), nullptr);
}

TEST(OperatorListTest, KnowsNothingOfOtherNames) {
  EXPECT_EQ(hostnnGetOperatorInfo(nullptr), nullptr);
  EXPECT_EQ(hostnnGetOperatorInfo(""), nullptr);
  EXPECT_EQ(hostnnGetOperatorInfo("aclnnMseLoss"), nullptr);
}

}  // namespace
}  // namespace hostnn::harness
