// SPDX-License-Identifier: Apache-2.0
// The operators of the negative log likelihood family against differences of
// the losses.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "harness/call.h"
#include "harness/each_operator.h"
#include "harness/nll_loss.h"
#include "harness/random.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

class NllGradientTest : public EachOperatorTest {};

// The sum of the losses of all positions, each with its gradOutput as a factor,
// for these values of self.
double WeightedLoss(const Arguments& arguments,
                    const std::vector<double>& self) {
  using enum NllOracle::Index;
  const auto targets = IntegerValues(arguments[kTarget]);
  const auto weight = FloatValues(arguments[kWeight]);
  const auto grad_output = FloatValues(arguments[kGradOutput]);
  const Dims& positions = arguments[kTarget].view.shape;
  const auto class_count = static_cast<int64_t>(weight.size());
  const int64_t plane =
      positions.size() < 2 ? 1 : ElementCount(positions) / positions[0];
  double sum = 0;
  for (size_t i = 0; i < targets.size(); ++i) {
    if (targets[i] == arguments[kIgnoreIndex].integer) continue;
    const auto position = static_cast<int64_t>(i);
    const int64_t at = (position / plane * class_count + targets[i]) * plane +
                       position % plane;
    sum -= grad_output[grad_output.size() == 1 ? 0 : i] * weight[targets[i]] *
           self[at];
  }
  const bool mean = arguments[kReduction].integer == 1;
  return mean ? sum / FloatValues(arguments[kTotalWeight])[0] : sum;
}

// The loss is linear in self, so that its differences are exact.
TEST_P(NllGradientTest, OfTheOperatorIsTheSlopeOfTheLoss) {
  for (int64_t i = 0; i < RepetitionCount(100); ++i) {
    const uint64_t seed = TestSeed() + static_cast<uint64_t>(i);
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const Arguments arguments = op().oracle->RandomArguments(
        random, {.dtype = ACL_FLOAT, .ordinary_values = true});
    Argument gradient =
        MakeTensor("gradient",
                   View::Contiguous(ACL_FLOAT, OutputOf(arguments).view.shape));
    gradient.data = RunCall(op(), arguments);
    const std::vector<double> gradients = FloatValues(gradient);
    std::vector<double> self(gradients.size(), 0.0);
    for (size_t k = 0; k < self.size(); ++k) {
      self[k] = 1;
      const double slope = WeightedLoss(arguments, self);
      self[k] = 0;
      ASSERT_NEAR(gradients[k], slope, 1e-6 * std::fabs(slope));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, NllGradientTest,
                         ::testing::ValuesIn(OperatorsOf<NllOracle>()),
                         NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
