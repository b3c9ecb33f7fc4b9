// SPDX-License-Identifier: Apache-2.0
// Streams and events that destroy themselves.
#ifndef HOSTNN_TESTS_HARNESS_STREAM_H_
#define HOSTNN_TESTS_HARNESS_STREAM_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

#include "acl/acl.h"

namespace hostnn::harness {

class Stream {
 public:
  Stream() { EXPECT_EQ(aclrtCreateStream(&stream_), ACL_SUCCESS); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() {
    if (stream_ != nullptr) {
      EXPECT_EQ(aclrtDestroyStream(stream_), ACL_SUCCESS);
    }
  }

  aclrtStream get() const { return stream_; }
  // The caller destroys it.
  aclrtStream Release() { return std::exchange(stream_, nullptr); }
  void Synchronize() const {
    EXPECT_EQ(aclrtSynchronizeStream(stream_), ACL_SUCCESS);
  }

 private:
  aclrtStream stream_ = nullptr;
};

// By default the kind that aclrtCreateEvent makes.
class Event {
 public:
  Event() { EXPECT_EQ(aclrtCreateEvent(&event_), ACL_SUCCESS); }
  // The kind that aclrtCreateEventExWithFlag makes.
  explicit Event(uint32_t ex_flags) {
    EXPECT_EQ(aclrtCreateEventExWithFlag(&event_, ex_flags), ACL_SUCCESS);
  }
  Event(const Event&) = delete;
  Event& operator=(const Event&) = delete;
  ~Event() {
    if (event_ != nullptr) {
      EXPECT_EQ(aclrtDestroyEvent(event_), ACL_SUCCESS);
    }
  }

  aclrtEvent get() const { return event_; }
  // The caller destroys it.
  aclrtEvent Release() { return std::exchange(event_, nullptr); }

 private:
  aclrtEvent event_ = nullptr;
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_STREAM_H_
