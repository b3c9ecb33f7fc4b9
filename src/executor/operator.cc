// SPDX-License-Identifier: Apache-2.0
#include "executor/operator.h"

#include <array>

namespace hostnn {

Status CheckTypes(const Operator& op, std::span<const NamedTensor> tensors) {
  const Series series = CurrentProduct().series;
  for (const TypeRule& rule : op.types) {
    if (rule.tensor == nullptr) break;
    const NamedTensor& tensor = tensors[op.IndexOf(rule.tensor)];
    if (tensor.tensor == nullptr) continue;
    HOSTNN_RETURN_IF_ERROR(
        rule.same_as == nullptr
            ? CheckDType(tensor, SupportedTypes(rule.allowed, series))
            : CheckSameDType(tensor, tensors[op.IndexOf(rule.same_as)]));
  }
  return Status();
}

Status CheckOutputShape(const Operator& op,
                        std::span<const NamedTensor> tensors) {
  std::array<PartialShape, kMaxArguments> inputs;
  const size_t input_count = tensors.size() - 1;
  for (size_t i = 0; i < input_count; ++i) {
    if (tensors[i].tensor != nullptr) inputs[i] = tensors[i]->shape;
  }
  PartialShape shape;
  HOSTNN_RETURN_IF_ERROR(
      op.output_shape.infer({inputs.data(), input_count}, &shape));
  return CheckShape(tensors.back(), *shape, op.output_shape.text);
}

}  // namespace hostnn
