// SPDX-License-Identifier: Apache-2.0
// Contexts and the one that is current in a thread. A context belongs to a
// device and has a default stream; streams belong to a context.
#ifndef HOSTNN_RUNTIME_CONTEXT_H_
#define HOSTNN_RUNTIME_CONTEXT_H_

#include <cstdint>
#include <memory>
#include <mutex>

#include "base/handle_pool.h"
#include "base/status.h"
#include "runtime/deadline.h"
#include "runtime/stream.h"

namespace hostnn {

class Context {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kContext;

  Context(int32_t device, bool primary) : device_(device), primary_(primary) {}
  ~Context();

  int32_t device() const { return device_; }
  // Made by aclrtSetDevice, not by aclrtCreateContext.
  bool primary() const { return primary_; }
  const Ref<Stream>& default_stream() const { return default_stream_; }

  // Keeps what a stream that is destroyed has not reported, for the next
  // synchronisation of the device; only the first, if there are several.
  void KeepFault(std::shared_ptr<Fault> fault);

  // Reports, once, what was kept.
  Status ReportKeptFault();

 private:
  friend Ref<Context> MakeContext(int32_t device, bool primary);

  const int32_t device_;
  const bool primary_;
  Ref<Stream> default_stream_;
  std::mutex mutex_;  // guards kept_fault_
  std::shared_ptr<Fault> kept_fault_;
};

using ContextPool = HandlePool<Context>;

// A context with its default stream.
Ref<Context> MakeContext(int32_t device, bool primary);

// Ends a context: waits for the work of its streams, after which they can only
// be destroyed. False for one that has ended already.
bool EndContext(const Ref<Context>& context);

// The calling thread's current context. kContextNull when there is none and no
// default device was configured.
Status CurrentContext(Ref<Context>* context);
void SetCurrentContext(const void* handle);

// The stream of a handle, NULL being the default stream of the current
// context. kInvalidHandle for a stale or foreign one or when its context has
// ended, kStreamContext when it belongs to another one than the current one.
Status FindStream(const void* handle, Ref<Stream>* stream);

// As FindStream for a stream that is to be destroyed: not NULL, not a default
// stream; one whose context has ended is found from any thread.
Status FindStreamToDestroy(const void* handle, Ref<Stream>* stream);

// Destroys a stream found so, after its work has ended or, with `abandon`,
// dropping what has not begun. kInvalidHandle when another thread was quicker.
Status DestroyStream(const Ref<Stream>& stream, bool abandon);

// Waits for all streams of the device, in whichever context. Returns, once, the
// first fault not reported yet of one of them; those of others stay.
Status SynchronizeStreamsOf(int32_t device, const Deadline& deadline);

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_CONTEXT_H_
