// SPDX-License-Identifier: Apache-2.0
// The list of operators that the library tells, against the case files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <vector>

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

}  // namespace
}  // namespace hostnn::harness
