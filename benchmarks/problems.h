// SPDX-License-Identifier: Apache-2.0
// The operators' problems: tensors with realistic values, hostnn's call, and
// those to compare it with. A new operator adds a function like these, in a
// file of its own, and its rows in rows.cc.
#ifndef HOSTNN_BENCHMARKS_PROBLEMS_H_
#define HOSTNN_BENCHMARKS_PROBLEMS_H_

#include <optional>

#include "problem.h"
#include "tensor.h"
#include "values.h"

namespace hostnn::bench {

// One number, and the factor of the mean; or one for each element.
enum class Grad { kOne, kFull };

// The layouts have one shape. hostnn on contiguous tensors is a contender where
// they are not.
struct MseCase {
  DType dtype;
  Grad grad;
  Layout self, target, out;
};
Problem MakeMse(const MseCase& it, aclrtStream stream);

// out is (N, C) or (N, C, H, W), target (N) or (N, H, W); a full gradient has
// target's shape, and the layout `grad`.
struct NllCase {
  DType dtype;
  Labels labels;
  Layout target, out;
  std::optional<Layout> grad = std::nullopt;
};
Problem MakeNll(const NllCase& it, aclrtStream stream);

// weight has the shape of self; pos_weight broadcasts to it.
struct BceCase {
  DType dtype;
  Grad grad;
  Shape shape;
  bool has_weight;
  std::optional<Shape> pos_weight;
  bool with_autograd = false;
};
Problem MakeBce(const BceCase& it, aclrtStream stream);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_PROBLEMS_H_
