// SPDX-License-Identifier: Apache-2.0
#include "tensor/scalar.h"

#include <cstring>

#include "base/dtype.h"

namespace hostnn {

Status MakeScalar(const void* value, aclDataType dtype, Scalar* scalar) {
  HOSTNN_CHECK(value != nullptr, Code::kNullArgument,
               "value: expected the address of a number, got NULL");
  const auto size = static_cast<size_t>(ElementSize(dtype));
  HOSTNN_CHECK(size > 0 && size <= Scalar::kMaxBytes, Code::kBadArgument,
               "dataType: expected a data type of whole bytes, got %s",
               DTypeText(dtype).c_str());
  Scalar made;
  made.dtype = dtype;
  std::memcpy(made.value.data(), value, size);
  *scalar = made;
  return {};
}

}  // namespace hostnn
