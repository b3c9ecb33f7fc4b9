// SPDX-License-Identifier: Apache-2.0
#include "base/settings.h"

#include <sched.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "base/last_level_cache.h"
#include "base/product.h"

namespace hostnn {
namespace {

constexpr uint64_t kMaxBytes = uint64_t{1} << 46;  // of one device's memory
constexpr int32_t kMaxDevices = 64;

uint64_t HalfOfMachineMemory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page_bytes = sysconf(_SC_PAGESIZE);
  return static_cast<uint64_t>(pages) * static_cast<uint64_t>(page_bytes) / 2;
}

// CPUs that this process may use.
int32_t UsableCpus() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  return static_cast<int32_t>(sysconf(_SC_NPROCESSORS_ONLN));
}

// "512M" and the like; K, M, G and T are powers of 1024.
Status ParseBytes(const char* variable, std::string_view text,
                  uint64_t* bytes) {
  uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view suffix(
      end, static_cast<size_t>(text.data() + text.size() - end));
  int shift = -1;
  if (suffix.empty()) shift = 0;
  if (suffix == "K" || suffix == "k") shift = 10;
  if (suffix == "M" || suffix == "m") shift = 20;
  if (suffix == "G" || suffix == "g") shift = 30;
  if (suffix == "T" || suffix == "t") shift = 40;
  HOSTNN_CHECK(error == std::errc() && shift >= 0 && number > 0 &&
                   number <= kMaxBytes >> shift,
               Code::kAclInvalidParam,
               "%s: expected 1 to 64T bytes (K, M, G or T may follow), got "
               "\"%.*s\"",
               variable, static_cast<int>(text.size()), text.data());
  *bytes = number << shift;
  return Status();
}

Status ParseCount(const char* variable, std::string_view text, int32_t largest,
                  int32_t* count) {
  int32_t number = 0;
  const char* text_end = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), text_end, number);
  HOSTNN_CHECK(error == std::errc() && end == text_end && number >= 1 &&
                   number <= largest,
               Code::kAclInvalidParam,
               "%s: expected a number in 1..%d, got \"%.*s\"", variable,
               largest, static_cast<int>(text.size()), text.data());
  *count = number;
  return Status();
}

Status ParseSwitch(const char* variable, std::string_view text, bool* on) {
  HOSTNN_CHECK(text == "on" || text == "off", Code::kAclInvalidParam,
               "%s: expected on or off, got \"%.*s\"", variable,
               static_cast<int>(text.size()), text.data());
  *on = text == "on";
  return Status();
}

Status ParseSimdTarget(const char* variable, std::string_view text,
                       SimdTarget* target) {
  const bool is_known = text == "scalar" || text == "avx2" || text == "avx512";
  HOSTNN_CHECK(is_known, Code::kAclInvalidParam,
               "%s: expected scalar, avx2 or avx512, got \"%.*s\"", variable,
               static_cast<int>(text.size()), text.data());
  *target = text == "scalar" ? SimdTarget::kScalar
            : text == "avx2" ? SimdTarget::kAvx2
                             : SimdTarget::kAvx512;
  return Status();
}

Status ParseInto(const Environment& environment, Settings* settings) {
  if (environment.device_memory != nullptr) {
    HOSTNN_RETURN_IF_ERROR(ParseBytes("HOSTNN_DEVICE_MEMORY",
                                      environment.device_memory,
                                      &settings->device_memory_bytes));
  }
  if (environment.cache_size != nullptr) {
    HOSTNN_RETURN_IF_ERROR(ParseBytes(
        "HOSTNN_CACHE_SIZE", environment.cache_size, &settings->cache_bytes));
  }
  if (environment.device_count != nullptr) {
    HOSTNN_RETURN_IF_ERROR(ParseCount("HOSTNN_DEVICE_COUNT",
                                      environment.device_count, kMaxDevices,
                                      &settings->device_count));
  }
  if (environment.thread_count != nullptr) {
    HOSTNN_RETURN_IF_ERROR(ParseCount("HOSTNN_NUM_THREADS",
                                      environment.thread_count, kMaxThreads,
                                      &settings->thread_count));
  }
  if (environment.simd_target != nullptr) {
    HOSTNN_RETURN_IF_ERROR(ParseSimdTarget(
        "HOSTNN_SIMD_TARGET", environment.simd_target, &settings->simd_target));
  }
  if (environment.target_check != nullptr) {
    HOSTNN_RETURN_IF_ERROR(ParseSwitch("HOSTNN_TARGET_CHECK",
                                       environment.target_check,
                                       &settings->target_check));
  }
  if (environment.soc_name != nullptr) {
    settings->soc_name = environment.soc_name;
  }
  return CheckProductName("HOSTNN_SOC_NAME", settings->soc_name);
}

std::atomic<bool>& TargetCheckSwitch() {
  static std::atomic<bool> enabled{ProcessSettings().target_check};
  return enabled;
}

}  // namespace

Settings ParseSettings(const Environment& environment) {
  Settings settings = {.device_memory_bytes = HalfOfMachineMemory(),
                       .cache_bytes = LastLevelCacheBytes(),
                       .device_count = 1,
                       .thread_count = UsableCpus(),
                       .simd_target = SimdTarget::kBest,
                       .target_check = true,
                       .soc_name = kDefaultProduct,
                       .status = Status()};
  settings.status = ParseInto(environment, &settings);
  return settings;
}

const Settings& ProcessSettings() {
  // Never destroyed: used until the last thread ends.
  static const Settings& settings = *new Settings(ParseSettings({
      .device_memory = std::getenv("HOSTNN_DEVICE_MEMORY"),
      .cache_size = std::getenv("HOSTNN_CACHE_SIZE"),
      .device_count = std::getenv("HOSTNN_DEVICE_COUNT"),
      .thread_count = std::getenv("HOSTNN_NUM_THREADS"),
      .simd_target = std::getenv("HOSTNN_SIMD_TARGET"),
      .target_check = std::getenv("HOSTNN_TARGET_CHECK"),
      .soc_name = std::getenv("HOSTNN_SOC_NAME"),
  }));
  return settings;
}

bool TargetCheckEnabled() {
  return TargetCheckSwitch().load(std::memory_order_relaxed);
}

void SetTargetCheck(bool enabled) { TargetCheckSwitch() = enabled; }

}  // namespace hostnn
