// SPDX-License-Identifier: Apache-2.0
#include "tensor/broadcast.h"

#include "tensor/shape_inference.h"

namespace hostnn {

std::optional<Dims> BroadcastShapes(const Dims& a, const Dims& b) {
  const bool a_is_longer = a.size() >= b.size();
  std::optional<Dims> shape(a_is_longer ? a : b);
  const Dims& other = a_is_longer ? b : a;
  const int added = shape->size() - other.size();
  for (int d = 0; d < other.size(); ++d) {
    int64_t& dimension = (*shape)[added + d];
    if (other[d] == dimension || other[d] == 1) continue;
    if (dimension == 1 || dimension == kUnknownDimension) {
      dimension = other[d];
    } else if (other[d] != kUnknownDimension) {
      return std::nullopt;
    }
  }
  return shape;
}

Dims BroadcastStrides(const Tensor& tensor, const Dims& shape) {
  Dims strides = Dims::Zeros(shape.size());
  const int added = shape.size() - tensor.rank();
  for (int d = 0; d < tensor.rank(); ++d) {
    const bool is_stretched = tensor.shape[d] != shape[added + d];
    if (!is_stretched) strides[added + d] = tensor.strides[d];
  }
  return strides;
}

}  // namespace hostnn
