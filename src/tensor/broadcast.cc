// SPDX-License-Identifier: Apache-2.0
#include "tensor/broadcast.h"

#include "tensor/shape_inference.h"

namespace hostnn {

bool BroadcastWith(const Dims& other, Dims* shape) {
  const int added = shape->size() - other.size();
  if (added < 0) {
    const Dims shorter = *shape;
    *shape = other;
    return BroadcastWith(shorter, shape);
  }
  for (int d = 0; d < other.size(); ++d) {
    int64_t& dimension = (*shape)[added + d];
    if (other[d] == dimension || other[d] == 1) continue;
    if (dimension == 1 || dimension == kUnknownDimension) {
      dimension = other[d];
    } else if (other[d] != kUnknownDimension) {
      return false;
    }
  }
  return true;
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
