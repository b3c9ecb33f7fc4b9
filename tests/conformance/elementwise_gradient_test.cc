// SPDX-License-Identifier: Apache-2.0
// The gradients of the element-wise losses' oracles against differences of the
// losses.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "harness/each_operator.h"
#include "harness/elementwise_loss.h"
#include "harness/random.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

class ElementwiseGradientTest : public EachOperatorTest {};

// The loss's slope in the input that it is differentiated for.
double Slope(const ElementwiseLoss& loss, std::vector<double> values) {
  constexpr double kStep = 0x1p-12;
  double& varied = values[loss.gradient_for];
  varied += kStep;
  const double above = loss.loss(values);
  varied -= 2 * kStep;
  return (above - loss.loss(values)) / (2 * kStep);
}

std::vector<double> RandomValues(const ElementwiseLoss& loss, Random& random) {
  std::vector<double> values;
  for (size_t i = 0; i < loss.inputs.size(); ++i) {
    values.push_back(3 * random.Normal());
  }
  return values;
}

TEST_P(ElementwiseGradientTest, OfTheOracleIsTheSlopeOfTheLoss) {
  const ElementwiseLoss& loss = OracleOf<ElementwiseOracle>(op()).loss();
  Random random(TestSeed());
  for (int i = 0; i < 2000; ++i) {
    const std::vector<double> values = RandomValues(loss, random);
    const double grad_output = values[0];
    const double slope = grad_output * Slope(loss, values);
    const Quad gradient = loss.scale * loss.gradient(std::vector<Quad>(
                                           values.begin(), values.end()));
    const double size =
        std::fabs(grad_output) * (1 + std::fabs(loss.loss(values)));
    ASSERT_NEAR(static_cast<double>(gradient), slope, 1e-6 * size);
  }
}

INSTANTIATE_TEST_SUITE_P(Each, ElementwiseGradientTest,
                         ::testing::ValuesIn(OperatorsOf<ElementwiseOracle>()),
                         NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
