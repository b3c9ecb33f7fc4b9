// SPDX-License-Identifier: Apache-2.0
// How an element-wise loss describes itself to the tests: with its formulas and
// a few facts about its parameters, in a case file.
#ifndef HOSTNN_TESTS_HARNESS_ELEMENTWISE_LOSS_H_
#define HOSTNN_TESTS_HARNESS_ELEMENTWISE_LOSS_H_

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "harness/operators.h"
#include "harness/oracle.h"
#include "harness/quad.h"

namespace hostnn::harness {

// A function of several numbers, made from a lambda that has a parameter for
// each and captures nothing.
template <class T>
class Formula {
 public:
  Formula() = default;
  template <class Lambda>
  Formula(Lambda lambda)  // NOLINT(google-explicit-constructor)
      : call_(OfVector(+lambda)) {}

  explicit operator bool() const { return static_cast<bool>(call_); }
  T operator()(const std::vector<T>& values) const { return call_(values); }

 private:
  using Call = std::function<T(const std::vector<T>&)>;
  template <class... Parameters>
  static Call OfVector(T (*formula)(Parameters...)) {
    return [formula](const std::vector<T>& values) {
      return [&]<size_t... kIndex>(std::index_sequence<kIndex...>) {
        return formula(values.at(kIndex)...);
      }
      (std::index_sequence_for<Parameters...>());
    };
  }
  Call call_;
};

struct LossInput {
  std::string name;
  bool broadcasts = true;  // else it has the output's shape
  bool optional = false;   // may be NULL, which counts as 1
};

enum class LossTypes {
  kOneForInputs,  // and any for the output
  kOneEach,       // and for the output that of the input it is the gradient for
};

// The signature is: the inputs, gradOutput being the first; reduction; the
// output. Formulas take the inputs.
struct ElementwiseLoss {
  std::vector<LossInput> inputs;
  std::string output = "out";
  LossTypes types = LossTypes::kOneForInputs;
  // The input that is varied; the mean divides by its element count.
  size_t gradient_for = 1;
  // Inputs at whose values the gradient changes its sign and may cancel.
  std::vector<size_t> roots_in = {};

  // One element of the loss itself, not reduced, ...
  Formula<double> loss;
  // ... and its gradient, which is `scale` times this.
  Formula<Quad> gradient;
  double scale = 1;
  // The gradient in steps of FP32 of which every bit is promised, if so: takes
  // a further number, `scale` over the count for the mean, rounded to FP32. The
  // exact value is then binding where no step over- or underflows.
  Formula<float> stepwise = {};

  double float_ulp = 0.51;  // promised for an output of type FLOAT, ...
  double half_ulp = 0.51;   // ... FLOAT16 or BF16
};

class ElementwiseOracle : public Oracle {
 public:
  explicit ElementwiseOracle(ElementwiseLoss loss) : loss_(std::move(loss)) {}

  const ElementwiseLoss& loss() const { return loss_; }

  Arguments RandomArguments(Random& random,
                            const CallOptions& options) const override;
  Expectation Expect(const Arguments& arguments) const override;
  double PromisedUlp(aclDataType dtype) const override;

 private:
  ElementwiseLoss loss_;
};

bool Register(Operator op, ElementwiseLoss loss);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_ELEMENTWISE_LOSS_H_
