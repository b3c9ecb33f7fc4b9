// SPDX-License-Identifier: Apache-2.0
// Tensors for unit tests.
#ifndef HOSTNN_TENSOR_TENSOR_TEST_H_
#define HOSTNN_TENSOR_TENSOR_TEST_H_

#include <cstdint>
#include <vector>

#include "tensor/tensor.h"

namespace hostnn {

// One that fills its storage, without an address.
inline Tensor Contiguous(const std::vector<int64_t>& shape,
                         aclDataType dtype = ACL_FLOAT) {
  Tensor tensor;
  tensor.shape = Dims(shape);
  tensor.strides = ContiguousStrides(tensor.shape);
  tensor.storage_shape = tensor.shape;
  tensor.dtype = dtype;
  return tensor;
}

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_TENSOR_TEST_H_
