// SPDX-License-Identifier: Apache-2.0
// How large the machine's last-level cache is.
#ifndef HOSTNN_BASE_LAST_LEVEL_CACHE_H_
#define HOSTNN_BASE_LAST_LEVEL_CACHE_H_

#include <cstdint>
#include <string>

namespace hostnn {

// Bytes of the largest cache that one CPU reaches, as the system tells them in
// `directory`: what CPUs share with CPUs of another cache is not counted twice.
// 32 MiB where nothing is told.
uint64_t LastLevelCacheBytes(
    const std::string& directory = "/sys/devices/system/cpu/cpu0/cache");

}  // namespace hostnn

#endif  // HOSTNN_BASE_LAST_LEVEL_CACHE_H_
