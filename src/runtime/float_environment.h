// SPDX-License-Identifier: Apache-2.0
// The floating-point environment in which work computes on a thread of the
// program's: the default one, whatever the program has chosen.
#ifndef HOSTNN_RUNTIME_FLOAT_ENVIRONMENT_H_
#define HOSTNN_RUNTIME_FLOAT_ENVIRONMENT_H_

#include <cfenv>

namespace hostnn {

// While it lives, this thread rounds to nearest, keeps subnormal numbers and
// traps nothing; then everything is as before, the exception flags too.
class DefaultFloatEnvironment {
 public:
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

#if defined(__SSE__)
  // Reading the register costs next to nothing, unlike writing it.
  DefaultFloatEnvironment() : before_(__builtin_ia32_stmxcsr()) {
    if ((before_ & ~kFlags) != kDefaultModes) {
      __builtin_ia32_ldmxcsr(kDefaultModes);
    }
  }
  ~DefaultFloatEnvironment() {
    if (__builtin_ia32_stmxcsr() != before_) __builtin_ia32_ldmxcsr(before_);
  }

 private:
  static constexpr unsigned kFlags = 0x3f;  // what happened, not what should
  static constexpr unsigned kDefaultModes = 0x1f80;
  const unsigned before_;
#else
  DefaultFloatEnvironment() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatEnvironment() { std::fesetenv(&before_); }

 private:
  std::fenv_t before_;
#endif
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_FLOAT_ENVIRONMENT_H_
