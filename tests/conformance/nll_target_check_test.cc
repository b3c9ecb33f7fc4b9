// SPDX-License-Identifier: Apache-2.0
// What becomes of class targets that are out of range: the report, who gets it,
// and the ways to turn it off.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "harness/busy_work.h"
#include "harness/nll_loss2d.h"
#include "harness/session.h"
#include "harness/stream.h"
#include "hostnn/hostnn.h"

namespace hostnn::harness {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr aclError kFault = ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;

constexpr char kNumberStart[] = "-0123456789";

// All whole numbers in a text, in order.
std::vector<int64_t> NumbersIn(const std::string& text) {
  std::vector<int64_t> numbers;
  for (size_t at = text.find_first_of(kNumberStart); at != std::string::npos;
       at = text.find_first_of(kNumberStart, at)) {
    char* end = nullptr;
    numbers.push_back(std::strtoll(&text[at], &end, 10));
    at = std::max<size_t>(at + 1, end - text.data());
  }
  return numbers;
}

// One line of the messages: the one that speaks of the operator.
std::string FaultLine(const std::string& messages) {
  const size_t at = messages.find("aclnnNLLLoss2dBackward");
  if (at == std::string::npos) return "";
  return messages.substr(at, messages.find('\n', at) - at);
}

// A launch with one target out of range.
class FaultyLaunch {
 public:
  explicit FaultyLaunch(int64_t value) { nll_.SetTarget(7, value); }
  void On(aclrtStream stream) {
    EXPECT_EQ(nll_.Launch(stream), 0) << TakeMessages();
  }
  const NllLoss2d& nll() const { return nll_; }

 private:
  NllLoss2d nll_;
};

TEST(TargetCheckTest, MessageTellsFirstPositionValueClassesAndCount) {
  NllLoss2d nll({.n = 3, .c = 37, .h = 5, .w = 29, .ignore_index = -73});
  const auto position = [](int64_t n, int64_t h, int64_t w) {
    return static_cast<size_t>((n * 5 + h) * 29 + w);
  };
  nll.SetTarget(position(2, 4, 28), 555);
  nll.SetTarget(position(1, 2, 13), 911);
  nll.SetTarget(position(1, 2, 14), -5);
  nll.SetTarget(position(2, 0, 0), 37);
  ASSERT_EQ(nll.Launch(), 0);
  TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), kFault);

  const std::string line = FaultLine(TakeMessages());
  ASSERT_FALSE(line.empty());
  const std::vector<int64_t> numbers =
      NumbersIn(line.substr(std::string("aclnnNLLLoss2dBackward").size()));
  const std::vector<int64_t> coordinates = {1, 2, 13};
  EXPECT_NE(std::search(numbers.begin(), numbers.end(), coordinates.begin(),
                        coordinates.end()),
            numbers.end())
      << line;
  EXPECT_THAT(numbers, Contains(911)) << line;
  EXPECT_THAT(numbers, Contains(37)) << line;
  EXPECT_THAT(numbers, Contains(-73)) << line;
  EXPECT_THAT(numbers, Contains(4)) << line;
  EXPECT_THAT(numbers, Not(Contains(555))) << line;
  nll.ExpectResult();
}

TEST(TargetCheckTest, ReportsTheFirstPositionOfALargeLaunch) {
  NllLoss2d nll({.n = 2, .c = 5, .h = 300, .w = 301});
  const size_t plane = 300 * 301;
  for (size_t i = plane - 7; i < 2 * plane; i += 97) nll.SetTarget(i, 700);
  nll.SetTarget(plane - 7, 901);
  ASSERT_EQ(nll.Launch(), 0);
  TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), kFault);
  const std::vector<int64_t> numbers = NumbersIn(FaultLine(TakeMessages()));
  EXPECT_THAT(numbers, Contains(901));
  EXPECT_THAT(numbers, Contains((plane + 7 + 96) / 97));
  nll.ExpectResult();
}

TEST(TargetCheckTest, AFaultOutlivesItsStream) {
  FaultyLaunch faulty(901);
  {
    const Stream stream;
    faulty.On(stream.get());
  }
  TakeMessages();
  EXPECT_EQ(aclrtSynchronizeDevice(), kFault);
  EXPECT_THAT(TakeMessages(), HasSubstr("901"));
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
}

TEST(TargetCheckTest, ReportsTheFirstOfSeveralFaultyLaunches) {
  const Stream stream;
  FaultyLaunch first(901);
  FaultyLaunch second(902);
  first.On(stream.get());
  second.On(stream.get());
  TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), kFault);
  const std::vector<int64_t> numbers = NumbersIn(FaultLine(TakeMessages()));
  EXPECT_THAT(numbers, Contains(901));
  EXPECT_THAT(numbers, Not(Contains(902)));
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
  first.nll().ExpectResult();
  second.nll().ExpectResult();
}

TEST(TargetCheckTest, StreamGoesOnAfterAFault) {
  const Stream stream;
  FaultyLaunch faulty(77);
  const NllLoss2d behind({.seed = 2});
  faulty.On(stream.get());
  ASSERT_EQ(behind.Launch(stream.get()), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), kFault);
  behind.ExpectResult();
  const NllLoss2d after({.seed = 3});
  ASSERT_EQ(after.Launch(stream.get()), 0);
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
  after.ExpectResult();
}

TEST(TargetCheckTest, FaultBelongsToItsStream) {
  const Stream faulty_stream;
  const Stream other;
  FaultyLaunch faulty(77);
  faulty.On(faulty_stream.get());
  EXPECT_EQ(aclrtSynchronizeStream(other.get()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(faulty_stream.get()), kFault);
}

TEST(TargetCheckTest, DeviceSynchronisationReportsAndClears) {
  const Stream stream;
  FaultyLaunch faulty(903);
  faulty.On(stream.get());
  TakeMessages();
  EXPECT_EQ(aclrtSynchronizeDevice(), kFault);
  EXPECT_THAT(TakeMessages(), HasSubstr("903"));
  EXPECT_EQ(aclrtSynchronizeDevice(), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(TargetCheckTest, EventBehindTheLaunchReportsAndClears) {
  const Stream stream;
  const Event event;
  FaultyLaunch faulty(904);
  faulty.On(stream.get());
  ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
  TakeMessages();
  EXPECT_EQ(aclrtSynchronizeEvent(event.get()), kFault);
  EXPECT_THAT(TakeMessages(), HasSubstr("904"));
  EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
}

TEST(TargetCheckTest, EventBeforeTheLaunchReportsNothing) {
  const Stream stream;
  const Event event;
  ASSERT_EQ(aclrtRecordEvent(event.get(), stream.get()), ACL_SUCCESS);
  FaultyLaunch faulty(905);
  faulty.On(stream.get());
  EXPECT_EQ(aclrtSynchronizeEvent(event.get()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), kFault);
}

TEST(TargetCheckTest, QueriesReportNothing) {
  const Stream stream;
  FaultyLaunch faulty(906);
  faulty.On(stream.get());
  aclrtStreamStatus status = ACL_STREAM_STATUS_NOT_READY;
  while (status != ACL_STREAM_STATUS_COMPLETE) {
    ASSERT_EQ(aclrtStreamQuery(stream.get(), &status), ACL_SUCCESS);
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), kFault);
}

TEST(TargetCheckTest, TimedSynchronisationReportsWhenTheWorkIsDone) {
  const Stream stream;
  FaultyLaunch faulty(907);
  faulty.On(stream.get());
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), -1), kFault);
  EXPECT_EQ(aclrtSynchronizeStreamWithTimeout(stream.get(), -1), ACL_SUCCESS);
}

TEST(TargetCheckTest, ReportCountsAsTheThreadsLastError) {
  const Stream stream;
  FaultyLaunch faulty(908);
  faulty.On(stream.get());
  aclrtGetLastError(ACL_RT_THREAD_LEVEL);
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), kFault);
  EXPECT_EQ(aclrtGetLastError(ACL_RT_THREAD_LEVEL), kFault);
}

TEST(TargetCheckTest, FaultStaysWithTheStreamAfterTheExecutorIsGone) {
  const Stream stream;
  NllLoss2d nll;
  nll.SetTarget(7, 909);
  aclOpExecutor* executor = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  const BusyWork busy(stream.get());
  busy.Queue();
  ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, stream.get()), 0);
  nll.DestroyTensors();
  ASSERT_EQ(aclDestroyAclOpExecutor(executor), 0);
  TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), kFault);
  EXPECT_THAT(TakeMessages(), HasSubstr("909"));
  nll.ExpectResult();
}

TEST(TargetCheckTest, IsTurnedOffAndOnByItsSwitch) {
  const Stream stream;
  ASSERT_EQ(hostnnSetTargetCheck(false), ACL_SUCCESS);
  FaultyLaunch unseen(910);
  unseen.On(stream.get());
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
  unseen.nll().ExpectResult();
  ASSERT_EQ(hostnnSetTargetCheck(true), ACL_SUCCESS);
  FaultyLaunch seen(911);
  seen.On(stream.get());
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), kFault);
}

// Runs with HOSTNN_TARGET_CHECK=off.
TEST(TargetCheckTest, IsAskedForWhenWorkIsQueuedNotWhenItIsPlanned) {
  NllLoss2d nll;
  nll.SetTarget(0, 99);
  for (const bool enabled : {false, true}) {
    ASSERT_EQ(hostnnSetTargetCheck(!enabled), ACL_SUCCESS);
    aclOpExecutor* executor = nll.Plan();
    ASSERT_EQ(hostnnSetTargetCheck(enabled), ACL_SUCCESS);
    ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, nullptr), 0);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), enabled ? kFault : ACL_SUCCESS);
  }
}

TEST(TargetCheckOffEnvironmentTest, ReportsNothingUntilItIsTurnedOn) {
  const Stream stream;
  FaultyLaunch unseen(912);
  unseen.On(stream.get());
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), ACL_SUCCESS);
  unseen.nll().ExpectResult();
  ASSERT_EQ(hostnnSetTargetCheck(true), ACL_SUCCESS);
  FaultyLaunch seen(913);
  seen.On(stream.get());
  EXPECT_EQ(aclrtSynchronizeStream(stream.get()), kFault);
}

}  // namespace
}  // namespace hostnn::harness
