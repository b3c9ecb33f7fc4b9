// SPDX-License-Identifier: Apache-2.0
// Each operator of the negative log likelihood family on all 65536 bit patterns
// of gradOutput and of weight in FLOAT16 and BF16, in every output type.
#include <gtest/gtest.h>

#include <cstdint>
#include <utility>
#include <vector>

#include "harness/all_patterns.h"
#include "harness/each_operator.h"
#include "harness/error_record.h"
#include "harness/judgement.h"
#include "harness/nll_loss.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

class ExhaustiveNllTest : public EachOperatorTest {
 protected:
  static void TearDownTestSuite() { SaveNotedErrors(); }

  static const NllOracle& oracle() { return OracleOf<NllOracle>(op()); }

  // target's shape for that many positions.
  static Dims Positions(int64_t count) {
    Dims shape(oracle().loss().target_ranks.back(), 1);
    shape.back() = count;
    return shape;
  }

  // Position i is of class i modulo the number of classes.
  static Arguments MakeArguments(Argument grad_output, Argument weight,
                                 int64_t position_count, int64_t reduction,
                                 aclDataType out_dtype);
  static void ExpectRightInEveryType(const Argument& grad_output,
                                     const Argument& weight,
                                     int64_t position_count, int64_t reduction);
};

Arguments ExhaustiveNllTest::MakeArguments(Argument grad_output,
                                           Argument weight,
                                           int64_t position_count,
                                           int64_t reduction,
                                           aclDataType out_dtype) {
  const aclDataType dtype = weight.view.dtype;
  const int64_t class_count = weight.view.shape[0];
  const Dims positions = Positions(position_count);
  Dims self = positions;
  self.insert(self.begin() + ClassDimension(self), class_count);
  Argument target =
      MakeTensor("target", View::Contiguous(ACL_UINT8, positions));
  for (int64_t i = 0; i < position_count; ++i) {
    target.data[i] = static_cast<uint8_t>(i % class_count);
  }
  return {std::move(grad_output),
          Constant("self", dtype, self, 0),
          std::move(target),
          std::move(weight),
          MakeInteger("reduction", reduction),
          MakeInteger("ignoreIndex", -100),
          Constant("totalWeight", dtype, {1}, 3),
          MakeOutput("out", View::Contiguous(out_dtype, self))};
}

void ExhaustiveNllTest::ExpectRightInEveryType(const Argument& grad_output,
                                               const Argument& weight,
                                               int64_t position_count,
                                               int64_t reduction) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    if (!oracle().loss().output_has_own_type && dtype != weight.view.dtype) {
      continue;
    }
    ExpectRightCall(op(), MakeArguments(grad_output, weight, position_count,
                                        reduction, dtype));
  }
}

TEST_P(ExhaustiveNllTest, EveryHalfPrecisionGradOutputIsRight) {
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    Argument weight = Constant("weight", dtype, {1}, 1.125);
    ExpectRightInEveryType(
        BitPatterns("gradOutput", dtype, Positions(kPatternCount)), weight,
        kPatternCount, kReductionNone);
  }
}

TEST_P(ExhaustiveNllTest, EveryHalfPrecisionWeightIsRight) {
  constexpr int64_t kClassCount = 32;
  for (const aclDataType dtype : {ACL_FLOAT16, ACL_BF16}) {
    const Argument grad_output = Constant("gradOutput", dtype, {1}, -1.25);
    const int64_t block_count = kPatternCount / kClassCount;
    const int64_t repetition_count = RepetitionCount(block_count);
    for (int64_t i = 0; i < repetition_count; ++i) {
      const int64_t first = i * block_count / repetition_count * kClassCount;
      ExpectRightInEveryType(grad_output,
                             BitPatterns("weight", dtype, {kClassCount},
                                         static_cast<uint32_t>(first)),
                             kClassCount, kReductionMean);
      if (HasFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, ExhaustiveNllTest,
                         ::testing::ValuesIn(OperatorsOf<NllOracle>()),
                         NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
