// SPDX-License-Identifier: Apache-2.0
// Random valid calls of each operator against its oracle. HOSTNN_TEST_CASES
// says how many, HOSTNN_TEST_SEED which.
#include <gtest/gtest.h>

#include <cstdint>
#include <iostream>

#include "harness/each_operator.h"
#include "harness/error_record.h"
#include "harness/judgement.h"
#include "harness/random.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

class RandomCallsTest : public EachOperatorTest {
 protected:
  static void SetUpTestSuite() {
    std::cout << "HOSTNN_TEST_SEED=" << TestSeed()
              << " HOSTNN_TEST_CASES=" << TestCaseCount() << '\n';
  }
  static void TearDownTestSuite() { SaveNotedErrors(); }
};

CallSize SizeOfCase(int64_t number) {
  if (number % 3000 == 7) return CallSize::kManyElements;
  return number % 200 == 3 ? CallSize::kLongRows : CallSize::kSmall;
}

TEST_P(RandomCallsTest, AgreeWithTheOracle) {
  for (int64_t i = 0; i < TestCaseCount(); ++i) {
    const uint64_t seed = TestSeed() + static_cast<uint64_t>(i);
    SCOPED_TRACE(::testing::Message() << "to see this call alone: "
                                      << "HOSTNN_TEST_SEED=" << seed);
    Random random(seed);
    ExpectRightCall(
        op(), op().oracle->RandomArguments(random, {.size = SizeOfCase(i)}));
    if (HasFailure()) return;
  }
}

TEST_P(RandomCallsTest, AgreeWithTheOracleAroundTheBordersOfTilesAndPieces) {
  for (const int64_t border : {1 << 10, 64 << 10, 128 << 10}) {
    for (const int64_t length : {border - 1, border, border + 1}) {
      for (const bool contiguous : {true, false}) {
        SCOPED_TRACE(::testing::Message() << "length " << length);
        Random random(TestSeed() + static_cast<uint64_t>(length));
        ExpectRightCall(op(), op().oracle->RandomArguments(
                                  random, {.length = length,
                                           .contiguous = contiguous,
                                           .ordinary_values = true}));
        if (HasFailure()) return;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, RandomCallsTest, OfEachOperator(),
                         NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
