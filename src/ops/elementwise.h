// SPDX-License-Identifier: Apache-2.0
// The planning of the element-wise engine (kernels/elementwise.h): from tensors
// to loops that are as few and as long as possible.
#ifndef HOSTNN_OPS_ELEMENTWISE_H_
#define HOSTNN_OPS_ELEMENTWISE_H_

#include <cstdint>
#include <span>

#include "executor/operator.h"
#include "executor/plan.h"
#include "kernels/elementwise.h"
#include "tensor/checks.h"

namespace hostnn {

// What an element takes, in picoseconds, of formulas that wait for memory.
inline constexpr int64_t kMemoryBoundTime = 400;

// Unless the output is empty, gives the plan its kernel, whose parameters are
// the engine's and whose inputs are those of the operator that are used, in
// their order: at most ElementwiseParameters::kMaxInputs. `tensors` has one
// NamedTensor per parameter, the output being the last: inputs broadcast to its
// shape, which has at most kMaxLoops dimensions; absent ones are 1.
// `element_time`: picoseconds for an element where the tensors are contiguous.
void PlanElementwise(const Operator& op, Kernel kernel,
                     const kernels::Scale& scale,
                     std::span<const NamedTensor> tensors, Plan* plan,
                     int64_t element_time = kMemoryBoundTime);

}  // namespace hostnn

#endif  // HOSTNN_OPS_ELEMENTWISE_H_
