// SPDX-License-Identifier: Apache-2.0
#include "kernels/loop_walk.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

namespace hostnn::kernels {
namespace {

using Loops = LoopNest<2>;
using Elements = std::array<int64_t, 2>;  // of both operands

// One call that ForEachRun makes.
struct RunCall {
  Elements first;
  int64_t count;
  bool operator==(const RunCall&) const = default;
};
using RunCalls = std::vector<RunCall>;

RunCalls RunsOf(const Loops& loops, int64_t begin, int64_t count) {
  RunCalls runs;
  ForEachRun(loops, begin, count,
             [&runs](const int64_t(&offsets)[2], int64_t run_count) {
               runs.push_back({{offsets[0], offsets[1]}, run_count});
             });
  return runs;
}

// Both operands at every iteration, from nested loops.
void Visit(const Loops& loops, int d, const Elements& at,
           std::vector<Elements>* visited) {
  if (d == loops.loop_count) {
    visited->push_back(at);
    return;
  }
  for (int64_t i = 0; i < loops.extents[d]; ++i) {
    Visit(loops, d + 1,
          {at[0] + i * loops.strides[0][d], at[1] + i * loops.strides[1][d]},
          visited);
  }
}

Loops RandomLoops(std::mt19937* random) {
  Loops loops = {};
  loops.loop_count = 1 + static_cast<int>((*random)() % 4);
  for (int d = 0; d < loops.loop_count; ++d) {
    loops.extents[d] = 1 + (*random)() % 4;
    for (auto& strides : loops.strides) strides[d] = (*random)() % 100;
  }
  return loops;
}

TEST(ForEachRunTest, VisitsWhatNestedLoopsVisitFromAnyPartOfThem) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const Loops loops = RandomLoops(&random);
    const int inner = loops.innermost();
    std::vector<Elements> expected;
    Visit(loops, 0, {0, 0}, &expected);
    const int64_t all = loops.iteration_count();
    for (int64_t begin = 0; begin < all; ++begin) {
      const int64_t count = 1 + static_cast<int64_t>(random() % (all - begin));
      int64_t done = begin;
      for (const RunCall& run : RunsOf(loops, begin, count)) {
        for (int64_t i = 0; i < run.count; ++i, ++done) {
          const Elements got = {run.first[0] + i * loops.strides[0][inner],
                                run.first[1] + i * loops.strides[1][inner]};
          ASSERT_EQ(got, expected[done]) << "iteration " << done;
        }
      }
      ASSERT_EQ(done, begin + count);
    }
  }
}

TEST(ForEachRunTest, ARunEndsWhereTheInnermostLoopOrTheRangeEnds) {
  Loops loops = {};
  loops.loop_count = 2;
  loops.extents[0] = 3;
  loops.extents[1] = 4;
  loops.strides[0][0] = 10;
  loops.strides[0][1] = 1;
  loops.strides[1][1] = 5;
  EXPECT_EQ(RunsOf(loops, 1, 9),
            (RunCalls{{{1, 5}, 3}, {{10, 0}, 4}, {{20, 0}, 2}}));
  EXPECT_EQ(RunsOf(loops, 5, 2), (RunCalls{{{11, 5}, 2}}));
  EXPECT_EQ(RunsOf(loops, 8, 4), (RunCalls{{{20, 0}, 4}}));
}

TEST(LoopWalkTest, GoesOnByRunsAsByTheirIterations) {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const Loops loops = RandomLoops(&random);
    if (loops.loop_count == 1) continue;
    const auto begin = static_cast<int64_t>(random() % loops.iteration_count());
    const auto walk_of = [&loops](int64_t iteration) {
      return LoopWalk<2>(loops, iteration);
    };
    LoopWalk<2> walk = walk_of(begin);
    const auto runs = 1 + static_cast<int64_t>(random() % walk.outer_count());
    walk.AdvanceRuns(runs);
    const int64_t run = loops.extents[loops.innermost()];
    const int64_t reached = (begin + runs * run) % loops.iteration_count();
    // Past the last run it is at the first one, where it was in the run.
    EXPECT_EQ(walk.run_count(), walk_of(reached).run_count());
    EXPECT_EQ(walk.outer_count(), walk_of(reached).outer_count());
    for (int i = 0; i < 2; ++i) {
      EXPECT_EQ(walk.offset(i), walk_of(reached).offset(i));
    }
  }
}

TEST(ForEachRunTest, NoIterationIsNoRun) {
  Loops loops = {};
  EXPECT_EQ(RunsOf(loops, 0, 1), (RunCalls{{{0, 0}, 1}}));
  loops.extents[0] = 0;
  EXPECT_EQ(RunsOf(loops, 0, 0), RunCalls());
}

}  // namespace
}  // namespace hostnn::kernels
