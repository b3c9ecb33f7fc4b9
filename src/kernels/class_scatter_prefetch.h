// SPDX-License-Identifier: Apache-2.0
// Fetches what the class-scatter engine reads for its next tile while it writes
// the present one: a burst of reads between the writes would wait for memory.
#ifndef HOSTNN_KERNELS_CLASS_SCATTER_PREFETCH_H_
#define HOSTNN_KERNELS_CLASS_SCATTER_PREFETCH_H_

#include <algorithm>
#include <cstdint>

#include "kernels/line.h"

namespace hostnn::kernels::class_scatter_internal {

class Prefetcher {
 public:
  void Clear() { stream_count_ = 0; }

  // The addresses may lie outside of any tensor: nothing is read.
  void Add(const void* begin, int64_t bytes) {
    streams_[stream_count_++] = {reinterpret_cast<uintptr_t>(begin),
                                 reinterpret_cast<uintptr_t>(begin) + bytes};
  }

  // All of it in so many steps.
  void SpreadOver(int64_t steps) {
    for (int i = 0; i < stream_count_; ++i) {
      Stream& stream = streams_[i];
      const auto bytes = static_cast<int64_t>(stream.end - stream.next);
      const int64_t lines = bytes / int64_t{kLineBytes} + 1;
      stream.step = ((lines - 1) / steps + 1) * kLineBytes;
    }
  }

  void Step() {
    for (int i = 0; i < stream_count_; ++i) {
      Stream& stream = streams_[i];
      const uintptr_t end = std::min(stream.next + stream.step, stream.end);
      for (; stream.next < end; stream.next += kLineBytes) {
        __builtin_prefetch(reinterpret_cast<const void*>(stream.next));
      }
    }
  }

 private:
  struct Stream {
    uintptr_t next;
    uintptr_t end;
    uintptr_t step = 0;
  };

  int stream_count_ = 0;
  Stream streams_[2];
};

}  // namespace hostnn::kernels::class_scatter_internal

#endif  // HOSTNN_KERNELS_CLASS_SCATTER_PREFETCH_H_
