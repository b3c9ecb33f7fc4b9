// SPDX-License-Identifier: Apache-2.0
// Data types: sizes and the documented half conversions.
#include "acl/acl_base_rt.h"
#include "base/dtype.h"
#include "base/half.h"

size_t aclDataTypeSize(aclDataType dataType) {
  return static_cast<size_t>(hostnn::ElementSize(dataType));
}

float aclFloat16ToFloat(aclFloat16 value) {
  return hostnn::FloatFromFiniteFloat16({value});
}

aclFloat16 aclFloatToFloat16(float value) {
  return hostnn::FiniteFloat16FromFloat(value).bits;
}
