// SPDX-License-Identifier: Apache-2.0
// Broadcasting as NumPy does it: shapes are aligned at the right, and a
// dimension of 1 stretches to what the others have.
#ifndef HOSTNN_TENSOR_BROADCAST_H_
#define HOSTNN_TENSOR_BROADCAST_H_

#include "tensor/tensor.h"

namespace hostnn {

// Makes of *shape what it and the other one broadcast to; false, with *shape as
// it was, if they do not. kUnknownDimension goes with any other
// dimension.
[[nodiscard]] bool BroadcastWith(const Dims& other, Dims* shape);

// The strides with which the tensor walks `shape`, to which its own broadcasts.
Dims BroadcastStrides(const Tensor& tensor, const Dims& shape);

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_BROADCAST_H_
