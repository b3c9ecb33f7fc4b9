// SPDX-License-Identifier: Apache-2.0
#include "tensor/loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace hostnn {
namespace {

Dims D(std::vector<int64_t> values) { return Dims(values); }

template <int kOperands>
std::vector<int64_t> Extents(const LoopNest<kOperands>& nest) {
  return {nest.extents, nest.extents + nest.loop_count};
}
template <int kOperands>
std::vector<int64_t> Strides(const LoopNest<kOperands>& nest, int operand) {
  return {nest.strides[operand], nest.strides[operand] + nest.loop_count};
}

using Numbers = std::vector<int64_t>;

TEST(MakeLoopNestTest, ContiguousOperandsBecomeOneLoop) {
  const Dims shape = D({2, 3, 4});
  const auto nest = MakeLoopNest<2>(
      shape, {ContiguousStrides(shape), ContiguousStrides(shape)}, 0);
  EXPECT_EQ(Extents(nest), Numbers({24}));
  EXPECT_EQ(Strides(nest, 0), Numbers({1}));
  EXPECT_EQ(Strides(nest, 1), Numbers({1}));
  EXPECT_EQ(nest.iteration_count(), 24);
}

TEST(MakeLoopNestTest, NeighboursMergeOnlyWhereEveryOperandAllows) {
  const auto nest =
      MakeLoopNest<2>(D({2, 3, 4}), {D({12, 4, 1}), D({0, 4, 1})}, 0);
  EXPECT_EQ(Extents(nest), Numbers({2, 12}));
  EXPECT_EQ(Strides(nest, 0), Numbers({12, 1}));
  EXPECT_EQ(Strides(nest, 1), Numbers({0, 1}));
}

TEST(MakeLoopNestTest, TheOrderingOperandDecidesWhatIsInside) {
  const auto nest = MakeLoopNest<2>(D({2, 3}), {D({3, 1}), D({1, 2})}, 1);
  EXPECT_EQ(Extents(nest), Numbers({3, 2}));
  EXPECT_EQ(Strides(nest, 0), Numbers({1, 3}));
  EXPECT_EQ(Strides(nest, 1), Numbers({2, 1}));
}

TEST(MakeLoopNestTest, EqualStridesStayInOrder) {
  const auto nest = MakeLoopNest<2>(D({2, 3}), {D({0, 0}), D({1, 7})}, 0);
  EXPECT_EQ(Extents(nest), Numbers({2, 3}));
  EXPECT_EQ(Strides(nest, 1), Numbers({1, 7}));
}

TEST(MakeLoopNestTest, ExtentsOfOneDisappear) {
  const auto nest = MakeLoopNest<1>(D({1, 5, 1}), {D({99, 2, 77})}, 0);
  EXPECT_EQ(Extents(nest), Numbers({5}));
  EXPECT_EQ(Strides(nest, 0), Numbers({2}));
}

TEST(MakeLoopNestTest, OneElementIsOneLoopOfOneStep) {
  for (const Dims& shape : {Dims(), D({1, 1})}) {
    const auto nest = MakeLoopNest<1>(shape, {shape}, 0);
    EXPECT_EQ(Extents(nest), Numbers({1}));
    EXPECT_EQ(nest.iteration_count(), 1);
  }
}

TEST(MakeLoopNestTest, AnEmptyShapeIsOneLoopWithoutSteps) {
  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  const auto nest = MakeLoopNest<1>(D({kMax, 0, 3}), {D({1, 1, kMax})}, 0);
  EXPECT_EQ(Extents(nest), Numbers({0}));
  EXPECT_EQ(nest.iteration_count(), 0);
}

TEST(MakeLoopNestTest, HugeStridesDoNotOverflow) {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max() / 3;
  const auto nest = MakeLoopNest<1>(D({2, 2}), {D({kHuge, kHuge - 1})}, 0);
  EXPECT_EQ(Extents(nest), Numbers({2, 2}));
}

TEST(MakeLoopNestTest, StretchedUnitDimensionsDoNotHinder) {
  // The stride of an extent of 1 says nothing, so the others merge past it.
  const auto nest = MakeLoopNest<1>(D({2, 1, 3}), {D({3, 1000, 1})}, 0);
  EXPECT_EQ(Extents(nest), Numbers({6}));
}

// All index tuples, as the places of two operands, however they are visited.
using Places = std::vector<std::pair<int64_t, int64_t>>;

void Walk(std::span<const int64_t> extents, std::span<const int64_t> first,
          std::span<const int64_t> second, int64_t a, int64_t b,
          Places* places) {
  if (extents.empty()) {
    places->emplace_back(a, b);
    return;
  }
  for (int64_t i = 0; i < extents[0]; ++i) {
    Walk(extents.subspan(1), first.subspan(1), second.subspan(1),
         a + i * first[0], b + i * second[0], places);
  }
}

TEST(MakeLoopNestTest, VisitsTheSamePlacesAsTheShape) {
  std::mt19937 random(4);
  for (int round = 0; round < 2000; ++round) {
    const int rank = static_cast<int>(random() % 5);
    Numbers shape;
    for (int d = 0; d < rank; ++d) {
      shape.push_back(1 + static_cast<int64_t>(random() % 3));
    }
    Dims first = ContiguousStrides(D(shape));
    Dims second = first;
    for (int d = 0; d < rank; ++d) {
      if (random() % 3 == 0) second[d] = static_cast<int64_t>(random() % 9);
      if (random() % 3 == 0) std::swap(first[d], first[random() % rank]);
    }
    const auto nest = MakeLoopNest<2>(D(shape), {first, second}, 0);
    Places expected;
    Walk(shape, first.span(), second.span(), 0, 0, &expected);
    Places visited;
    Walk(Extents(nest), Strides(nest, 0), Strides(nest, 1), 0, 0, &visited);
    std::ranges::sort(expected);
    std::ranges::sort(visited);
    ASSERT_EQ(visited, expected);
  }
}

// Of an output in order and an input whose dimensions are the other way round.
LoopNest<2> Transposed(int64_t rows, int64_t columns) {
  return MakeLoopNest<2>(
      D({3, rows, columns}),
      {D({rows * columns, columns, 1}), D({rows * columns, 1, rows})}, 0);
}

TEST(BlockInnermostLoopTest, PutsTheLoopOverBlocksOutsideThatOfShorterSteps) {
  auto nest = Transposed(5, 100);
  BlockInnermostLoop(30, &nest);
  EXPECT_EQ(Extents(nest), Numbers({3, 4, 5, 25}));
  EXPECT_EQ(Strides(nest, 0), Numbers({500, 25, 100, 1}));
  EXPECT_EQ(Strides(nest, 1), Numbers({500, 125, 1, 5}));
}

TEST(BlockInnermostLoopTest, VisitsTheSameElements) {
  const auto visited = [](const LoopNest<2>& nest) {
    std::vector<std::pair<int64_t, int64_t>> elements;
    for (int64_t i = 0; i < nest.iteration_count(); ++i) {
      int64_t rest = i;
      std::pair<int64_t, int64_t> element = {0, 0};
      for (int d = nest.loop_count; d-- > 0;) {
        const int64_t index = rest % nest.extents[d];
        rest /= nest.extents[d];
        element.first += index * nest.strides[0][d];
        element.second += index * nest.strides[1][d];
      }
      elements.push_back(element);
    }
    std::ranges::sort(elements);
    return elements;
  };
  auto nest = Transposed(6, 64);
  const auto before = visited(nest);
  BlockInnermostLoop(16, &nest);
  EXPECT_EQ(nest.loop_count, 4);
  EXPECT_EQ(visited(nest), before);
}

TEST(BlockInnermostLoopTest, LeavesWhatGainsNothing) {
  const auto extents_after = [](LoopNest<2> nest, int64_t most) {
    BlockInnermostLoop(most, &nest);
    return Extents(nest);
  };
  EXPECT_EQ(extents_after(Transposed(5, 100), 100), Numbers({3, 5, 100}));
  // A prime number has no blocks.
  EXPECT_EQ(extents_after(Transposed(5, 101), 30), Numbers({3, 5, 101}));
  // Rows of an expanded input are read again, but in short steps.
  const auto expanded =
      MakeLoopNest<2>(D({5, 100}), {D({200, 1}), D({0, 1})}, 0);
  EXPECT_EQ(extents_after(expanded, 30), Numbers({5, 100}));
  // There is no room for one more.
  const auto full =
      MakeLoopNest<2>(D({2, 2, 2, 2, 2, 2, 2, 100}),
                      {D({99999, 49999, 24999, 12000, 5000, 2000, 900, 2}),
                       D({99999, 49999, 24999, 12000, 5000, 2000, 1, 7})},
                      0);
  ASSERT_EQ(full.loop_count, kMaxLoops);
  EXPECT_EQ(extents_after(full, 50), Numbers({2, 2, 2, 2, 2, 2, 2, 100}));
}

}  // namespace
}  // namespace hostnn
