// SPDX-License-Identifier: Apache-2.0
#include "api/acl/init_config.h"

#include <gtest/gtest.h>

#include <string>

namespace hostnn {
namespace {

Status Parse(const std::string& text, Configuration* configuration) {
  *configuration = Configuration();
  return ParseInitConfig(text, configuration);
}

Code CodeOf(const std::string& text) {
  Configuration configuration;
  return Parse(text, &configuration).code();
}

std::string Nested(char open, char close, int levels) {
  const auto count = static_cast<size_t>(levels);
  return "{\"a\":" + std::string(count, open) + std::string(count, close) + "}";
}

TEST(InitConfigTest, AnEmptyObjectIsNoConfiguration) {
  Configuration configuration;
  ASSERT_TRUE(Parse("{}", &configuration).ok());
  EXPECT_EQ(configuration.text, "");
  EXPECT_EQ(configuration.default_device, -1);
}

TEST(InitConfigTest, UnknownKeysAreIgnored) {
  EXPECT_EQ(CodeOf(R"({"dump": {"dump_scene": "x"}, "new": [1, 2]})"),
            Code::kOk);
}

TEST(InitConfigTest, TheDefaultDeviceIsANumberOrAText) {
  Configuration configuration;
  ASSERT_TRUE(
      Parse(R"({"defaultDevice": {"default_device": "2"}})", &configuration)
          .ok());
  EXPECT_EQ(configuration.default_device, 2);
  ASSERT_TRUE(
      Parse(R"({"defaultDevice": {"default_device": 3}})", &configuration)
          .ok());
  EXPECT_EQ(configuration.default_device, 3);
}

TEST(InitConfigTest, ABadValueOfAKnownKeyIsRefused) {
  for (const char* text :
       {R"({"defaultDevice": 1})", R"({"defaultDevice": {}})",
        R"({"defaultDevice": {"default_device": "-1"}})",
        R"({"defaultDevice": {"default_device": "one"}})",
        R"({"defaultDevice": {"default_device": 99999999999}})",
        R"({"err_msg_mode": "2"})", R"({"err_msg_mode": []})"}) {
    EXPECT_EQ(CodeOf(text), Code::kAclInvalidParam) << text;
  }
}

TEST(InitConfigTest, MessagesCanBeKeptPerProcess) {
  Configuration configuration;
  ASSERT_TRUE(Parse(R"({"err_msg_mode": "1"})", &configuration).ok());
  EXPECT_EQ(configuration.error_scope, ErrorScope::kProcess);
}

TEST(InitConfigTest, WhatIsNoJsonObjectIsRefused) {
  for (const char* text : {"", "x", "[]", "1", "{", "{\"a\":}", "\xff\xfe"}) {
    EXPECT_EQ(CodeOf(text), Code::kAclParseFile) << text;
  }
}

TEST(InitConfigTest, NestingIsLimitedToTenLevels) {
  EXPECT_EQ(CodeOf(Nested('[', ']', 10)), Code::kOk);
  EXPECT_EQ(CodeOf(Nested('[', ']', 11)), Code::kAclParseFile);
  EXPECT_EQ(CodeOf(Nested('[', ']', 1000000)), Code::kAclParseFile);
}

TEST(InitConfigTest, AMissingFileOrAFolderIsNoFile) {
  Configuration configuration;
  EXPECT_EQ(ReadInitConfig("/does/not/exist.json", &configuration).code(),
            Code::kAclInvalidFile);
  EXPECT_EQ(ReadInitConfig("/tmp", &configuration).code(),
            Code::kAclInvalidFile);
}

TEST(InitConfigTest, WhatNeverEndsIsNoFile) {
  Configuration configuration;
  EXPECT_EQ(ReadInitConfig("/dev/zero", &configuration).code(),
            Code::kAclInvalidFile);
}

TEST(InitConfigTest, AFileThatFailsToBeReadIsNoFile) {
  Configuration configuration;
  EXPECT_EQ(ReadInitConfig("/proc/self/mem", &configuration).code(),
            Code::kAclInvalidFile);
}

TEST(InitConfigTest, BracketsInTextsDoNotCount) {
  EXPECT_EQ(CodeOf("{\"a\":\"" + std::string(2000, '{') + "\"}"), Code::kOk);
  EXPECT_EQ(CodeOf("{\"a\":\"" + std::string(200000, ']') + "\",\"b\":" +
                   std::string(200000, '[') + std::string(200000, ']') + "}"),
            Code::kAclParseFile);
}

}  // namespace
}  // namespace hostnn
