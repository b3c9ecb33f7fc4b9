// SPDX-License-Identifier: Apache-2.0
// What tests need of the process: the library initialised, the messages of
// failed calls, the modelled product.
#ifndef HOSTNN_TESTS_HARNESS_SESSION_H_
#define HOSTNN_TESTS_HARNESS_SESSION_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "acl/acl.h"
#include "hostnn/hostnn.h"

namespace hostnn::harness {

// Initialises the library and sets device 0 on the main thread for all tests.
class SessionEnvironment : public ::testing::Environment {
 public:
  void SetUp() override {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }
};

// The recent messages of this thread, which are cleared; "" for none.
inline std::string TakeMessages() {
  const char* messages = aclGetRecentErrMsg();
  return messages == nullptr ? "" : messages;
}

inline int DeviceCount() {
  uint32_t count = 0;
  EXPECT_EQ(aclrtGetDeviceCount(&count), ACL_SUCCESS);
  return static_cast<int>(count);
}

// Models another product while it lives; an empty name changes nothing.
class ScopedSoc {
 public:
  explicit ScopedSoc(const std::string& name) : before_(aclrtGetSocName()) {
    if (name.empty()) return;
    EXPECT_EQ(hostnnSetSocName(name.c_str()), ACL_SUCCESS);
  }
  ScopedSoc(const ScopedSoc&) = delete;
  ScopedSoc& operator=(const ScopedSoc&) = delete;
  ~ScopedSoc() { EXPECT_EQ(hostnnSetSocName(before_.c_str()), ACL_SUCCESS); }

 private:
  std::string before_;
};

// Sets the number of threads back to what it was.
class ScopedThreadCount {
 public:
  ScopedThreadCount() = default;
  ScopedThreadCount(const ScopedThreadCount&) = delete;
  ScopedThreadCount& operator=(const ScopedThreadCount&) = delete;
  ~ScopedThreadCount() {
    EXPECT_EQ(hostnnSetThreadCount(before_), ACL_SUCCESS);
  }

 private:
  int32_t before_ = hostnnGetThreadCount();
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_SESSION_H_
