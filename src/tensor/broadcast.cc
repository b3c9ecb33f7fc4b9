// SPDX-License-Identifier: Apache-2.0
#include "tensor/broadcast.h"

#include <algorithm>

#include "tensor/shape_inference.h"

namespace hostnn {
namespace {

// What two dimensions broadcast to, if they do.
std::optional<int64_t> BroadcastDimension(int64_t a, int64_t b) {
  if (a == b || b == 1) return a;
  if (a == 1 || a == kUnknownDimension) return b;
  if (b == kUnknownDimension) return a;
  return std::nullopt;
}

// Dimension `d` of a shape that is given more dimensions, of 1, in front.
int64_t AlignedDimension(const Dims& shape, int d, int rank) {
  const int own = d - (rank - shape.size());
  return own < 0 ? 1 : shape[own];
}

}  // namespace

std::optional<Dims> BroadcastShapes(const Dims& a, const Dims& b) {
  const int rank = std::max(a.size(), b.size());
  Dims shape = a.size() == rank ? a : b;
  for (int d = 0; d < rank; ++d) {
    const std::optional<int64_t> dimension = BroadcastDimension(
        AlignedDimension(a, d, rank), AlignedDimension(b, d, rank));
    if (!dimension) return std::nullopt;
    shape[d] = *dimension;
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
