// SPDX-License-Identifier: Apache-2.0
#include "runtime/event.h"

#include <chrono>
#include <utility>

#include "runtime/device.h"

namespace hostnn {
namespace {

// The body of work that ends a completion when the stream gets there, or when
// it was dropped.
class RecordBody {
 public:
  explicit RecordBody(std::shared_ptr<Completion> completion)
      : completion_(std::move(completion)) {}
  RecordBody(RecordBody&&) = default;
  RecordBody& operator=(RecordBody&&) = delete;
  ~RecordBody() {
    if (completion_ != nullptr) completion_->Finish(nullptr);
  }

  Status operator()(Stream& stream) {
    std::exchange(completion_, nullptr)->Finish(stream.PendingFault());
    return Status();
  }

 private:
  std::shared_ptr<Completion> completion_;
};

}  // namespace

Status Event::CheckAlive(const char* argument) const {
  HOSTNN_CHECK(incarnation_ == DeviceIncarnation(device_), Code::kInvalidHandle,
               "%s: expected a live event, got one made before device %d was "
               "reset",
               argument, device_);
  return Status();
}

std::shared_ptr<Completion> Event::latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

Status Event::CheckDevice(const Stream& stream) const {
  HOSTNN_CHECK(stream.device() == device_, Code::kStreamContext,
               "stream: expected a stream of the event's device %d, got one of "
               "device %d",
               device_, stream.device());
  return Status();
}

Status Event::Record(const Ref<Stream>& stream) {
  HOSTNN_RETURN_IF_ERROR(CheckDevice(*stream));
  const auto completion = std::make_shared<Completion>();
  // Submitted inside the lock, so that the latest record is the one that was
  // submitted last.
  const std::lock_guard lock(mutex_);
  constexpr int64_t kNanoseconds = 100;
  Stream::Submit(stream, kNanoseconds, RecordBody(completion));
  latest_ = completion;
  return Status();
}

Status Event::MakeWait(const Ref<Stream>& stream) {
  HOSTNN_CHECK(traits_.waitable, Code::kParamInvalid,
               "event: expected one created with ACL_EVENT_SYNC, got one "
               "without");
  HOSTNN_RETURN_IF_ERROR(CheckDevice(*stream));
  std::shared_ptr<Completion> completion = latest();
  if (completion == nullptr) {
    HOSTNN_CHECK(traits_.extended, Code::kParamInvalid,
                 "event: expected a recorded event, got one that never was");
    return Status();
  }
  if (!completion->done()) Stream::SubmitWait(stream, std::move(completion));
  return Status();
}

bool Event::Complete() const {
  const std::shared_ptr<Completion> completion = latest();
  return completion == nullptr ? traits_.extended : completion->done();
}

Status Event::Synchronize(const Deadline& deadline) {
  const std::shared_ptr<Completion> completion = latest();
  return completion == nullptr ? Status() : completion->Synchronize(deadline);
}

Status Event::FindTime(const char* argument,
                       Completion::Clock::time_point* time) const {
  HOSTNN_CHECK(traits_.timed, Code::kEventTimestampInvalid,
               "%s: expected an event created with ACL_EVENT_TIME_LINE, got "
               "one without",
               argument);
  const std::shared_ptr<Completion> completion = latest();
  HOSTNN_CHECK(completion != nullptr, Code::kEventTimestampInvalid,
               "%s: expected a recorded event, got one that never was",
               argument);
  HOSTNN_CHECK(completion->done(), Code::kEventNotComplete,
               "%s: expected a completed event, got one whose work has not "
               "ended",
               argument);
  *time = completion->time();
  return Status();
}

Status Event::ElapsedTime(const Event& start, const Event& end,
                          float* milliseconds) {
  Completion::Clock::time_point start_time;
  HOSTNN_RETURN_IF_ERROR(start.FindTime("startEvent", &start_time));
  Completion::Clock::time_point end_time;
  HOSTNN_RETURN_IF_ERROR(end.FindTime("endEvent", &end_time));
  const std::chrono::duration<float, std::milli> elapsed =
      end_time - start_time;
  HOSTNN_CHECK(elapsed.count() >= 0, Code::kEventTimestampReversal,
               "endEvent: expected an event that completed after startEvent, "
               "got one %g ms earlier",
               static_cast<double>(-elapsed.count()));
  *milliseconds = elapsed.count();
  return Status();
}

}  // namespace hostnn
