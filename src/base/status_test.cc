// SPDX-License-Identifier: Apache-2.0
#include "base/status.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "base/call_from_c.h"

namespace hostnn {
namespace {

Status RefuseBelowZero(int value) {
  HOSTNN_CHECK(value >= 0, Code::kBadArgument,
               "value: expected at least 0, got %d", value);
  return Status();
}

Status PassOn(int value) {
  HOSTNN_RETURN_IF_ERROR(RefuseBelowZero(value));
  return Status(Code::kInner, "reached the end");
}

TEST(StatusTest, DefaultIsOk) {
  EXPECT_TRUE(Status().ok());
  EXPECT_EQ(Status().code(), Code::kOk);
}

TEST(StatusTest, CopiesSayTheSame) {
  const Status status = RefuseBelowZero(-3);
  Status copy = status;
  EXPECT_EQ(copy.code(), status.code());
  EXPECT_EQ(copy.message(), status.message());
  copy = Status();
  EXPECT_EQ(copy.message(), "");
  EXPECT_EQ(status.message(), "value: expected at least 0, got -3");
}

TEST(StatusTest, CheckLeavesWithCodeAndSentence) {
  const Status status = RefuseBelowZero(-3);
  EXPECT_EQ(status.code(), Code::kBadArgument);
  EXPECT_EQ(status.message(), "value: expected at least 0, got -3");
}

TEST(StatusTest, ReturnIfErrorPassesFailuresOnAndGoesOnWhenOk) {
  EXPECT_EQ(PassOn(-1).code(), Code::kBadArgument);
  EXPECT_EQ(PassOn(1).code(), Code::kInner);
}

TEST(StatusTest, FormatHoldsTextsOfAnyLength) {
  const std::string text(5000, 'x');
  EXPECT_EQ(FormatText("<%s>", text.c_str()), "<" + text + ">");
}

TEST(CallFromCTest, RecordsTheFailureUnderTheFunctionsName) {
  TakeRecentErrors();
  EXPECT_EQ(AclnnCall("aclnnThing", [] { return RefuseBelowZero(-3); }),
            161002);
  EXPECT_STREQ(TakeRecentErrors(),
               "AclNN_Parameter_Error(EZ1001): aclnnThing: value: expected at "
               "least 0, got -3");
}

TEST(CallFromCTest, LetsNoExceptionOut) {
  EXPECT_EQ(AclCall("f", []() -> Status { throw std::bad_alloc(); }), 200000);
  EXPECT_EQ(AclnnCall("f", []() -> Status { throw std::bad_alloc(); }), 561101);
  EXPECT_EQ(AclCall("f", []() -> Status { throw std::runtime_error("x"); }),
            500000);
  EXPECT_EQ(AclnnCall("f", []() -> Status { throw 1; }), 561000);
}

TEST(CallFromCTest, OnlyAclFailuresAreTheLastError) {
  SetLastError(Code::kOk);
  EXPECT_NE(AclnnCall("f", [] { return RefuseBelowZero(-3); }), 0);
  EXPECT_EQ(LastError(), Code::kOk);
  EXPECT_NE(AclCall("f", [] { return RefuseBelowZero(-3); }), 0);
  EXPECT_EQ(LastError(), Code::kBadArgument);
}

}  // namespace
}  // namespace hostnn
