// SPDX-License-Identifier: Apache-2.0
// What the backward operators of the negative log likelihood family share:
// checks of their own, and the plan for the class-scatter engine.
#ifndef HOSTNN_OPS_LOSS_NLL_LOSS_H_
#define HOSTNN_OPS_LOSS_NLL_LOSS_H_

#include <cstdint>

#include "executor/phases.h"
#include "ops/loss/reduction.h"

namespace hostnn {

// gradOutput: one element for all positions, at most one dimension.
Status CheckOneGradient(const NamedTensor& grad_output);

// weight: one element per class, at most kMaxOperatorDims dimensions.
Status CheckClassWeights(const NamedTensor& weight, int64_t class_count);

// What the gradient depends on, all of it checked. The plan's arguments are
// gradOutput, self, target, weight, totalWeight and out, in this order.
struct NllLossBackward {
  NamedTensor grad_output;  // target's shape for none, else one element
  NamedTensor target;       // at most kMaxLoops dimensions
  NamedTensor weight;
  NamedTensor out;      // not empty; target's shape with the classes put in
  int class_dimension;  // where in out they are
  int64_t reduction;
  int64_t ignore_index;
};

// Gives the plan its kernel and, unless that is turned off, its report of
// targets out of range.
void PlanNllLossBackward(const NllLossBackward& loss, Plan* plan);

}  // namespace hostnn

#endif  // HOSTNN_OPS_LOSS_NLL_LOSS_H_
