// SPDX-License-Identifier: Apache-2.0
// A caller whose floating-point modes are unusual: rounding upward and, where
// the processor can, subnormal numbers taken for zero.
#ifndef HOSTNN_TESTS_HARNESS_FLOAT_MODES_H_
#define HOSTNN_TESTS_HARNESS_FLOAT_MODES_H_

#include <cfenv>
#include <cstdint>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace hostnn::harness {

// The modes of this thread, as a number.
inline uint32_t FloatModes() {
#if defined(__SSE__)
  constexpr uint32_t kFlags = 0x3f;  // what happened, not what should
  return (_mm_getcsr() & ~kFlags) | static_cast<uint32_t>(std::fegetround());
#else
  return static_cast<uint32_t>(std::fegetround());
#endif
}

inline void SetUnusualFloatModes() {
  std::fesetround(FE_UPWARD);
#if defined(__SSE__)
  constexpr uint32_t kFlushToZero = 0x8000;
  constexpr uint32_t kDenormalsAreZero = 0x0040;
  _mm_setcsr(_mm_getcsr() | kFlushToZero | kDenormalsAreZero);
#endif
}

inline void SetUsualFloatModes() { std::fesetenv(FE_DFL_ENV); }

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_FLOAT_MODES_H_
