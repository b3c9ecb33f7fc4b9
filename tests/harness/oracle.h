// SPDX-License-Identifier: Apache-2.0
// What a family of operators knows of one of its own: which calls are valid,
// and what has to come of them. It shares no code with the library.
#ifndef HOSTNN_TESTS_HARNESS_ORACLE_H_
#define HOSTNN_TESTS_HARNESS_ORACLE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "acl/acl.h"
#include "harness/argument.h"
#include "harness/random.h"

namespace hostnn::harness {

// Values of the parameter `reduction`.
enum Reduction : int64_t { kReductionNone, kReductionMean, kReductionSum };

// What has to be in one element of the output.
struct ExpectedElement {
  long double exact = 0;
  // Whether the operator promises to be near it: see ElementwiseLoss.
  bool binding = true;
  // The very number, before it is rounded to the output's type, of an operator
  // whose single steps are promised.
  std::optional<float> stepwise = std::nullopt;
};

struct Expectation {
  std::vector<ExpectedElement> elements;  // in row-major order
  bool fault = false;  // the next synchronisation reports one
};

enum class CallSize {
  kSmall,         // up to about a hundred elements, in up to 8 dimensions
  kLongRows,      // tens to thousands in the last dimension
  kManyElements,  // more than 64 Ki, so that several threads take part
};

struct CallOptions {
  CallSize size = CallSize::kSmall;
  // One dimension, or as many positions to classify, of exactly this length.
  std::optional<int64_t> length = std::nullopt;
  // Of every floating-point tensor.
  std::optional<aclDataType> dtype = std::nullopt;
  bool contiguous = false;
  bool ordinary_values = false;  // about 1, and no classes out of range
};

class Oracle {
 public:
  virtual ~Oracle() = default;

  // The arguments of a valid call, with data.
  virtual Arguments RandomArguments(Random& random,
                                    const CallOptions& options) const = 0;

  // What has to come of a valid call.
  virtual Expectation Expect(const Arguments& arguments) const = 0;

  // How far from an exact value the operator may be, in units of the last place
  // of an output of this type.
  virtual double PromisedUlp(aclDataType dtype) const = 0;
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_ORACLE_H_
