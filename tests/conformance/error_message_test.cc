// SPDX-License-Identifier: Apache-2.0
// The text and the code of a thread's recent errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "harness/aclnn_codes.h"
#include "harness/session.h"

namespace hostnn::harness {
namespace {

using ::testing::HasSubstr;

void FailSetDevice() {
  EXPECT_EQ(aclrtSetDevice(-1), ACL_ERROR_RT_INVALID_DEVICEID);
}

void FailFree() { EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM); }

class ErrorMessageTest : public ::testing::Test {
 protected:
  void SetUp() override {
    TakeMessages();
    aclrtGetLastError(ACL_RT_THREAD_LEVEL);
  }
};

TEST_F(ErrorMessageTest, IsNullWhenNothingFailed) {
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(ErrorMessageTest, NamesTheFunctionAndIsClearedByTheCall) {
  FailSetDevice();
  const char* message = aclGetRecentErrMsg();
  ASSERT_NE(message, nullptr);
  EXPECT_THAT(std::string(message), HasSubstr("aclrtSetDevice"));
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(ErrorMessageTest, ShowsTheNewestFirst) {
  FailSetDevice();
  FailFree();
  const std::string messages = TakeMessages();
  const size_t newest = messages.find("aclrtFree");
  const size_t oldest = messages.find("aclrtSetDevice");
  ASSERT_NE(newest, std::string::npos) << messages;
  ASSERT_NE(oldest, std::string::npos) << messages;
  EXPECT_LT(newest, oldest) << messages;
}

TEST_F(ErrorMessageTest, SuccessLeavesItAlone) {
  FailSetDevice();
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_THAT(TakeMessages(), HasSubstr("aclrtSetDevice"));
}

TEST_F(ErrorMessageTest, ServesAclnnFunctionsToo) {
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), kInnerNull);
  EXPECT_THAT(TakeMessages(), HasSubstr("aclSetAclOpExecutorRepeatable"));
  EXPECT_EQ(aclCreateTensor(nullptr, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND,
                            nullptr, 0, nullptr),
            nullptr);
  EXPECT_THAT(TakeMessages(), HasSubstr("aclCreateTensor"));
}

TEST_F(ErrorMessageTest, BelongsToItsThread) {
  FailSetDevice();
  std::thread([] {
    EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
    EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
    FailFree();
    EXPECT_THAT(TakeMessages(), HasSubstr("aclrtFree"));
  }).join();
  EXPECT_THAT(TakeMessages(), HasSubstr("aclrtSetDevice"));
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL),
            ACL_ERROR_RT_INVALID_DEVICEID);
}

TEST_F(ErrorMessageTest, StaysBoundedWhenManyCallsFail) {
  for (int i = 0; i < 10000; ++i) FailFree();
  FailSetDevice();
  const std::string messages = TakeMessages();
  EXPECT_THAT(messages.substr(0, messages.find("aclrtFree")),
              HasSubstr("aclrtSetDevice"));
  EXPECT_LT(messages.size(), size_t{1} << 20);
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr);
}

TEST_F(ErrorMessageTest, EveryFailureHasOne) {
  aclrtStream stream = nullptr;
  int32_t device = 0;
  EXPECT_EQ(aclrtGetDevice(nullptr), ACL_ERROR_INVALID_PARAM);
  EXPECT_THAT(TakeMessages(), HasSubstr("aclrtGetDevice"));
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(nullptr, -2),
            ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_THAT(TakeMessages(), HasSubstr("aclrtSynchronizeStreamWithTimeout"));
  EXPECT_EQ(aclrtCreateStreamWithConfig(&stream, 0, ACL_STREAM_PERSISTENT),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_THAT(TakeMessages(), HasSubstr("aclrtCreateStreamWithConfig"));
  std::thread([&device] {
    EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
    EXPECT_THAT(TakeMessages(), HasSubstr("aclrtGetDevice"));
  }).join();
}

TEST_F(ErrorMessageTest, LastErrorIsPeekedAtAndTaken) {
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
  FailFree();
  FailSetDevice();
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL),
            ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(aclrtPeekAtLastError(ACL_RT_THREAD_LEVEL),
            ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL),
            ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_SUCCESS);
}

TEST_F(ErrorMessageTest, ReadingTheMessageKeepsTheLastError) {
  FailFree();
  EXPECT_NE(TakeMessages(), "");
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), ACL_ERROR_INVALID_PARAM);
}

TEST_F(ErrorMessageTest, OtherLevelsAreRefused) {
  const auto level = static_cast<aclrtLastErrLevel>(1);
  EXPECT_EQ(aclrtPeekAtLastError(level), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(aclrtGetLastError(level), ACL_ERROR_RT_PARAM_INVALID);
}

}  // namespace
}  // namespace hostnn::harness
