// SPDX-License-Identifier: Apache-2.0
// What the environment says about random tests.
#ifndef HOSTNN_TESTS_HARNESS_TEST_SETTINGS_H_
#define HOSTNN_TESTS_HARNESS_TEST_SETTINGS_H_

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace hostnn::harness {

inline int64_t EnvironmentNumber(const char* variable, int64_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::strtoll(text, nullptr, 10);
}

inline constexpr int64_t kUsualCaseCount = 5000;
inline constexpr int64_t kUsualSeed = 20250;

// Random calls of each operator.
inline int64_t TestCaseCount() {
  return EnvironmentNumber("HOSTNN_TEST_CASES", kUsualCaseCount);
}

// How often another test repeats what it usually does `usual` times: less often
// where there are to be fewer random calls than usual.
inline int64_t RepetitionCount(int64_t usual) {
  const int64_t scaled = usual * TestCaseCount() / kUsualCaseCount;
  return std::clamp<int64_t>(scaled, 1, usual);
}

// Where the seeds of random calls begin.
inline uint64_t TestSeed() {
  return static_cast<uint64_t>(
      EnvironmentNumber("HOSTNN_TEST_SEED", kUsualSeed));
}

// Whether random calls are those, or some of those, that errors were recorded
// with.
inline bool AreTestSettingsUsual() {
  return TestSeed() == kUsualSeed && TestCaseCount() <= kUsualCaseCount;
}

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_TEST_SETTINGS_H_
