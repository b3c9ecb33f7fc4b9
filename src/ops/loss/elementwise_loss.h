// SPDX-License-Identifier: Apache-2.0
// What the gradients of element-wise losses share.
#ifndef HOSTNN_OPS_LOSS_ELEMENTWISE_LOSS_H_
#define HOSTNN_OPS_LOSS_ELEMENTWISE_LOSS_H_

#include <cstdint>
#include <span>

#include "executor/phases.h"
#include "kernels/elementwise.h"

namespace hostnn {

// The factor of a gradient: `numerator`, for the mean divided by the number of
// elements that it was taken over.
kernels::Scale ReductionScale(int64_t reduction, double numerator,
                              int64_t element_count);

struct ElementwiseLossBackward {
  const Operator& op;
  Kernel kernel;      // of the element-wise engine
  double scale = 1;   // for none and sum
  int64_t reduction;  // not checked yet
};

// Checks and plans a gradient of gradOutput, self and target, which broadcast
// with each other to out; the mean is that of self's elements, before they
// broadcast. In this order: dtypes, reduction, ranks, shapes.
Status PlanElementwiseLossBackward(const ElementwiseLossBackward& loss,
                                   std::span<const NamedTensor, 4> tensors,
                                   Plan* plan);

}  // namespace hostnn

#endif  // HOSTNN_OPS_LOSS_ELEMENTWISE_LOSS_H_
