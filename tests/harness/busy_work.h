// SPDX-License-Identifier: Apache-2.0
// Work that keeps a stream busy, for tests of what happens meanwhile.
#ifndef HOSTNN_TESTS_HARNESS_BUSY_WORK_H_
#define HOSTNN_TESTS_HARNESS_BUSY_WORK_H_

#include <gtest/gtest.h>

#include "acl/acl.h"
#include "harness/device_buffer.h"

namespace hostnn::harness {

class BusyWork {
 public:
  explicit BusyWork(aclrtStream stream) : stream_(stream) {}

  // Queues a few milliseconds of work and returns.
  void Queue() const {
    for (int i = 0; i < 8; ++i) {
      EXPECT_EQ(aclrtMemsetAsync(buffer_.get(), kBytes, i, kBytes, stream_),
                ACL_SUCCESS);
    }
  }

  // Queues work until `seen` returns true, which it can only do while the
  // stream is busy; false if that never happened. `seen` may miss its chance
  // when this thread loses the processor or the work is soon done, hence the
  // many attempts, each with more work.
  template <class Seen>
  bool QueueUntil(const Seen& seen) const {
    for (int attempt = 0; attempt < 100; ++attempt) {
      for (int i = 0; i <= attempt; ++i) Queue();
      if (seen()) return true;
    }
    return false;
  }

 private:
  static constexpr size_t kBytes = size_t{4} << 20;
  aclrtStream stream_;
  DeviceBuffer buffer_{kBytes};
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_BUSY_WORK_H_
