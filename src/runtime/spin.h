// SPDX-License-Identifier: Apache-2.0
// Waiting for a moment without sleeping: a thread that sleeps takes tens of
// microseconds to wake, and takes as much of the thread that wakes it.
#ifndef HOSTNN_RUNTIME_SPIN_H_
#define HOSTNN_RUNTIME_SPIN_H_

#include <chrono>

#include "base/spin_lock.h"

namespace hostnn {

// Whether another thread can run while this one spins.
bool HasSeveralProcessors();

// Looks again and again whether done(), for a while; whether it was. Looks once
// where nobody else could make it so meanwhile.
template <class Done>
bool SpinUntil(const Done& done) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds kPatience{30};
  constexpr int kLooksPerClock = 32;
  if (done()) return true;
  if (!HasSeveralProcessors()) return false;
  const Clock::time_point end = Clock::now() + kPatience;
  do {
    for (int i = 0; i < kLooksPerClock; ++i) {
      if (done()) return true;
      PauseProcessor();
    }
  } while (Clock::now() < end);
  return done();
}

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_SPIN_H_
