// SPDX-License-Identifier: Apache-2.0
// aclScalar: creation and end.
#include "tensor/scalar.h"

#include "aclnn/acl_meta.h"
#include "api/aclnn/handles.h"

using hostnn::Scalar;

aclScalar* aclCreateScalar(void* value, aclDataType dataType) {
  return hostnn::CreateHandle<aclScalar, Scalar>(
      "aclCreateScalar", [&](Scalar* scalar) {
        return hostnn::MakeScalar(value, dataType, scalar);
      });
}

aclnnStatus aclDestroyScalar(const aclScalar* scalar) {
  return hostnn::DestroyHandle<Scalar>("aclDestroyScalar", "scalar", scalar);
}
