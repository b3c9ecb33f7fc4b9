// SPDX-License-Identifier: Apache-2.0
// What hostnn/hostnn.h lets a program read and choose.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/session.h"
#include "hostnn/hostnn.h"

namespace hostnn::harness {
namespace {

TEST(SettingsTest, TheProductChosenIsTheOneThatIsRead) {
  const ScopedSoc soc("Ascend310P3");
  EXPECT_STREQ(hostnnGetSocName(), "Ascend310P3");
  EXPECT_STREQ(aclrtGetSocName(), "Ascend310P3");
}

TEST(SettingsTest, AnUnknownProductIsRefusedAndChangesNothing) {
  const ScopedSoc soc("Ascend310P3");
  for (const char* name : {"", "Ascend", static_cast<const char*>(nullptr)}) {
    TakeMessages();
    EXPECT_EQ(hostnnSetSocName(name), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(TakeMessages(),
                ::testing::HasSubstr("hostnnSetSocName: socName: expected "));
    EXPECT_STREQ(hostnnGetSocName(), "Ascend310P3");
  }
}

TEST(SettingsTest, TheThreadCountChosenIsTheOneThatIsRead) {
  const ScopedThreadCount count_before;
  for (const int32_t count : {3, 1, 5}) {
    EXPECT_EQ(hostnnSetThreadCount(count), ACL_SUCCESS);
    EXPECT_EQ(hostnnGetThreadCount(), count);
  }
}

TEST(SettingsTest, OtherThreadCountsThan1To1024AreRefusedAndChangeNothing) {
  const int32_t before = hostnnGetThreadCount();
  for (const int32_t count : {0, -1, 1025}) {
    TakeMessages();
    EXPECT_EQ(hostnnSetThreadCount(count), ACL_ERROR_INVALID_PARAM);
    EXPECT_THAT(TakeMessages(),
                ::testing::HasSubstr("hostnnSetThreadCount: count: expected a "
                                     "number in 1..1024, got " +
                                     std::to_string(count)));
    EXPECT_EQ(hostnnGetThreadCount(), before);
  }
}

TEST(SettingsTest, TheTargetCheckChosenIsTheOneThatIsRead) {
  for (const bool enabled : {false, true}) {
    EXPECT_EQ(hostnnSetTargetCheck(enabled), ACL_SUCCESS);
    EXPECT_EQ(hostnnGetTargetCheck(), enabled);
  }
}

}  // namespace
}  // namespace hostnn::harness
