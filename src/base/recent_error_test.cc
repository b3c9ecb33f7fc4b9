// SPDX-License-Identifier: Apache-2.0
#include "base/recent_error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

namespace hostnn {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

Status Failure(const std::string& message) {
  return {Code::kBadArgument, message};
}

TEST(RecentErrorTest, NewestStandsOnTopAndTakingClears) {
  TakeRecentErrors();
  RecordError("first", Failure("a"));
  RecordError("second", Failure("b"));
  EXPECT_STREQ(TakeRecentErrors(),
               "AclNN_Parameter_Error(EZ1001): second: b\n"
               "AclNN_Parameter_Error(EZ1001): first: a");
  EXPECT_EQ(TakeRecentErrors(), nullptr);
}

TEST(RecentErrorTest, TheTextStaysValidWhileNewErrorsAreRecorded) {
  TakeRecentErrors();
  RecordError("f", Failure("old"));
  const char* text = TakeRecentErrors();
  RecordError("f", Failure("new"));
  EXPECT_THAT(text, EndsWith("old"));
}

TEST(RecentErrorTest, OldestMessagesAreDroppedWhenRoomEnds) {
  TakeRecentErrors();
  for (int i = 0; i < 1000; ++i) {
    RecordError("f", Failure("number " + std::to_string(i) + ";"));
  }
  const std::string text = TakeRecentErrors();
  EXPECT_THAT(text, HasSubstr("number 999;"));
  EXPECT_THAT(text, Not(HasSubstr("number 0;")));
  EXPECT_LT(text.size(), 5000u);
}

TEST(RecentErrorTest, AMessageLongerThanTheRoomIsCut) {
  TakeRecentErrors();
  RecordError("f", Failure("start " + std::string(10000, 'x')));
  const std::string text = TakeRecentErrors();
  EXPECT_THAT(text, HasSubstr("start xxx"));
  EXPECT_LT(text.size(), 5000u);
}

TEST(RecentErrorTest, ThreadsDoNotSeeEachOthersErrors) {
  TakeRecentErrors();
  RecordError("f", Failure("mine"));
  std::thread([] { EXPECT_EQ(TakeRecentErrors(), nullptr); }).join();
  EXPECT_THAT(TakeRecentErrors(), EndsWith("mine"));
}

TEST(RecentErrorTest, InProcessScopeThreadsShareTheirErrors) {
  SetErrorScope(ErrorScope::kProcess);
  std::thread([] { RecordError("f", Failure("of another thread")); }).join();
  EXPECT_THAT(TakeRecentErrors(), EndsWith("of another thread"));
  EXPECT_EQ(TakeRecentErrors(), nullptr);
  SetErrorScope(ErrorScope::kThread);
}

}  // namespace
}  // namespace hostnn
