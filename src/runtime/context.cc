// SPDX-License-Identifier: Apache-2.0
#include "runtime/context.h"

#include <utility>

#include "runtime/device.h"

namespace hostnn {
namespace {

// A handle, not a reference: it may go stale while the thread holds it.
constinit thread_local const void* current_context = nullptr;

}  // namespace

Context::~Context() {
  if (default_stream_) StreamPool::Instance().Remove(default_stream_.handle());
}

void Context::KeepFault(std::shared_ptr<Fault> fault) {
  const std::lock_guard lock(mutex_);
  if (kept_fault_ == nullptr || kept_fault_->reported()) {
    kept_fault_ = std::move(fault);
  }
}

Status Context::ReportKeptFault() {
  const std::lock_guard lock(mutex_);
  const std::shared_ptr<Fault> fault = std::exchange(kept_fault_, nullptr);
  return fault == nullptr ? Status() : fault->Report();
}

Ref<Context> MakeContext(int32_t device, bool primary) {
  Ref<Context> context = ContextPool::Instance().Create(device, primary);
  context->default_stream_ =
      StreamPool::Instance().Create(context.handle(), device);
  return context;
}

bool EndContext(const Ref<Context>& context) {
  void* const handle = context.handle();
  if (!ContextPool::Instance().Remove(handle)) return false;
  for (const Ref<Stream>& stream : StreamPool::Instance().All()) {
    // A fault that nobody asked for ends with its context.
    if (stream->context() == handle) {
      static_cast<void>(stream->Synchronize(Deadline()));
    }
  }
  return true;
}

Status CurrentContext(Ref<Context>* context) {
  *context = ContextPool::Instance().Find(current_context);
  if (!*context && DefaultDevice() >= 0) {
    HOSTNN_RETURN_IF_ERROR(SetDevice(DefaultDevice()));
    *context = ContextPool::Instance().Find(current_context);
  }
  HOSTNN_CHECK(static_cast<bool>(*context), Code::kContextNull,
               "current context: expected aclrtSetDevice or "
               "aclrtSetCurrentContext in this thread before, got none%s",
               current_context == nullptr ? "" : " that still exists");
  return Status();
}

void SetCurrentContext(const void* handle) { current_context = handle; }

Status FindStream(const void* handle, Ref<Stream>* stream) {
  Ref<Context> context;
  if (handle == nullptr) {
    HOSTNN_RETURN_IF_ERROR(CurrentContext(&context));
    *stream = context->default_stream();
    return Status();
  }
  *stream = StreamPool::Instance().Find(handle);
  HOSTNN_CHECK(static_cast<bool>(*stream), Code::kInvalidHandle,
               "stream: expected a live stream, got %p", handle);
  const void* const owner = (*stream)->context();
  HOSTNN_CHECK(
      ContextPool::Instance().Contains(owner), Code::kInvalidHandle,
      "stream: expected a live stream, got %p, whose context has ended",
      handle);
  if (owner == current_context) return Status();
  HOSTNN_RETURN_IF_ERROR(CurrentContext(&context));
  HOSTNN_CHECK(owner == context.handle(), Code::kStreamContext,
               "stream: expected a stream of the current context (device %d), "
               "got %p of another context (device %d)",
               context->device(), handle, (*stream)->device());
  return Status();
}

Status FindStreamToDestroy(const void* handle, Ref<Stream>* stream) {
  HOSTNN_CHECK(handle != nullptr, Code::kAclInvalidParam,
               "stream: expected a stream, got NULL");
  *stream = StreamPool::Instance().Find(handle);
  HOSTNN_CHECK(static_cast<bool>(*stream), Code::kInvalidHandle,
               "stream: expected a live stream, got %p", handle);
  const Ref<Context> owner = ContextPool::Instance().Find((*stream)->context());
  if (!owner) return Status();
  HOSTNN_CHECK(!(owner->default_stream() == *stream), Code::kParamInvalid,
               "stream: expected a stream that was created, got the default "
               "stream %p",
               handle);
  return FindStream(handle, stream);
}

Status DestroyStream(const Ref<Stream>& stream, bool abandon) {
  if (abandon) {
    stream->Abandon();
  } else {
    stream->WaitIdle(Deadline());
  }
  if (const Ref<Context> owner =
          ContextPool::Instance().Find(stream->context())) {
    owner->KeepFault(stream->PendingFault());
  }
  HOSTNN_CHECK(StreamPool::Instance().Remove(stream.handle()),
               Code::kInvalidHandle,
               "stream: expected a live stream, got one that another thread "
               "destroyed meanwhile");
  return Status();
}

Status SynchronizeStreamsOf(int32_t device, const Deadline& deadline) {
  Status first;
  for (const Ref<Stream>& stream : StreamPool::Instance().All()) {
    if (stream->device() != device) continue;
    if (first.ok()) {
      first = stream->Synchronize(deadline);
    } else if (!stream->WaitIdle(deadline)) {
      break;
    }
  }
  for (const Ref<Context>& context : ContextPool::Instance().All()) {
    if (!first.ok()) break;
    if (context->device() == device) first = context->ReportKeptFault();
  }
  return first;
}

}  // namespace hostnn
