// SPDX-License-Identifier: Apache-2.0
// Tests that run once for every SIMD target that the machine has.
#ifndef HOSTNN_KERNELS_TARGET_TEST_H_
#define HOSTNN_KERNELS_TARGET_TEST_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <string>

#include "hwy/targets.h"
#include "kernels/targets.h"

namespace hostnn::kernels {

class TargetTest : public testing::TestWithParam<int64_t> {
 protected:
  void SetUp() override { UseTarget(GetParam()); }
  void TearDown() override { UseTarget(0); }
};

// Whether the environment asks for tests that take minutes.
inline bool IsLongRun() { return std::getenv("HOSTNN_LONG_TESTS") != nullptr; }

inline std::string TargetTestName(const testing::TestParamInfo<int64_t>& info) {
  return hwy::TargetName(info.param);
}

}  // namespace hostnn::kernels

#define INSTANTIATE_TARGETS(suite)             \
  INSTANTIATE_TEST_SUITE_P(EveryTarget, suite, \
                           testing::ValuesIn(UsableTargets()), TargetTestName)

#endif  // HOSTNN_KERNELS_TARGET_TEST_H_
