// SPDX-License-Identifier: Apache-2.0
#include "tensor/broadcast.h"

#include "tensor/shape_inference.h"

namespace hostnn {

namespace {

bool Broadcasts(int64_t a, int64_t b) {
  return a == b || a == 1 || b == 1 || a == kUnknownDimension ||
         b == kUnknownDimension;
}

// What two dimensions that broadcast become.
int64_t Both(int64_t a, int64_t b) {
  return b != 1 && (a == 1 || a == kUnknownDimension) ? b : a;
}

}  // namespace

bool BroadcastWith(const Dims& other, Dims* shape) {
  const int added = shape->size() - other.size();
  if (added < 0) {
    Dims longer = other;
    if (!BroadcastWith(*shape, &longer)) return false;
    *shape = longer;
    return true;
  }
  for (int d = 0; d < other.size(); ++d) {
    if (!Broadcasts((*shape)[added + d], other[d])) return false;
  }
  for (int d = 0; d < other.size(); ++d) {
    (*shape)[added + d] = Both((*shape)[added + d], other[d]);
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
