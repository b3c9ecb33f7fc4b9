// SPDX-License-Identifier: Apache-2.0
// Pages of memory and rounding to their sizes.
#ifndef HOSTNN_RUNTIME_PAGES_H_
#define HOSTNN_RUNTIME_PAGES_H_

#include <cstdint>

namespace hostnn {

inline constexpr uint64_t kPageBytes = 4096;
inline constexpr uint64_t kHugePageBytes = uint64_t{1} << 21;
inline constexpr uint64_t kGiantPageBytes = uint64_t{1} << 30;

constexpr uint64_t RoundUp(uint64_t value, uint64_t multiple) {
  return (value + multiple - 1) / multiple * multiple;
}

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_PAGES_H_
