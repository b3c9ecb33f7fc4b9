// SPDX-License-Identifier: Apache-2.0
// How long a call may wait.
#ifndef HOSTNN_RUNTIME_DEADLINE_H_
#define HOSTNN_RUNTIME_DEADLINE_H_

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

namespace hostnn {

class Deadline {
 public:
  // Never passes.
  Deadline() = default;

  // So many milliseconds from now; 0: has passed; below 0: never passes.
  static Deadline After(int32_t timeout_ms) {
    Deadline deadline;
    if (timeout_ms >= 0) {
      deadline.time_ = std::chrono::steady_clock::now() +
                       std::chrono::milliseconds(timeout_ms);
    }
    return deadline;
  }

  bool never_passes() const { return !time_.has_value(); }

  // Waits for `done()`; false when the deadline passed first.
  template <class Done>
  bool Wait(std::condition_variable& changed,
            std::unique_lock<std::mutex>& lock, const Done& done) const {
    if (time_.has_value()) return changed.wait_until(lock, *time_, done);
    changed.wait(lock, done);
    return true;
  }

 private:
  std::optional<std::chrono::steady_clock::time_point> time_;
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_DEADLINE_H_
