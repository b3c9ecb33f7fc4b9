// SPDX-License-Identifier: Apache-2.0
// From the number of a float dtype to its C++ type and back.
#ifndef HOSTNN_KERNELS_FLOAT_TYPE_H_
#define HOSTNN_KERNELS_FLOAT_TYPE_H_

#include <cassert>

#include "acl/acl_base_rt.h"
#include "base/half.h"

namespace hostnn::kernels {

// The number of the dtype whose C++ type is T.
template <class T>
inline constexpr aclDataType kTypeNumber = ACL_DT_UNDEFINED;
template <>
inline constexpr aclDataType kTypeNumber<float> = ACL_FLOAT;
template <>
inline constexpr aclDataType kTypeNumber<Float16> = ACL_FLOAT16;
template <>
inline constexpr aclDataType kTypeNumber<BFloat16> = ACL_BF16;

// f(a number of the type), for FLOAT, FLOAT16 and BF16.
template <class F>
auto WithFloatType(aclDataType type, const F& f) {
  if (type == ACL_FLOAT) return f(float{});
  if (type == ACL_FLOAT16) return f(Float16{});
  assert(type == ACL_BF16);
  return f(BFloat16{});
}

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_FLOAT_TYPE_H_
