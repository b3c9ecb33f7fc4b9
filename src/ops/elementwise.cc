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

// In so many lines of memory the elements of a block are whose steps are long:
// the second cache holds some times as many. 256, 512 and 2048 were slower.
constexpr int64_t kBlockElements = 1024;

// How much longer an element takes where the loops are not a single one.
constexpr int64_t kStridedFactor = 2;

// The tensors of the operands; nullptr for those that there are not.
using Operands =
    std::array<const Tensor*, ElementwiseParameters::kOperandCount>;

// Takes the operands from the tensors of an operator.
Operands SetOperands(const Operator& op, std::span<const NamedTensor> tensors,
                     ElementwiseParameters* parameters) {
  Operands operands = {};
  const auto set_operand = [&](int operand, size_t argument) {
    const Tensor* tensor = tensors[argument].tensor;
    operands[operand] = tensor;
    if (tensor == nullptr) return;
    parameters->operands[operand] = {static_cast<int>(argument), tensor->dtype};
  };
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (op.tensors[i].role != Role::kInput) continue;
    assert(parameters->input_count < ElementwiseParameters::kMaxInputs);
    set_operand(parameters->input_count++, i);
  }
  set_operand(kOut, tensors.size() - 1);
  return operands;
}

// Whether the tensor's elements are in order, one after the other.
bool IsRow(const Tensor& tensor) {
  int64_t stride = 1;
  for (int d = tensor.rank(); d-- > 0;) {
    if (tensor.shape[d] == 1) continue;
    if (tensor.strides[d] != stride) return false;
    stride *= tensor.shape[d];
  }
  return true;
}

// The loops that MakeLoopNest would make, where they are plain to see: the
// output is a row of `count` elements, each input one like it or a single
// element. False for others.
bool SetRowLoop(const Operands& operands, int64_t count,
                LoopNest<ElementwiseParameters::kOperandCount>* loops) {
  const Tensor& out = *operands[kOut];
  if (count == 1 || !IsRow(out)) return false;
  for (size_t k = 0; k < operands.size(); ++k) {
    const Tensor* const tensor = operands[k];
    const bool is_row = tensor != nullptr && tensor->shape == out.shape;
    const bool is_plain =
        is_row ? IsRow(*tensor)
               : tensor == nullptr || tensor->element_count() == 1;
    if (!is_plain) return false;
    loops->strides[k][0] = is_row ? 1 : 0;
  }
  loops->loop_count = 1;
  loops->extents[0] = count;
  return true;
}

void SetLoops(const Operands& operands, int64_t count,
              ElementwiseParameters* parameters) {
  if (SetRowLoop(operands, count, &parameters->loops)) return;
  const Dims& shape = operands[kOut]->shape;
  std::array<Dims, ElementwiseParameters::kOperandCount> strides;
  for (size_t k = 0; k < operands.size(); ++k) {
    strides[k] = operands[k] == nullptr ? Dims::Zeros(shape.size())
                                        : BroadcastStrides(*operands[k], shape);
  }
  parameters->loops = MakeLoopNest(shape, strides, kOut);
  BlockInnermostLoop(kBlockElements, &parameters->loops);
}

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

}  // namespace

void PlanElementwise(const Operator& op, Kernel kernel,
                     const kernels::Scale& scale,
                     std::span<const NamedTensor> tensors, Plan* plan,
                     int64_t element_time) {
  const int64_t count = tensors.back()->element_count();
  if (count == 0) return;
  auto& parameters = plan->MakeParameters<ElementwiseParameters>();
  SetLoops(SetOperands(op, tensors, &parameters), count, &parameters);
  parameters.compute_type = CommonType(parameters);
  parameters.streaming_stores = plan->ExceedsCache();
  parameters.scale = scale;
  parameters.piece_elements = kPieceElements;
  if (parameters.loops.loop_count > 1) element_time *= kStridedFactor;
  plan->SetKernel(kernel, {.piece_count = (count - 1) / kPieceElements + 1,
                           .nanoseconds = TimeOf(count, element_time)});
}

}  // namespace hostnn
