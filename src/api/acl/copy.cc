// SPDX-License-Identifier: Apache-2.0
// Copying and setting memory.
#include "runtime/copy.h"

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "base/call_from_c.h"
#include "runtime/context.h"

using hostnn::AclCall;
using hostnn::CheckNotNull;
using hostnn::Context;
using hostnn::Ref;
using hostnn::Status;
using hostnn::Stream;

aclError aclrtMemcpy(void* dst, size_t destMax, const void* src, size_t count,
                     aclrtMemcpyKind kind) {
  return AclCall("aclrtMemcpy", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("dst", dst));
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("src", src));
    Ref<Context> context;
    HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&context));
    return hostnn::Copy({dst, destMax, src, count, kind});
  });
}

aclError aclrtMemcpyAsync(void* dst, size_t destMax, const void* src,
                          size_t count, aclrtMemcpyKind kind,
                          aclrtStream stream) {
  return AclCall("aclrtMemcpyAsync", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("dst", dst));
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("src", src));
    Ref<Stream> target;
    HOSTNN_RETURN_IF_ERROR(hostnn::FindStream(stream, &target));
    return hostnn::CopyAsync({dst, destMax, src, count, kind}, target);
  });
}

aclError aclrtMemset(void* devPtr, size_t maxCount, int32_t value,
                     size_t count) {
  return AclCall("aclrtMemset", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("devPtr", devPtr));
    Ref<Context> context;
    HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&context));
    return hostnn::Set({devPtr, maxCount, value, count});
  });
}

aclError aclrtMemsetAsync(void* devPtr, size_t maxCount, int32_t value,
                          size_t count, aclrtStream stream) {
  return AclCall("aclrtMemsetAsync", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("devPtr", devPtr));
    Ref<Stream> target;
    HOSTNN_RETURN_IF_ERROR(hostnn::FindStream(stream, &target));
    return hostnn::SetAsync({devPtr, maxCount, value, count}, target);
  });
}
