// SPDX-License-Identifier: Apache-2.0
// Events.
#include "runtime/event.h"

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "base/call_from_c.h"
#include "runtime/context.h"
#include "runtime/device.h"

using hostnn::AclCall;
using hostnn::CheckNotNull;
using hostnn::Code;
using hostnn::Context;
using hostnn::Deadline;
using hostnn::Event;
using hostnn::EventPool;
using hostnn::Ref;
using hostnn::Status;
using hostnn::Stream;

namespace {

// Flags with a meaning for programs on a host with its own device.
constexpr uint32_t kKnownFlags =
    ACL_EVENT_SYNC | ACL_EVENT_CAPTURE_STREAM_PROGRESS | ACL_EVENT_TIME_LINE;
// Known, but for other processes, graphs or programs on the device.
constexpr uint32_t kUnsupportedFlags =
    ACL_EVENT_DEVICE_USE_ONLY | ACL_EVENT_EXTERNAL | ACL_EVENT_IPC;

Status FindEvent(const char* argument, aclrtEvent handle, Ref<Event>* event) {
  HOSTNN_RETURN_IF_ERROR(
      hostnn::FindHandle(argument, handle, hostnn::kAclHandleCodes, event));
  return (*event)->CheckAlive(argument);
}

Status CreateEvent(const Event::Traits& traits, aclrtEvent* event) {
  HOSTNN_RETURN_IF_ERROR(CheckNotNull("event", event));
  Ref<Context> context;
  HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&context));
  const int32_t device = context->device();
  *event = EventPool::Instance()
               .Create(device, hostnn::DeviceIncarnation(device), traits)
               .handle();
  return Status();
}

Status CreateEventWithFlag(uint32_t flag, bool extended, aclrtEvent* event) {
  HOSTNN_CHECK((flag & kUnsupportedFlags) == 0, Code::kFeatureNotSupported,
               "flag: expected an event of this process (none of 0x%x), got "
               "0x%x",
               kUnsupportedFlags, flag);
  HOSTNN_CHECK((flag & ~kKnownFlags) == 0, Code::kParamInvalid,
               "flag: expected a combination of 0x%x, got 0x%x", kKnownFlags,
               flag);
  return CreateEvent({.timed = (flag & ACL_EVENT_TIME_LINE) != 0,
                      .waitable = (flag & ACL_EVENT_SYNC) != 0,
                      .extended = extended},
                     event);
}

Status SynchronizeEvent(aclrtEvent handle, const Deadline& deadline) {
  Ref<Event> event;
  HOSTNN_RETURN_IF_ERROR(FindEvent("event", handle, &event));
  return event->Synchronize(deadline);
}

}  // namespace

aclError aclrtCreateEvent(aclrtEvent* event) {
  return AclCall("aclrtCreateEvent", [&] { return CreateEvent({}, event); });
}

aclError aclrtCreateEventWithFlag(aclrtEvent* event, uint32_t flag) {
  return AclCall("aclrtCreateEventWithFlag", [&] {
    return CreateEventWithFlag(flag, /*extended=*/false, event);
  });
}

aclError aclrtCreateEventExWithFlag(aclrtEvent* event, uint32_t flag) {
  return AclCall("aclrtCreateEventExWithFlag", [&] {
    return CreateEventWithFlag(flag, /*extended=*/true, event);
  });
}

aclError aclrtDestroyEvent(aclrtEvent event) {
  return AclCall("aclrtDestroyEvent", [&]() -> Status {
    Ref<Event> found;
    HOSTNN_RETURN_IF_ERROR(
        hostnn::FindHandle("event", event, hostnn::kAclHandleCodes, &found));
    EventPool::Instance().Remove(event);
    return Status();
  });
}

aclError aclrtRecordEvent(aclrtEvent event, aclrtStream stream) {
  return AclCall("aclrtRecordEvent", [&]() -> Status {
    Ref<Event> found;
    HOSTNN_RETURN_IF_ERROR(FindEvent("event", event, &found));
    Ref<Stream> target;
    HOSTNN_RETURN_IF_ERROR(hostnn::FindStream(stream, &target));
    return found->Record(target);
  });
}

aclError aclrtQueryEvent(aclrtEvent event, aclrtEventStatus* status) {
  return AclCall("aclrtQueryEvent", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("status", status));
    Ref<Event> found;
    HOSTNN_RETURN_IF_ERROR(FindEvent("event", event, &found));
    HOSTNN_CHECK(!found->extended(), Code::kParamInvalid,
                 "event: expected one not from aclrtCreateEventExWithFlag "
                 "(aclrtQueryEventStatus takes those), got %p",
                 event);
    *status = found->Complete() ? ACL_EVENT_STATUS_COMPLETE
                                : ACL_EVENT_STATUS_NOT_READY;
    return Status();
  });
}

aclError aclrtQueryEventStatus(aclrtEvent event,
                               aclrtEventRecordedStatus* status) {
  return AclCall("aclrtQueryEventStatus", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("status", status));
    Ref<Event> found;
    HOSTNN_RETURN_IF_ERROR(FindEvent("event", event, &found));
    *status = found->Complete() ? ACL_EVENT_RECORDED_STATUS_COMPLETE
                                : ACL_EVENT_RECORDED_STATUS_NOT_READY;
    return Status();
  });
}

aclError aclrtSynchronizeEvent(aclrtEvent event) {
  return AclCall("aclrtSynchronizeEvent",
                 [&] { return SynchronizeEvent(event, Deadline()); });
}

aclError aclrtSynchronizeEventWithTimeout(aclrtEvent event, int32_t timeout) {
  return AclCall("aclrtSynchronizeEventWithTimeout", [&]() -> Status {
    Deadline deadline;
    HOSTNN_RETURN_IF_ERROR(hostnn::ParseTimeout(timeout, &deadline));
    return SynchronizeEvent(event, deadline);
  });
}

aclError aclrtStreamWaitEvent(aclrtStream stream, aclrtEvent event) {
  return AclCall("aclrtStreamWaitEvent", [&]() -> Status {
    Ref<Event> found;
    HOSTNN_RETURN_IF_ERROR(FindEvent("event", event, &found));
    Ref<Stream> target;
    HOSTNN_RETURN_IF_ERROR(hostnn::FindStream(stream, &target));
    return found->MakeWait(target);
  });
}

aclError aclrtEventElapsedTime(float* ms, aclrtEvent startEvent,
                               aclrtEvent endEvent) {
  return AclCall("aclrtEventElapsedTime", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("ms", ms));
    Ref<Event> start;
    HOSTNN_RETURN_IF_ERROR(FindEvent("startEvent", startEvent, &start));
    Ref<Event> end;
    HOSTNN_RETURN_IF_ERROR(FindEvent("endEvent", endEvent, &end));
    return Event::ElapsedTime(*start, *end, ms);
  });
}
