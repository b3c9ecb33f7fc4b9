// SPDX-License-Identifier: Apache-2.0
// Callers with unusual floating-point modes: they keep them, and results do not
// depend on them.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "harness/call.h"
#include "harness/each_operator.h"
#include "harness/float_modes.h"
#include "harness/random.h"
#include "harness/session.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

class FloatModesTest : public EachOperatorTest {
 protected:
  void TearDown() override { SetUsualFloatModes(); }
};

TEST_P(FloatModesTest, OfTheCallerDoNotMatterAndStayAsTheyAre) {
  for (uint64_t seed = TestSeed(); seed < TestSeed() + 100; ++seed) {
    Random random(seed);
    const Arguments arguments = op().oracle->RandomArguments(random, {});
    const std::vector<uint8_t> output = BitsOf(op(), arguments);
    SetUnusualFloatModes();
    const uint32_t modes = FloatModes();
    const std::vector<uint8_t> again = BitsOf(op(), arguments);
    const uint32_t modes_after = FloatModes();
    SetUsualFloatModes();
    ASSERT_EQ(again, output) << "seed " << seed;
    ASSERT_EQ(modes_after, modes);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, FloatModesTest, OfEachOperator(),
                         NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
