// SPDX-License-Identifier: Apache-2.0
// The lines that memory is written in. Plain C++, so that code compiled once
// per SIMD target may include it, too.
#ifndef HOSTNN_KERNELS_LINE_H_
#define HOSTNN_KERNELS_LINE_H_

#include <cstddef>
#include <cstdint>

namespace hostnn::kernels {

inline constexpr size_t kLineBytes = 64;

// How many elements lie between the line's begin and this one, ...
template <class T>
size_t ElementsAfterLine(const T* element) {
  return reinterpret_cast<uintptr_t>(element) % kLineBytes / sizeof(T);
}

// ... and how many from it on until the next line begins.
template <class T>
size_t ElementsBeforeLine(const T* element) {
  return -reinterpret_cast<uintptr_t>(element) % kLineBytes / sizeof(T);
}

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_LINE_H_
