// SPDX-License-Identifier: Apache-2.0
// The number behind an aclScalar.
#ifndef HOSTNN_TENSOR_SCALAR_H_
#define HOSTNN_TENSOR_SCALAR_H_

#include <array>
#include <cstddef>

#include "acl/acl_base_rt.h"
#include "base/handle_pool.h"
#include "base/status.h"

namespace hostnn {

struct Scalar {
  static constexpr HandleKind kHandleKind = HandleKind::kScalar;
  static constexpr size_t kMaxBytes = 16;

  aclDataType dtype = ACL_FLOAT;
  // ElementSize(dtype) bytes of the value, as the machine has it; then zeros.
  alignas(kMaxBytes) std::array<std::byte, kMaxBytes> value{};
};

// Takes the number at `value` over. Refuses NULL with kNullArgument, and with
// kBadArgument a dtype that is unknown or has no whole number of bytes.
Status MakeScalar(const void* value, aclDataType dtype, Scalar* scalar);

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_SCALAR_H_
