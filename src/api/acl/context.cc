// SPDX-License-Identifier: Apache-2.0
// Contexts: making them, choosing the current one.
#include "runtime/context.h"

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "base/call_from_c.h"
#include "runtime/device.h"

using hostnn::AclCall;
using hostnn::CheckNotNull;
using hostnn::Context;
using hostnn::FindHandle;
using hostnn::kAclHandleCodes;
using hostnn::Ref;
using hostnn::Status;

aclError aclrtCreateContext(aclrtContext* context, int32_t deviceId) {
  return AclCall("aclrtCreateContext", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("context", context));
    Ref<Context> created;
    HOSTNN_RETURN_IF_ERROR(hostnn::CreateContext(deviceId, &created));
    *context = created.handle();
    return Status();
  });
}

aclError aclrtDestroyContext(aclrtContext context) {
  return AclCall("aclrtDestroyContext", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("context", context));
    return hostnn::DestroyContext(context);
  });
}

aclError aclrtSetCurrentContext(aclrtContext context) {
  return AclCall("aclrtSetCurrentContext", [&]() -> Status {
    Ref<Context> found;
    HOSTNN_RETURN_IF_ERROR(
        FindHandle("context", context, kAclHandleCodes, &found));
    hostnn::SetCurrentContext(context);
    return Status();
  });
}

aclError aclrtGetCurrentContext(aclrtContext* context) {
  return AclCall("aclrtGetCurrentContext", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("context", context));
    Ref<Context> current;
    HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&current));
    *context = current.handle();
    return Status();
  });
}

aclError aclrtCtxGetCurrentDefaultStream(aclrtStream* stream) {
  return AclCall("aclrtCtxGetCurrentDefaultStream", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("stream", stream));
    Ref<Context> current;
    HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&current));
    *stream = current->default_stream().handle();
    return Status();
  });
}
