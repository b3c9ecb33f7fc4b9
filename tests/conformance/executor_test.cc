// SPDX-License-Identifier: Apache-2.0
// The life of an executor: made by phase one, used up by phase two, or kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <thread>
#include <vector>

#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "harness/aclnn_codes.h"
#include "harness/busy_work.h"
#include "harness/nll_loss2d.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

using ::testing::HasSubstr;

aclnnStatus RunPhaseTwo(aclOpExecutor* executor, aclrtStream stream = nullptr) {
  return aclnnNLLLoss2dBackward(nullptr, 0, executor, stream);
}

// Pointers that no executor ever had.
std::vector<aclOpExecutor*> ForeignExecutors(const NllLoss2d& nll) {
  static int on_the_stack_of_nobody = 0;
  std::vector<aclOpExecutor*> foreign = {
      reinterpret_cast<aclOpExecutor*>(&on_the_stack_of_nobody),
      reinterpret_cast<aclOpExecutor*>(nll.tensor(NllLoss2d::kSelf)),
      reinterpret_cast<aclOpExecutor*>(uintptr_t{1}),
      reinterpret_cast<aclOpExecutor*>(UINTPTR_MAX)};
  std::mt19937_64 random(1);
  for (int i = 0; i < 100; ++i) {
    foreign.push_back(reinterpret_cast<aclOpExecutor*>(random() | 1));
  }
  return foreign;
}

TEST(ExecutorTest, OneShotIsUsedUpByPhaseTwo) {
  const NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  EXPECT_EQ(RunPhaseTwo(executor), 0);
  EXPECT_EQ(RunPhaseTwo(executor), kBadArgument);
  EXPECT_THAT(TakeMessages(), HasSubstr("aclnnNLLLoss2dBackward"));
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
}

TEST(ExecutorTest, NullExecutorIsRefused) {
  EXPECT_EQ(RunPhaseTwo(nullptr), kNullArgument);
  EXPECT_THAT(TakeMessages(), HasSubstr("executor"));
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(nullptr), kInnerNull);
  EXPECT_EQ(aclDestroyAclOpExecutor(nullptr), kInnerNull);
}

TEST(ExecutorTest, StaleExecutorIsRefusedByEveryFunction) {
  const NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  ASSERT_EQ(aclDestroyAclOpExecutor(executor), 0);
  EXPECT_EQ(RunPhaseTwo(executor), kBadArgument);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), kBadArgument);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), kBadArgument);
  // Also when another executor has taken its place.
  aclOpExecutor* next = nll.Plan();
  EXPECT_NE(next, executor);
  EXPECT_EQ(RunPhaseTwo(executor), kBadArgument);
  EXPECT_EQ(RunPhaseTwo(next), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(ExecutorTest, ForeignPointersAreRefusedByEveryFunction) {
  const NllLoss2d nll;
  for (aclOpExecutor* foreign : ForeignExecutors(nll)) {
    EXPECT_EQ(RunPhaseTwo(foreign), kBadArgument);
    EXPECT_EQ(aclSetAclOpExecutorRepeatable(foreign), kBadArgument);
    EXPECT_EQ(aclDestroyAclOpExecutor(foreign), kBadArgument);
  }
  ASSERT_EQ(nll.Launch(), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(ExecutorTest, OneShotIsUsedUpByAFailureToo) {
  const NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  Stream destroyed;
  const aclrtStream stale = destroyed.get();
  ASSERT_EQ(aclrtDestroyStream(destroyed.Release()), ACL_SUCCESS);
  EXPECT_EQ(RunPhaseTwo(executor, stale), kRuntimeError);
  EXPECT_EQ(RunPhaseTwo(executor), kBadArgument);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(nll.buffer(NllLoss2d::kOut).Read(), nll.OutputFill());
}

TEST(ExecutorTest, RepeatableOneSurvivesAFailure) {
  const NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  Stream destroyed;
  const aclrtStream stale = destroyed.get();
  ASSERT_EQ(aclrtDestroyStream(destroyed.Release()), ACL_SUCCESS);
  EXPECT_EQ(RunPhaseTwo(executor, stale), kRuntimeError);
  EXPECT_EQ(RunPhaseTwo(executor), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST(ExecutorTest, PhaseOneNeedsBothOutParameters) {
  const NllLoss2d nll;
  uint64_t workspace_size = 4711;
  aclOpExecutor* executor = nullptr;
  TakeMessages();
  EXPECT_EQ(nll.Plan(nullptr, &executor), kNullArgument);
  EXPECT_THAT(TakeMessages(), HasSubstr(": workspaceSize:"));
  EXPECT_EQ(executor, nullptr);
  EXPECT_EQ(nll.Plan(&workspace_size, nullptr), kNullArgument);
  EXPECT_THAT(TakeMessages(), HasSubstr(": executor:"));
  EXPECT_EQ(workspace_size, 4711u);
}

TEST(ExecutorTest, PhaseOneRefusesStaleAndForeignTensors) {
  NllLoss2d nll;
  uint64_t workspace_size = 4711;
  aclOpExecutor* executor = nullptr;
  aclOpExecutor* other = nll.Plan();
  const auto plan = [&](aclTensor* self) {
    return aclnnNLLLoss2dBackwardGetWorkspaceSize(
        nll.tensor(NllLoss2d::kGradOutput), self,
        nll.tensor(NllLoss2d::kTarget), nll.tensor(NllLoss2d::kWeight), 0, -100,
        nll.tensor(NllLoss2d::kTotalWeight), nll.tensor(NllLoss2d::kOut),
        &workspace_size, &executor);
  };
  Tensor destroyed(nll.view(NllLoss2d::kSelf), nullptr);
  aclTensor* const stale = destroyed.get();
  destroyed.Destroy();
  TakeMessages();
  EXPECT_EQ(plan(stale), kBadArgument);
  EXPECT_THAT(TakeMessages(), HasSubstr(": self:"));
  EXPECT_EQ(plan(reinterpret_cast<aclTensor*>(other)), kBadArgument);
  EXPECT_EQ(plan(reinterpret_cast<aclTensor*>(&executor)), kBadArgument);
  EXPECT_EQ(workspace_size, 4711u);
  EXPECT_EQ(executor, nullptr);
  EXPECT_EQ(RunPhaseTwo(other), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
}

TEST(ExecutorTest, MissingWorkspaceIsRefused) {
  const NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  TakeMessages();
  EXPECT_EQ(aclnnNLLLoss2dBackward(nullptr, 32, executor, nullptr),
            kNullArgument);
  EXPECT_THAT(TakeMessages(), HasSubstr("workspace"));
  EXPECT_EQ(RunPhaseTwo(executor), kBadArgument);
}

TEST(ExecutorTest, PhaseTwoNeedsADevice) {
  const NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  aclnnStatus status = 0;
  std::thread([&] { status = RunPhaseTwo(executor); }).join();
  EXPECT_EQ(status, kRuntimeError);
}

TEST(ExecutorTest, PhaseTwoRefusesStreamsThatAreNotOfTheCurrentContext) {
  const NllLoss2d nll;
  const Stream stream;
  const Event event;
  std::thread([&] {
    aclrtContext other = nullptr;
    ASSERT_EQ(aclrtCreateContext(&other, 0), ACL_SUCCESS);
    EXPECT_EQ(RunPhaseTwo(nll.Plan(), stream.get()), kRuntimeError);
    EXPECT_EQ(aclrtDestroyContext(other), ACL_SUCCESS);
  }).join();
  EXPECT_EQ(RunPhaseTwo(nll.Plan(), event.get()), kRuntimeError);
  EXPECT_EQ(RunPhaseTwo(nll.Plan(), const_cast<NllLoss2d*>(&nll)),
            kRuntimeError);
}

TEST(ExecutorTest, RepeatableOneIsLaunchedManyTimes) {
  const Stream stream;
  const NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  for (int i = 0; i < 100; ++i)
    ASSERT_EQ(RunPhaseTwo(executor, stream.get()), 0);
  stream.Synchronize();
  nll.ExpectResult();
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST(ExecutorTest, RepeatableOneIsDestroyedWithWorkQueued) {
  const Stream stream;
  const BusyWork busy(stream.get());
  NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  busy.Queue();
  ASSERT_EQ(RunPhaseTwo(executor, stream.get()), 0);
  nll.DestroyTensors();
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  stream.Synchronize();
  nll.ExpectResult();
}

TEST(ExecutorTest, MakingRepeatableTwiceIsFine) {
  const NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  EXPECT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  EXPECT_EQ(RunPhaseTwo(executor), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST(ExecutorTest, MayNeverBeLaunched) {
  const NllLoss2d nll;
  aclOpExecutor* dropped = nll.Plan();
  EXPECT_NE(dropped, nullptr);
  ASSERT_EQ(nll.Launch(), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
  EXPECT_EQ(aclDestroyAclOpExecutor(dropped), 0);
}

}  // namespace
}  // namespace hostnn::harness
