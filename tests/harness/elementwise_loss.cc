// SPDX-License-Identifier: Apache-2.0
#include "harness/elementwise_loss.h"

#include <cfenv>
#include <memory>

namespace hostnn::harness {
namespace {

// One element after the other: the values that formulas take.
class FormulaValues {
 public:
  FormulaValues(const ElementwiseLoss& loss, const Arguments& arguments) {
    const Dims& shape = OutputOf(arguments).view.shape;
    for (size_t i = 0; i < loss.inputs.size(); ++i) {
      const Argument& input = arguments[i];
      columns_.push_back(input.IsTensor() ? FloatValues(input, shape)
                                          : std::vector<double>{1});
    }
  }

  // Those of one element, and room for one more.
  template <class T>
  void Get(size_t element, std::vector<T>* values) const {
    values->resize(columns_.size() + 1);
    for (size_t i = 0; i < columns_.size(); ++i) {
      const std::vector<double>& column = columns_[i];
      (*values)[i] =
          static_cast<T>(column.size() == 1 ? column[0] : column[element]);
    }
  }

 private:
  std::vector<std::vector<double>> columns_;
};

}  // namespace

Expectation ElementwiseOracle::Expect(const Arguments& arguments) const {
  const FormulaValues inputs(loss_, arguments);
  const bool mean = arguments[loss_.inputs.size()].integer == kReductionMean;
  const auto count = static_cast<double>(
      mean ? ElementCount(arguments[loss_.gradient_for].view.shape) : 1);
  const Quad factor = static_cast<Quad>(loss_.scale) / count;
  const auto step_factor = static_cast<float>(loss_.scale / count);

  Expectation expectation;
  expectation.elements.resize(ElementCount(OutputOf(arguments).view.shape));
  std::vector<Quad> values;
  std::vector<float> step_values;
  for (size_t i = 0; i < expectation.elements.size(); ++i) {
    ExpectedElement& element = expectation.elements[i];
    inputs.Get(i, &values);
    element.exact = static_cast<long double>(loss_.gradient(values) * factor);
    if (!loss_.stepwise) continue;
    inputs.Get(i, &step_values);
    step_values.back() = step_factor;
    std::feclearexcept(FE_OVERFLOW | FE_UNDERFLOW);
    element.stepwise = loss_.stepwise(step_values);
    element.binding = std::fetestexcept(FE_OVERFLOW | FE_UNDERFLOW) == 0;
  }
  return expectation;
}

double ElementwiseOracle::PromisedUlp(aclDataType dtype) const {
  return dtype == ACL_FLOAT ? loss_.float_ulp : loss_.half_ulp;
}

bool Register(Operator op, ElementwiseLoss loss) {
  op.oracle = std::make_shared<ElementwiseOracle>(std::move(loss));
  return Register(std::move(op));
}

}  // namespace hostnn::harness
