// SPDX-License-Identifier: Apache-2.0
#include "base/codes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "acl/acl_base.h"

namespace hostnn {
namespace {

TEST(CodesTest, EveryRowHasANumberAndANameOfItsOwn) {
  std::set<Code> codes;
  std::set<std::string> names;
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_TRUE(codes.insert(info.code).second) << info.name;
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
  }
}

TEST(CodesTest, EveryFrameEndsWithAMessageId) {
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_THAT(info.frame_id, testing::ContainsRegex("\\(E[EHZ][0-9]{4}\\)$"))
        << info.name;
  }
}

TEST(CodesTest, InfoOfFindsEveryRow) {
  for (const CodeInfo& info : AllCodes()) {
    EXPECT_EQ(InfoOf(info.code).name, info.name);
  }
}

TEST(CodesTest, ANumberOutsideTheTableIsAnInternalError) {
  EXPECT_EQ(InfoOf(Code{1}).code, Code::kAclInternal);
}

TEST(CodesTest, NumbersAreThoseOfThePublicHeaders) {
  EXPECT_EQ(static_cast<int>(Code::kAclInvalidParam), ACL_ERROR_INVALID_PARAM);
  EXPECT_EQ(static_cast<int>(Code::kAclUninitialized), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(static_cast<int>(Code::kAclRepeatInitialize),
            ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(static_cast<int>(Code::kAclInvalidFile), ACL_ERROR_INVALID_FILE);
  EXPECT_EQ(static_cast<int>(Code::kAclParseFile), ACL_ERROR_PARSE_FILE);
  EXPECT_EQ(static_cast<int>(Code::kAclRepeatFinalize),
            ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(static_cast<int>(Code::kAclBadAlloc), ACL_ERROR_BAD_ALLOC);
  EXPECT_EQ(static_cast<int>(Code::kAclInternal), ACL_ERROR_INTERNAL_ERROR);
  EXPECT_EQ(static_cast<int>(Code::kParamInvalid), ACL_ERROR_RT_PARAM_INVALID);
  EXPECT_EQ(static_cast<int>(Code::kInvalidDeviceId),
            ACL_ERROR_RT_INVALID_DEVICEID);
  EXPECT_EQ(static_cast<int>(Code::kContextNull), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(static_cast<int>(Code::kStreamContext),
            ACL_ERROR_RT_STREAM_CONTEXT);
  EXPECT_EQ(static_cast<int>(Code::kEventTimestampInvalid),
            ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID);
  EXPECT_EQ(static_cast<int>(Code::kEventTimestampReversal),
            ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
  EXPECT_EQ(static_cast<int>(Code::kInvalidHandle),
            ACL_ERROR_RT_INVALID_HANDLE);
  EXPECT_EQ(static_cast<int>(Code::kFeatureNotSupported),
            ACL_ERROR_RT_FEATURE_NOT_SUPPORT);
  EXPECT_EQ(static_cast<int>(Code::kMemoryAllocation),
            ACL_ERROR_RT_MEMORY_ALLOCATION);
  EXPECT_EQ(static_cast<int>(Code::kEventNotComplete),
            ACL_ERROR_RT_EVENT_NOT_COMPLETE);
  EXPECT_EQ(static_cast<int>(Code::kVectorCoreException),
            ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_EQ(static_cast<int>(Code::kStreamSyncTimeout),
            ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  EXPECT_EQ(static_cast<int>(Code::kEventSyncTimeout),
            ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  EXPECT_EQ(static_cast<int>(Code::kHostMemoryAlreadyRegistered),
            ACL_ERROR_HOST_MEMORY_ALREADY_REGISTERED);
  EXPECT_EQ(static_cast<int>(Code::kHostMemoryNotRegistered),
            ACL_ERROR_HOST_MEMORY_NOT_REGISTERED);
}

}  // namespace
}  // namespace hostnn
