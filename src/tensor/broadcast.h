// SPDX-License-Identifier: Apache-2.0
// Broadcasting as NumPy does it: shapes are aligned at the right, and a
// dimension of 1 stretches to what the others have.
#ifndef HOSTNN_TENSOR_BROADCAST_H_
#define HOSTNN_TENSOR_BROADCAST_H_

#include "tensor/tensor.h"

namespace hostnn {

// The shape that two shapes broadcast to. false if they do not; *result is then
// as before. kUnknownDimension goes with any other dimension.
bool BroadcastShapes(const Dims& a, const Dims& b, Dims* result);

// The strides with which the tensor walks `shape`, to which its own broadcasts.
Dims BroadcastStrides(const Tensor& tensor, const Dims& shape);

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_BROADCAST_H_
