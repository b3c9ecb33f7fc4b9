// SPDX-License-Identifier: Apache-2.0
// Copies between host and device memory, and setting memory.
#ifndef HOSTNN_RUNTIME_COPY_H_
#define HOSTNN_RUNTIME_COPY_H_

#include <cstdint>

#include "acl/acl_rt.h"
#include "base/handle_pool.h"
#include "base/status.h"
#include "runtime/stream.h"

namespace hostnn {

// What aclrtMemcpy and aclrtMemcpyAsync are given; no address is nullptr.
struct CopyRequest {
  void* dst;
  uint64_t dst_capacity;
  const void* src;
  uint64_t count;
  aclrtMemcpyKind kind;
};

// Copies at once, without regard to queued work. The direction follows from
// the two addresses; `kind` only tells whether the program believes that device
// memory is involved. Overlapping ranges are copied as if through a buffer.
Status Copy(const CopyRequest& request);

// Copies in stream order. When host memory of the program itself takes part,
// returns only after the copy is done; else at once, and the blocks live on
// until it is.
Status CopyAsync(const CopyRequest& request, const Ref<Stream>& stream);

// What aclrtMemset and aclrtMemsetAsync are given; the address is not nullptr.
struct SetRequest {
  void* address;
  uint64_t capacity;
  int32_t value;  // its low 8 bits are written
  uint64_t count;
};

// Sets device memory, the library's host memory or registered host memory, at
// once.
Status Set(const SetRequest& request);

// Sets it in stream order.
Status SetAsync(const SetRequest& request, const Ref<Stream>& stream);

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_COPY_H_
