// SPDX-License-Identifier: Apache-2.0
// What the backward operators of the negative log likelihood family share:
// checks of their own, and the plan for the class-scatter engine.
#ifndef HOSTNN_OPS_LOSS_NLL_LOSS_H_
#define HOSTNN_OPS_LOSS_NLL_LOSS_H_

#include <array>
#include <cstdint>

#include "executor/phases.h"
#include "ops/loss/reduction.h"

namespace hostnn {

// The tensors of each operator, in this order: gradOutput, self, target,
// weight, totalWeight, out.
using NllTensors = std::array<NamedTensor, 6>;

// gradOutput: one element for all positions, at most one dimension. `reason`
// says why.
Status CheckOneGradient(const NamedTensor& grad_output, const char* reason);

// weight: one element per class, at most kMaxOperatorDims dimensions.
Status CheckClassWeights(const NamedTensor& weight, int64_t class_count);

// totalWeight: one element, at most kMaxOperatorDims dimensions.
Status CheckTotalWeight(const NamedTensor& total_weight);

// What the gradient depends on, all of it checked.
struct NllLossBackward {
  // gradOutput has target's shape or one element; out and self have target's
  // shape with the classes put in, weight and totalWeight their type.
  NllTensors tensors;
  int class_dimension;  // where in out the classes are
  int64_t reduction;
  int64_t ignore_index;
};

// Unless self is empty, gives the plan its kernel and its report of targets out
// of range.
void PlanNllLossBackward(const NllLossBackward& loss, Plan* plan);

}  // namespace hostnn

#endif  // HOSTNN_OPS_LOSS_NLL_LOSS_H_
