// SPDX-License-Identifier: Apache-2.0
#include "ops/elementwise.h"

#include <array>
#include <cassert>

#include "tensor/broadcast.h"
#include "tensor/loops.h"

namespace hostnn {
namespace {

using kernels::ElementwiseParameters;

constexpr int kOut = ElementwiseParameters::kOut;

// Large enough that handing a piece to a thread costs little beside it.
constexpr int64_t kPieceElements = 64 << 10;

}  // namespace

void PlanElementwise(const Operator& op, Kernel kernel,
                     const kernels::Scale& scale,
                     std::span<const NamedTensor> tensors, Plan* plan) {
  const Tensor& out = *tensors.back().tensor;
  if (out.empty()) return;
  ElementwiseParameters parameters;
  std::array<Dims, ElementwiseParameters::kOperandCount> strides;
  strides.fill(Dims::Zeros(out.rank()));
  const auto set_operand = [&](int operand, size_t argument) {
    const Tensor* tensor = tensors[argument].tensor;
    if (tensor == nullptr) return;
    parameters.operands[operand] = {static_cast<int>(argument), tensor->dtype};
    strides[operand] = BroadcastStrides(*tensor, out.shape);
  };
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (op.tensors[i].role != Role::kInput) continue;
    assert(parameters.input_count < ElementwiseParameters::kMaxInputs);
    set_operand(parameters.input_count++, i);
  }
  set_operand(kOut, tensors.size() - 1);
  parameters.loops = MakeLoopNest(out.shape, strides, kOut);
  parameters.scale = scale;
  parameters.piece_elements = kPieceElements;
  plan->SetKernel(kernel, parameters,
                  (out.element_count() - 1) / kPieceElements + 1);
}

}  // namespace hostnn
