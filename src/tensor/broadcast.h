// SPDX-License-Identifier: Apache-2.0
// Broadcasting as NumPy does it: shapes are aligned at the right, and a
// dimension of 1 stretches to what the others have.
#ifndef HOSTNN_TENSOR_BROADCAST_H_
#define HOSTNN_TENSOR_BROADCAST_H_

#include <optional>

#include "tensor/tensor.h"

namespace hostnn {

// The shape that two shapes broadcast to, if they do. kUnknownDimension goes
// with any other dimension.
std::optional<Dims> BroadcastShapes(const Dims& a, const Dims& b);

// The strides with which the tensor walks `shape`, to which its own broadcasts.
Dims BroadcastStrides(const Tensor& tensor, const Dims& shape);

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_BROADCAST_H_
