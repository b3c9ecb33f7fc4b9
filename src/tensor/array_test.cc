// SPDX-License-Identifier: Apache-2.0
#include "tensor/array.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace hostnn {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(ArrayTest, HoldsACopy) {
  std::vector<int64_t> values = {3, 1, 2};
  const IntArray array{std::span<const int64_t>(values)};
  values[0] = 9;
  EXPECT_THAT(array.values(), ElementsAre(3, 1, 2));
}

TEST(ArrayTest, HoldsFloatsAndBools) {
  const float floats[] = {0.5f, -1.0f};
  EXPECT_THAT(FloatArray(floats).values(), ElementsAre(0.5f, -1.0f));
  const bool bools[] = {true, false, true};
  EXPECT_THAT(BoolArray(bools).values(), ElementsAre(true, false, true));
}

TEST(ArrayTest, MayBeEmpty) {
  EXPECT_THAT(IntArray(std::span<const int64_t>()).values(), IsEmpty());
  EXPECT_THAT(IntArray().values(), IsEmpty());
}

TEST(ArrayTest, NeedsValuesUnlessItIsEmpty) {
  const bool value = true;
  EXPECT_TRUE(CheckArrayArguments(nullptr, 0).ok());
  EXPECT_TRUE(CheckArrayArguments(&value, 1).ok());
  EXPECT_EQ(CheckArrayArguments(nullptr, 1).code(), Code::kNullArgument);
}

}  // namespace
}  // namespace hostnn
