// SPDX-License-Identifier: Apache-2.0
// A lock for a few instructions, cheaper than std::mutex when nobody contends.
#ifndef HOSTNN_BASE_SPIN_LOCK_H_
#define HOSTNN_BASE_SPIN_LOCK_H_

#include <sched.h>

#include <atomic>

namespace hostnn {

// Tells the processor that this thread is waiting for another one.
inline void PauseProcessor() {
#if defined(__i386__) || defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// For std::lock_guard.
class SpinLock {
 public:
  constexpr SpinLock() = default;

  void lock() {
    while (locked_.exchange(true, std::memory_order_acquire)) Wait();
  }
  void unlock() { locked_.store(false, std::memory_order_release); }

 private:
  // The holder may have lost its processor.
  void Wait() const {
    constexpr int kLooks = 100;
    for (int i = 0; locked_.load(std::memory_order_relaxed); ++i) {
      if (i < kLooks) {
        PauseProcessor();
      } else {
        sched_yield();
      }
    }
  }

  std::atomic<bool> locked_{false};
};

}  // namespace hostnn

#endif  // HOSTNN_BASE_SPIN_LOCK_H_
