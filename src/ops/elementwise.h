// SPDX-License-Identifier: Apache-2.0
// The planning of the element-wise engine (kernels/elementwise.h): from tensors
// to loops that are as few and as long as possible.
#ifndef HOSTNN_OPS_ELEMENTWISE_H_
#define HOSTNN_OPS_ELEMENTWISE_H_

#include <initializer_list>
#include <span>

#include "executor/plan.h"
#include "kernels/elementwise.h"
#include "tensor/checks.h"

namespace hostnn {

struct Elementwise {
  Kernel kernel;                      // one whose parameters are the engine's
  std::initializer_list<int> inputs;  // the formula's, as arguments of the plan
  int output;                         // likewise
  kernels::Scale scale = {};
};

// Gives the plan its kernel. `tensors` are the plan's arguments; those of
// `inputs` that are absent are 1, the others broadcast to the output's shape,
// which has at most kMaxLoops dimensions and is not empty.
void PlanElementwise(const Elementwise& elementwise,
                     std::span<const NamedTensor> tensors, Plan* plan);

}  // namespace hostnn

#endif  // HOSTNN_OPS_ELEMENTWISE_H_
