// SPDX-License-Identifier: Apache-2.0
// How a gradient of the negative log likelihood family describes itself to the
// tests, in a case file.
#ifndef HOSTNN_TESTS_HARNESS_NLL_LOSS_H_
#define HOSTNN_TESTS_HARNESS_NLL_LOSS_H_

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "harness/operators.h"
#include "harness/oracle.h"

namespace hostnn::harness {

// The signature is: gradOutput, self, target, weight, reduction, ignoreIndex,
// totalWeight, out. self has target's shape with the classes put in at
// dimension 1, or 0 where target has no dimension.
struct NllLoss {
  std::vector<int64_t> target_ranks;
  bool output_has_own_type = false;
};

class NllOracle : public Oracle {
 public:
  enum Index : size_t {
    kGradOutput,
    kSelf,
    kTarget,
    kWeight,
    kReduction,
    kIgnoreIndex,
    kTotalWeight,
    kOut
  };

  explicit NllOracle(NllLoss loss) : loss_(std::move(loss)) {}

  const NllLoss& loss() const { return loss_; }

  Arguments RandomArguments(Random& random,
                            const CallOptions& options) const override;
  Expectation Expect(const Arguments& arguments) const override;
  double PromisedUlp(aclDataType) const override { return 0.51; }

 private:
  NllLoss loss_;
};

// Where self has its classes.
inline size_t ClassDimension(const Dims& target_shape) {
  return target_shape.empty() ? 0 : 1;
}

bool Register(Operator op, NllLoss loss);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_NLL_LOSS_H_
