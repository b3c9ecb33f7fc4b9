// SPDX-License-Identifier: Apache-2.0
// Work over bytes, cut into a part for each thread of OpenMP's.
#ifndef HOSTNN_BENCHMARKS_CHUNKS_H_
#define HOSTNN_BENCHMARKS_CHUNKS_H_

#include <omp.h>

#include <algorithm>
#include <cstddef>

namespace hostnn::bench {

// body(begin, end) for each part; parts begin at multiples of a page.
template <class Body>
void InChunks(size_t byte_count, const Body& body) {
  constexpr size_t kPageBytes = 4096;
  const int thread_count = omp_get_max_threads();
  if (thread_count == 1) return body(size_t{0}, byte_count);
  const size_t pages = (byte_count + kPageBytes - 1) / kPageBytes;
  const auto boundary = [=](int i) {
    return std::min(byte_count, pages * i / thread_count * kPageBytes);
  };
#pragma omp parallel num_threads(thread_count)
  {
    const int i = omp_get_thread_num();
    body(boundary(i), boundary(i + 1));
  }
}

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_CHUNKS_H_
