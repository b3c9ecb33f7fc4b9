// SPDX-License-Identifier: Apache-2.0
#include "kernels/targets.h"

#include <gtest/gtest.h>

#include "hwy/highway.h"

namespace hostnn::kernels {
namespace {

TEST(TargetsTest, TheFallbackCanAlwaysBeUsed) {
  ASSERT_FALSE(UsableTargets().empty());
  EXPECT_EQ(UsableTargets().back(), HWY_STATIC_TARGET);
}

TEST(TargetsTest, TheTargetChosenIsTheOneInUse) {
  for (const int64_t target : UsableTargets()) {
    UseTarget(target);
    hwy::ChosenTarget expected;
    expected.Update(target);
    EXPECT_EQ(TargetInUse().GetIndex(), expected.GetIndex());
  }
  UseTarget(0);
  hwy::ChosenTarget best;
  best.Update(UsableTargets().front());
  EXPECT_EQ(TargetInUse().GetIndex(), best.GetIndex());
}

// Runs with HOSTNN_SIMD_TARGET=scalar.
TEST(ScalarTargetEnvironmentTest, OnlyTheFallbackIsUsable) {
  EXPECT_EQ(UsableTargets(), std::vector<int64_t>{HWY_SCALAR});
}

}  // namespace
}  // namespace hostnn::kernels
