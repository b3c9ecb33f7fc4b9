// SPDX-License-Identifier: Apache-2.0
#include "executor/operator.h"

#include <array>
#include <utility>

namespace hostnn {

namespace {

// self: expected dtype FLOAT or FLOAT16 on Ascend910A, got BF16
Status CheckOwnType(const NamedTensor& tensor, DTypeSet allowed,
                    const Product& product) {
  const DTypeSet supported = SupportedTypes(allowed, product.series);
  const aclDataType dtype = tensor->dtype;
  HOSTNN_CHECK(!allowed.Contains(dtype) || supported.Contains(dtype),
               Code::kBadArgument, "%s: expected dtype %s on %s, got %s",
               tensor.name, supported.ToString().c_str(), product.name.c_str(),
               DTypeText(dtype).c_str());
  return CheckDType(tensor, supported);
}

}  // namespace

Status CheckTypes(const Operator& op, const Product& product,
                  std::span<const NamedTensor> tensors) {
  for (const TypeRule& rule : op.types) {
    if (rule.tensor == nullptr) break;
    const NamedTensor& tensor = tensors[rule.index];
    if (tensor.tensor == nullptr) continue;
    if (rule.same_as == nullptr) {
      HOSTNN_RETURN_IF_ERROR(CheckOwnType(tensor, rule.allowed, product));
    } else if (const NamedTensor& like = tensors[rule.same_as_index];
               tensor->dtype != like->dtype) {
      return CheckSameDType(tensor, like);
    }
  }
  return Status();
}

Status CheckOutputShape(const Operator& op,
                        std::span<const NamedTensor> tensors) {
  std::array<const Dims*, kMaxArguments> inputs;
  const size_t input_count = tensors.size() - 1;
  for (size_t i = 0; i < input_count; ++i) {
    const Tensor* const tensor = tensors[i].tensor;
    inputs[i] = tensor == nullptr ? nullptr : &tensor->shape;
  }
  PartialShape shape(std::in_place);  // an empty one would be cleared, slowly
  HOSTNN_RETURN_IF_ERROR(
      op.output_shape.infer({inputs.data(), input_count}, &shape));
  return CheckShape(tensors.back(), *shape, op.output_shape.text);
}

}  // namespace hostnn
