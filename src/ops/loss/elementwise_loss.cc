// SPDX-License-Identifier: Apache-2.0
#include "ops/loss/elementwise_loss.h"

#include "ops/elementwise.h"
#include "ops/loss/reduction.h"

namespace hostnn {
namespace {

Status CheckBroadcast(const NamedTensor& grad_output, const NamedTensor& self,
                      const NamedTensor& target) {
  Dims shape = self->shape;
  HOSTNN_RETURN_IF_ERROR(
      CheckBroadcastsWith(grad_output, "that of self", &shape));
  return CheckBroadcastsWith(target, "to which gradOutput and self broadcast",
                             &shape);
}

}  // namespace

kernels::Scale ReductionScale(int64_t reduction, double numerator,
                              int64_t element_count) {
  return {numerator, reduction == kReductionMean ? element_count : 1};
}

Status PlanElementwiseLossBackward(const ElementwiseLossBackward& loss,
                                   std::span<const NamedTensor, 4> tensors,
                                   Plan* plan) {
  const NamedTensor& self = tensors[1];
  HOSTNN_RETURN_IF_ERROR(CheckTypes(loss.op, plan->product(), tensors));
  HOSTNN_RETURN_IF_ERROR(CheckReduction(loss.reduction));
  HOSTNN_RETURN_IF_ERROR(CheckMaxRanks(tensors.first(3)));
  HOSTNN_RETURN_IF_ERROR(CheckBroadcast(tensors[0], self, tensors[2]));
  HOSTNN_RETURN_IF_ERROR(CheckOutputShape(loss.op, tensors));
  const kernels::Scale scale =
      ReductionScale(loss.reduction, loss.scale, self->element_count());
  PlanElementwise(loss.op, loss.kernel, scale, tensors, plan);
  return Status();
}

}  // namespace hostnn
