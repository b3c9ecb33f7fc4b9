// SPDX-License-Identifier: Apache-2.0
// Streams.
#include "runtime/stream.h"

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "base/call_from_c.h"
#include "runtime/context.h"

using hostnn::AclCall;
using hostnn::CheckNotNull;
using hostnn::Code;
using hostnn::Context;
using hostnn::Deadline;
using hostnn::Ref;
using hostnn::Status;
using hostnn::Stream;
using hostnn::StreamPool;

namespace {

constexpr uint32_t kLowestPriority = 7;
// Kinds of stream that record work instead of running it, or that programs on
// the device drive.
constexpr uint32_t kUnsupportedFlags = ACL_STREAM_PERSISTENT |
                                       ACL_STREAM_CPU_SCHEDULE |
                                       ACL_STREAM_DEVICE_USE_ONLY;

Status CreateStream(aclrtStream* stream) {
  HOSTNN_RETURN_IF_ERROR(CheckNotNull("stream", stream));
  Ref<Context> context;
  HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&context));
  *stream = StreamPool::Instance()
                .Create(context.handle(), context->device())
                .handle();
  return Status();
}

Status DestroyStream(aclrtStream handle, bool abandon) {
  Ref<Stream> stream;
  HOSTNN_RETURN_IF_ERROR(hostnn::FindStreamToDestroy(handle, &stream));
  return hostnn::DestroyStream(stream, abandon);
}

Status SynchronizeStream(aclrtStream handle, const Deadline& deadline) {
  Ref<Stream> stream;
  HOSTNN_RETURN_IF_ERROR(hostnn::FindStream(handle, &stream));
  return stream->Synchronize(deadline);
}

}  // namespace

aclError aclrtCreateStream(aclrtStream* stream) {
  return AclCall("aclrtCreateStream", [&] { return CreateStream(stream); });
}

aclError aclrtCreateStreamWithConfig(aclrtStream* stream, uint32_t priority,
                                     uint32_t flag) {
  return AclCall("aclrtCreateStreamWithConfig", [&]() -> Status {
    HOSTNN_CHECK(priority <= kLowestPriority, Code::kParamInvalid,
                 "priority: expected 0..%u, got %u", kLowestPriority, priority);
    HOSTNN_CHECK((flag & kUnsupportedFlags) == 0, Code::kFeatureNotSupported,
                 "flag: expected a stream that runs its work (none of 0x%x), "
                 "got 0x%x",
                 kUnsupportedFlags, flag);
    return CreateStream(stream);
  });
}

aclError aclrtDestroyStream(aclrtStream stream) {
  return AclCall("aclrtDestroyStream",
                 [&] { return DestroyStream(stream, /*abandon=*/false); });
}

aclError aclrtDestroyStreamForce(aclrtStream stream) {
  return AclCall("aclrtDestroyStreamForce",
                 [&] { return DestroyStream(stream, /*abandon=*/true); });
}

aclError aclrtSynchronizeStream(aclrtStream stream) {
  return AclCall("aclrtSynchronizeStream",
                 [&] { return SynchronizeStream(stream, Deadline()); });
}

aclError aclrtSynchronizeStreamWithTimeout(aclrtStream stream,
                                           int32_t timeout) {
  return AclCall("aclrtSynchronizeStreamWithTimeout", [&]() -> Status {
    Deadline deadline;
    HOSTNN_RETURN_IF_ERROR(hostnn::ParseTimeout(timeout, &deadline));
    return SynchronizeStream(stream, deadline);
  });
}

aclError aclrtStreamQuery(aclrtStream stream, aclrtStreamStatus* status) {
  return AclCall("aclrtStreamQuery", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("status", status));
    Ref<Stream> found;
    HOSTNN_RETURN_IF_ERROR(hostnn::FindStream(stream, &found));
    *status = found->Idle() ? ACL_STREAM_STATUS_COMPLETE
                            : ACL_STREAM_STATUS_NOT_READY;
    return Status();
  });
}
