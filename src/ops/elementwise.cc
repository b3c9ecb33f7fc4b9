// SPDX-License-Identifier: Apache-2.0
#include "ops/elementwise.h"

#include <array>

#include "tensor/broadcast.h"
#include "tensor/loops.h"

namespace hostnn {
namespace {

using kernels::ElementwiseParameters;

// Large enough that handing a piece to a thread costs little beside it.
constexpr int64_t kPieceElements = 64 << 10;

}  // namespace

void PlanElementwise(const Elementwise& elementwise,
                     std::span<const NamedTensor> tensors, Plan* plan) {
  constexpr int kOut = ElementwiseParameters::kOut;
  const Tensor& out = *tensors[elementwise.output].tensor;
  ElementwiseParameters parameters;
  std::array<Dims, ElementwiseParameters::kOperandCount> strides;
  strides.fill(BroadcastStrides(Tensor(), out.shape));  // of a single element
  for (const int argument : elementwise.inputs) {
    const int input = parameters.input_count++;
    const Tensor* tensor = tensors[argument].tensor;
    if (tensor == nullptr) continue;
    parameters.operands[input] = {argument, tensor->dtype};
    strides[input] = BroadcastStrides(*tensor, out.shape);
  }
  parameters.operands[kOut] = {elementwise.output, out.dtype};
  strides[kOut] = out.strides;
  parameters.loops = MakeLoopNest(out.shape, strides, kOut);
  parameters.scale = elementwise.scale;
  parameters.piece_elements = kPieceElements;
  const int64_t pieces = (out.element_count() - 1) / kPieceElements + 1;
  plan->SetKernel(elementwise.kernel, parameters, pieces);
}

}  // namespace hostnn
