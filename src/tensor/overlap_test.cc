// SPDX-License-Identifier: Apache-2.0
#include "tensor/overlap.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>
#include <vector>

namespace hostnn {
namespace {

SelfOverlap Find(std::vector<int64_t> shape, std::vector<int64_t> strides) {
  Tensor tensor;
  const TensorDescription description = {
      shape.data(),  shape.size(), ACL_UINT8, strides.data(), 0,
      ACL_FORMAT_ND, nullptr,      0,         nullptr};
  const Status status = MakeTensor(description, &tensor);
  EXPECT_TRUE(status.ok()) << status.message();
  return FindSelfOverlap(tensor);
}

// Walks all indices and remembers where they led.
bool OverlapsByCounting(const std::vector<int64_t>& shape,
                        const std::vector<int64_t>& strides) {
  std::set<int64_t> places = {0};
  for (size_t d = 0; d < shape.size(); ++d) {
    std::set<int64_t> longer;
    for (const int64_t place : places) {
      for (int64_t i = 0; i < shape[d]; ++i) {
        if (!longer.insert(place + i * strides[d]).second) return true;
      }
    }
    places = longer;
  }
  return false;
}

TEST(FindSelfOverlapTest, NestedStridesDoNotOverlap) {
  EXPECT_EQ(Find({2, 3, 4}, {12, 4, 1}), SelfOverlap::kNone);
  EXPECT_EQ(Find({2, 3, 4}, {100, 1, 5}), SelfOverlap::kNone);
  EXPECT_EQ(Find({}, {}), SelfOverlap::kNone);
}

TEST(FindSelfOverlapTest, StrideZeroOverlapsUnlessTheExtentIsOne) {
  EXPECT_EQ(Find({2, 3}, {0, 1}), SelfOverlap::kSome);
  EXPECT_EQ(Find({1, 3}, {0, 1}), SelfOverlap::kNone);
  EXPECT_EQ(Find({1, 1}, {0, 0}), SelfOverlap::kNone);
  EXPECT_EQ(Find({2, 0}, {0, 0}), SelfOverlap::kNone);
}

TEST(FindSelfOverlapTest, InterleavedStridesAreDecidedByArithmetic) {
  EXPECT_EQ(Find({2, 3}, {3, 2}), SelfOverlap::kNone);
  EXPECT_EQ(Find({3, 3}, {3, 2}), SelfOverlap::kNone);
  EXPECT_EQ(Find({3, 4}, {3, 2}), SelfOverlap::kSome);
  EXPECT_EQ(Find({2, 2, 2}, {3, 4, 7}), SelfOverlap::kSome);
  EXPECT_EQ(Find({2, 2, 2}, {3, 5, 7}), SelfOverlap::kNone);
  EXPECT_EQ(Find({2, 3, 2, 2}, {1, 1, 1, 1}), SelfOverlap::kSome);
}

TEST(FindSelfOverlapTest, AgreesWithCountingOnRandomViews) {
  std::mt19937 random(3);
  int overlapping = 0;
  for (int i = 0; i < 20000; ++i) {
    const size_t rank = 1 + random() % 4;
    std::vector<int64_t> shape;
    std::vector<int64_t> strides;
    for (size_t d = 0; d < rank; ++d) {
      shape.push_back(1 + static_cast<int64_t>(random() % 4));
      strides.push_back(static_cast<int64_t>(random() % (i % 2 ? 12 : 60)));
    }
    const bool expected = OverlapsByCounting(shape, strides);
    overlapping += expected ? 1 : 0;
    ASSERT_EQ(Find(shape, strides),
              expected ? SelfOverlap::kSome : SelfOverlap::kNone)
        << testing::PrintToString(shape) << testing::PrintToString(strides);
  }
  EXPECT_GT(overlapping, 2000);
  EXPECT_LT(overlapping, 18000);
}

TEST(FindSelfOverlapTest, HugeStridesDoNotOverflow) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(Find({2, 2}, {kMax / 2, kMax / 2 - 2}), SelfOverlap::kNone);
  EXPECT_EQ(Find({2, 2, 2}, {kMax / 3, kMax / 3 - 1, kMax / 3 - 3}),
            SelfOverlap::kNone);
  EXPECT_EQ(Find({kMax - 1}, {1}), SelfOverlap::kNone);
  EXPECT_EQ(Find({int64_t{1} << 31, int64_t{1} << 31}, {int64_t{1} << 31, 1}),
            SelfOverlap::kNone);
}

TEST(FindSelfOverlapTest, MoreIndicesThanElementsOverlap) {
  EXPECT_EQ(
      Find(std::vector<int64_t>(8, 100), {1000003, 1732050, 2236067, 2645751,
                                          3316624, 3605551, 4123105, 4358898}),
      SelfOverlap::kSome);
}

TEST(FindSelfOverlapTest, GivesUpAfterTheLimitAndSaysSo) {
  EXPECT_EQ(
      Find(std::vector<int64_t>(8, 8), {1000003, 1732050, 2236067, 2645751,
                                        3316624, 3605551, 4123105, 4358898}),
      SelfOverlap::kUnknown);
}

}  // namespace
}  // namespace hostnn
