// SPDX-License-Identifier: Apache-2.0
// Each element-wise operator on all 65536 bit patterns of self in FLOAT16 and
// BF16, with several values of the other inputs, in every output type.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <vector>

#include "harness/all_patterns.h"
#include "harness/call.h"
#include "harness/each_operator.h"
#include "harness/elementwise_loss.h"
#include "harness/error_record.h"
#include "harness/judgement.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What the last input is, round by round; optional inputs are left out in the
// first. Each type holds all of these numbers, so that the exact values do not
// depend on the types of the other inputs.
const std::vector<double> kLastInput = {1, 127.0 / 128, 3, 0, kInfinity, -1.5};
// What the others are, in turn.
const std::vector<double> kFactors = {1, -0.75, 3, 0x1p-7};

Argument MakeInput(const LossInput& input, size_t index, bool last,
                   aclDataType dtype, size_t round) {
  const Dims shape = {kPatternCount};
  if (input.name == "self") return BitPatterns("self", dtype, shape);
  if (input.optional && round == 0) return MakeNull(input.name);
  return Constant(
      input.name, dtype, input.broadcasts ? Dims{} : shape,
      last ? kLastInput[round] : kFactors[(round + index) % kFactors.size()]);
}

Arguments MakeArguments(const ElementwiseLoss& loss, aclDataType dtype,
                        aclDataType out_dtype, size_t round) {
  const bool one_each = loss.types == LossTypes::kOneEach;
  Arguments arguments;
  for (size_t i = 0; i < loss.inputs.size(); ++i) {
    const bool has_type_of_output = one_each && i == loss.gradient_for;
    arguments.push_back(
        MakeInput(loss.inputs[i], i, i + 1 == loss.inputs.size(),
                  has_type_of_output ? out_dtype : dtype, round));
  }
  arguments.push_back(MakeInteger("reduction", 0));
  arguments.push_back(
      MakeOutput(loss.output, View::Contiguous(out_dtype, {kPatternCount})));
  return arguments;
}

// Not so where the output has to have self's type.
bool AllowsOutput(const ElementwiseLoss& loss, const Arguments& arguments) {
  return loss.types == LossTypes::kOneForInputs ||
         arguments[loss.gradient_for].view.dtype ==
             OutputOf(arguments).view.dtype;
}

class ExhaustiveElementwiseTest : public EachOperatorTest {
 protected:
  static void TearDownTestSuite() { SaveNotedErrors(); }
  static void ExpectRightRound(aclDataType dtype, size_t round);
};

void ExhaustiveElementwiseTest::ExpectRightRound(aclDataType dtype,
                                                 size_t round) {
  const auto& oracle = OracleOf<ElementwiseOracle>(op());
  std::optional<Expectation> expected;
  for (const aclDataType out_dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Arguments arguments =
        MakeArguments(oracle.loss(), dtype, out_dtype, round);
    if (!AllowsOutput(oracle.loss(), arguments)) continue;
    if (!expected) expected = oracle.Expect(arguments);
    ExpectRight(op(), out_dtype, *expected, RunCall(op(), arguments));
  }
}

TEST_P(ExhaustiveElementwiseTest, EveryHalfPrecisionSelfIsRight) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const auto round_count = RepetitionCount(std::ssize(kLastInput));
    for (int64_t round = 0; round < round_count; ++round) {
      SCOPED_TRACE(::testing::Message()
                   << "dtype " << dtype << ", round " << round);
      ExpectRightRound(dtype, round);
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, ExhaustiveElementwiseTest,
                         ::testing::ValuesIn(OperatorsOf<ElementwiseOracle>()),
                         NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
