// SPDX-License-Identifier: Apache-2.0
#include "executor/operator.h"

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

}  // namespace hostnn
