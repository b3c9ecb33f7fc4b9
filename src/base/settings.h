// SPDX-License-Identifier: Apache-2.0
// What the environment chooses, read once when the library is first used.
#ifndef HOSTNN_BASE_SETTINGS_H_
#define HOSTNN_BASE_SETTINGS_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace hostnn {

// The vector instructions that kernels may use, at most; the bits of results
// are the same with any.
enum class SimdTarget { kScalar, kAvx2, kAvx512, kBest };

struct Settings {
  uint64_t device_memory_bytes;  // HOSTNN_DEVICE_MEMORY, of each device
  uint64_t cache_bytes;          // HOSTNN_CACHE_SIZE, of the last level
  int32_t device_count;          // HOSTNN_DEVICE_COUNT
  int32_t thread_count;          // HOSTNN_NUM_THREADS
  SimdTarget simd_target;        // HOSTNN_SIMD_TARGET
  bool target_check;             // HOSTNN_TARGET_CHECK
  std::string soc_name;          // HOSTNN_SOC_NAME

  // Names the first variable that could not be understood (aclInit reports
  // it); that one and those after it are then as if not set.
  Status status;
};

// The process's settings.
const Settings& ProcessSettings();

// The settings that these values of the variables give; nullptr: not set.
struct Environment {
  const char* device_memory = nullptr;
  const char* cache_size = nullptr;
  const char* device_count = nullptr;
  const char* thread_count = nullptr;
  const char* simd_target = nullptr;
  const char* target_check = nullptr;
  const char* soc_name = nullptr;
};
Settings ParseSettings(const Environment& environment);

// The most threads that can be asked for.
inline constexpr int32_t kMaxThreads = 1024;

// Whether out-of-range class targets are reported when a stream is
// synchronised; changeable at run time.
bool TargetCheckEnabled();
void SetTargetCheck(bool enabled);

}  // namespace hostnn

#endif  // HOSTNN_BASE_SETTINGS_H_
