// SPDX-License-Identifier: Apache-2.0
// An event: a mark in a stream that others wait for, query or time.
#ifndef HOSTNN_RUNTIME_EVENT_H_
#define HOSTNN_RUNTIME_EVENT_H_

#include <cstdint>
#include <memory>
#include <mutex>

#include "base/handle_pool.h"
#include "base/status.h"
#include "runtime/completion.h"
#include "runtime/stream.h"

namespace hostnn {

class Event {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kEvent;

  // What the creating function and its flags decide.
  struct Traits {
    bool timed = true;      // has a time for ElapsedTime
    bool waitable = true;   // streams may wait for it
    bool extended = false;  // complete before any record; has no old query
  };

  // `incarnation` is the device's at this time.
  Event(int32_t device, uint64_t incarnation, Traits traits)
      : device_(device), incarnation_(incarnation), traits_(traits) {}

  bool extended() const { return traits_.extended; }

  // kInvalidHandle when the event's device was reset since: then it can only be
  // destroyed.
  Status CheckAlive(const char* argument) const;

  // Marks the end of what was submitted to the stream so far; the mark of an
  // earlier record is forgotten, those who wait for it are not.
  // kStreamContext for a stream of another device.
  Status Record(const Ref<Stream>& stream);

  // Has later work of the stream wait for the latest record.
  Status MakeWait(const Ref<Stream>& stream);

  // Whether the work before the latest record has ended.
  bool Complete() const;

  // Waits for the latest record and returns, once, the fault of the work
  // before it. Ok at once when never recorded.
  Status Synchronize(const Deadline& deadline);

  // Milliseconds from the latest record of one to that of another.
  static Status ElapsedTime(const Event& start, const Event& end,
                            float* milliseconds);

 private:
  std::shared_ptr<Completion> latest() const;
  Status CheckDevice(const Stream& stream) const;
  // The end of the latest record; refuses when it has no time (yet).
  Status FindTime(const char* argument,
                  Completion::Clock::time_point* time) const;

  const int32_t device_;
  const uint64_t incarnation_;
  const Traits traits_;
  mutable std::mutex mutex_;  // guards latest_
  std::shared_ptr<Completion> latest_;
};

using EventPool = HandlePool<Event>;

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_EVENT_H_
