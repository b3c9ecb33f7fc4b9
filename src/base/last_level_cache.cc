// SPDX-License-Identifier: Apache-2.0
#include "base/last_level_cache.h"

#include <algorithm>
#include <fstream>

namespace hostnn {
namespace {

constexpr uint64_t kUsualBytes = uint64_t{32} << 20;

// "8192K", as the system writes sizes; 0 when there is none.
uint64_t ReadSize(const std::string& path) {
  std::ifstream file(path);
  uint64_t number = 0;
  char unit = ' ';
  file >> number >> unit;
  if (unit == 'K') return number << 10;
  if (unit == 'M') return number << 20;
  return 0;
}

}  // namespace

uint64_t LastLevelCacheBytes(const std::string& directory) {
  // sysconf(_SC_LEVEL3_CACHE_SIZE) would add up the caches of a whole socket,
  // or of a machine that a virtual one has a part of.
  constexpr int kMostCaches = 8;  // a CPU has three to five
  uint64_t largest = 0;
  for (int i = 0; i < kMostCaches; ++i) {
    const std::string cache = directory + "/index" + std::to_string(i);
    largest = std::max(largest, ReadSize(cache + "/size"));
  }
  return largest > 0 ? largest : kUsualBytes;
}

}  // namespace hostnn
