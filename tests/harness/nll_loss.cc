// SPDX-License-Identifier: Apache-2.0
#include "harness/nll_loss.h"

#include <memory>

#include "harness/quad.h"

namespace hostnn::harness {
namespace {

// Of the classes' elements of out, in row-major order: how far one class is
// from the next.
int64_t ClassStride(const Dims& shape, size_t class_dimension) {
  return ContiguousStrides(shape)[class_dimension];
}

}  // namespace

Expectation NllOracle::Expect(const Arguments& arguments) const {
  const Dims& shape = arguments[kOut].view.shape;
  const size_t class_dimension = ClassDimension(arguments[kTarget].view.shape);
  const int64_t class_count = shape[class_dimension];
  const int64_t plane = ClassStride(shape, class_dimension);
  const auto grad_output = FloatValues(arguments[kGradOutput]);
  const auto weight = FloatValues(arguments[kWeight]);
  const auto targets = IntegerValues(arguments[kTarget]);
  const double total_weight = FloatValues(arguments[kTotalWeight]).at(0);
  const int64_t reduction = arguments[kReduction].integer;

  Expectation expectation;
  expectation.elements.resize(ElementCount(shape));
  if (expectation.elements.empty()) return expectation;
  for (size_t i = 0; i < targets.size(); ++i) {
    const int64_t target = targets[i];
    if (target == arguments[kIgnoreIndex].integer) continue;
    if (target < 0 || target >= class_count) {
      expectation.fault = true;
      continue;
    }
    Quad grad = grad_output[reduction == kReductionNone ? i : 0];
    if (reduction == kReductionMean) grad /= total_weight;
    const int64_t sample = static_cast<int64_t>(i) / plane;
    const int64_t place = static_cast<int64_t>(i) % plane;
    const int64_t at = (sample * class_count + target) * plane + place;
    expectation.elements[at].exact =
        static_cast<long double>(-(grad * static_cast<Quad>(weight[target])));
  }
  return expectation;
}

bool Register(Operator op, NllLoss loss) {
  op.oracle = std::make_shared<NllOracle>(std::move(loss));
  return Register(std::move(op));
}

}  // namespace hostnn::harness
