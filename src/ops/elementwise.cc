// SPDX-License-Identifier: Apache-2.0
#include "ops/elementwise.h"

#include <algorithm>
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

// The type of the operands that have more than one value; FLOAT where they
// differ.
aclDataType CommonType(const ElementwiseParameters& parameters) {
  const aclDataType type = parameters.operands[kOut].dtype;
  for (int k = 0; k < parameters.input_count; ++k) {
    const int64_t* strides = parameters.loops.strides[k];
    const bool is_one_value =
        std::all_of(strides, strides + parameters.loops.loop_count,
                    [](int64_t stride) { return stride == 0; });
    if (!is_one_value && parameters.operands[k].dtype != type) return ACL_FLOAT;
  }
  return type;
}

// How much longer an element takes where the loops are not a single one.
constexpr int64_t kStridedFactor = 2;

}  // namespace

void PlanElementwise(const Operator& op, Kernel kernel,
                     const kernels::Scale& scale,
                     std::span<const NamedTensor> tensors, Plan* plan,
                     int64_t element_time) {
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
  parameters.compute_type = CommonType(parameters);
  parameters.streaming_stores = plan->ExceedsCache();
  parameters.scale = scale;
  parameters.piece_elements = kPieceElements;
  if (parameters.loops.loop_count > 1) element_time *= kStridedFactor;
  const int64_t count = out.element_count();
  plan->SetKernel(kernel, parameters,
                  {.piece_count = (count - 1) / kPieceElements + 1,
                   .nanoseconds = TimeOf(count, element_time)});
}

}  // namespace hostnn
