// SPDX-License-Identifier: Apache-2.0
// What real programs do with tensors, workspaces and executors, and therefore
// rely on.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "harness/aclnn_codes.h"
#include "harness/busy_work.h"
#include "harness/device_buffer.h"
#include "harness/nll_loss2d.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

class ClientExecutorRulesTest : public ::testing::Test {
 protected:
  // Keeps the stream from reaching what is queued next at once.
  void Delay() { busy_.Queue(); }

  Stream stream_;
  BusyWork busy_{stream_.get()};
};

TEST_F(ClientExecutorRulesTest, TensorsMayGoRightAfterPhaseTwo) {
  NllLoss2d nll;
  Delay();
  ASSERT_EQ(nll.Launch(stream_.get()), 0);
  nll.DestroyTensors();
  stream_.Synchronize();
  nll.ExpectResult();
}

// The pool hands the block to the next operator at once.
TEST_F(ClientExecutorRulesTest, WorkspaceMayBeGivenBackBeforePhaseTwo) {
  std::vector<NllLoss2d> launches;
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    launches.emplace_back(NllLoss2dOptions{.seed = seed});
  }
  const std::vector<uint8_t> fill = launches[0].OutputFill();
  const DeviceBuffer pool(fill);
  Delay();
  for (NllLoss2d& nll : launches) {
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(nll.Plan(&workspace_size, &executor), 0);
    ASSERT_LE(workspace_size, pool.byte_count());
    // Between the phases the block belongs to somebody else.
    pool.Write(fill);
    ASSERT_EQ(aclnnNLLLoss2dBackward(pool.get(), workspace_size, executor,
                                     stream_.get()),
              0);
  }
  stream_.Synchronize();
  for (const NllLoss2d& nll : launches) nll.ExpectResult();
}

TEST_F(ClientExecutorRulesTest, WorkspaceMayBeFreedRightAfterPhaseTwo) {
  const NllLoss2d nll;
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  DeviceBuffer workspace(4096);
  Delay();
  ASSERT_EQ(nll.Plan(&workspace_size, &executor), 0);
  ASSERT_EQ(aclnnNLLLoss2dBackward(workspace.get(), workspace_size, executor,
                                   stream_.get()),
            0);
  workspace.Free();
  stream_.Synchronize();
  nll.ExpectResult();
}

// Each launch reads what the one before it has written.
TEST_F(ClientExecutorRulesTest, OperatorsOnOneStreamNeverOverlap) {
  constexpr int64_t kPixels = 64 * 64;
  const View pixels = View::Contiguous(ACL_FLOAT, {1, 64, 64});
  const View image = View::Contiguous(ACL_FLOAT, {1, 1, 64, 64});
  DeviceBuffer current(std::vector<float>(kPixels, 1));
  DeviceBuffer next(std::vector<float>(kPixels, 0));
  const DeviceBuffer targets(std::vector<int64_t>(kPixels, 0));
  const DeviceBuffer minus_two(std::vector<float>{-2});
  const Tensor target(View::Contiguous(ACL_INT64, {1, 64, 64}), targets.get());
  const Tensor weight(View::Contiguous(ACL_FLOAT, {1}), minus_two.get());
  constexpr int kLaunches = 60;
  for (int i = 0; i < kLaunches; ++i) {
    const Tensor grad(pixels, current.get());
    const Tensor self(image, nullptr);
    const Tensor out(image, next.get());
    uint64_t workspace_size = 0;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(aclnnNLLLoss2dBackwardGetWorkspaceSize(
                  grad.get(), self.get(), target.get(), weight.get(), 0, -100,
                  weight.get(), out.get(), &workspace_size, &executor),
              0);
    ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, workspace_size, executor,
                                     stream_.get()),
              0);
    std::swap(current, next);
  }
  stream_.Synchronize();
  const auto expected = static_cast<float>(std::ldexp(1.0, kLaunches));
  EXPECT_EQ(current.Read<float>(), std::vector<float>(kPixels, expected));
}

TEST_F(ClientExecutorRulesTest, CachedExecutorIsMovedWhileItsWorkIsQueued) {
  const NllLoss2d first({.seed = 1});
  const NllLoss2d second({.seed = 2});
  aclOpExecutor* executor = first.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  Delay();
  ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, stream_.get()), 0);
  for (size_t i = 0; i < NllLoss2d::kTensorCount; ++i) {
    const auto index = static_cast<NllLoss2d::Index>(i);
    ASSERT_EQ(aclSetTensorAddr(executor, i, second.tensor(index),
                               second.buffer(index).get()),
              0);
  }
  ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, stream_.get()), 0);
  stream_.Synchronize();
  first.ExpectResult();
  second.ExpectResult();
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

// The integers between weight and totalWeight do not count.
TEST_F(ClientExecutorRulesTest, AddressIndexCountsTensorParametersOnly) {
  const NllLoss2d nll({.reduction = 1});
  aclOpExecutor* executor = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  const DeviceBuffer half(std::vector<float>{0.5f});
  const auto launch_with_total_weight_at = [&](void* address) {
    EXPECT_EQ(aclSetTensorAddr(executor, 4, nll.tensor(NllLoss2d::kTotalWeight),
                               address),
              0);
    EXPECT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, stream_.get()), 0);
    stream_.Synchronize();
    return nll.buffer(NllLoss2d::kOut).Read<float>();
  };
  const DeviceBuffer& own = nll.buffer(NllLoss2d::kTotalWeight);
  const auto before = launch_with_total_weight_at(own.get());
  const auto after = launch_with_total_weight_at(half.get());
  const float total_weight = own.Read<float>()[0];
  ASSERT_EQ(before.size(), after.size());
  for (size_t i = 0; i < before.size(); ++i) {
    EXPECT_NEAR(after[i], before[i] * total_weight / 0.5f,
                1e-5f * std::fabs(after[i]));
  }
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST_F(ClientExecutorRulesTest, TensorsGoBeforeTheirExecutorWithWorkQueued) {
  NllLoss2d nll;
  aclOpExecutor* executor = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  Delay();
  ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, stream_.get()), 0);
  nll.DestroyTensors();
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
  stream_.Synchronize();
  nll.ExpectResult();
}

TEST_F(ClientExecutorRulesTest, PhaseOneAloneIsHarmless) {
  const NllLoss2d nll;
  for (int i = 0; i < 1000; ++i) {
    uint64_t workspace_size = 1;
    aclOpExecutor* executor = nullptr;
    ASSERT_EQ(nll.Plan(&workspace_size, &executor), 0);
    ASSERT_EQ(workspace_size, 0u);
  }
  ASSERT_EQ(nll.Launch(stream_.get()), 0);
  stream_.Synchronize();
  nll.ExpectResult();
}

TEST_F(ClientExecutorRulesTest, PhaseOneNeedsNoAddresses) {
  NllLoss2d nll({.reduction = 1});
  for (size_t i = 0; i < NllLoss2d::kTensorCount; ++i) {
    nll.SetAddress(static_cast<NllLoss2d::Index>(i), nullptr);
  }
  aclOpExecutor* executor = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  for (size_t i = 0; i < NllLoss2d::kTensorCount; ++i) {
    const auto index = static_cast<NllLoss2d::Index>(i);
    ASSERT_EQ(aclSetTensorAddr(executor, i, nll.tensor(index),
                               nll.buffer(index).get()),
              0);
  }
  ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, stream_.get()), 0);
  stream_.Synchronize();
  nll.ExpectResult();
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

// Some programs do not look at phase one's status.
TEST_F(ClientExecutorRulesTest, PhaseTwoAfterAFailedPhaseOneIsRefused) {
  aclOpExecutor* executor = nullptr;
  uint64_t workspace_size = 0;
  EXPECT_EQ(aclnnNLLLoss2dBackwardGetWorkspaceSize(
                nullptr, nullptr, nullptr, nullptr, 0, 0, nullptr, nullptr,
                &workspace_size, &executor),
            kNullArgument);
  EXPECT_EQ(
      aclnnNLLLoss2dBackward(nullptr, workspace_size, executor, stream_.get()),
      kNullArgument);
  stream_.Synchronize();
}

TEST_F(ClientExecutorRulesTest, MemoryMayBeFreedWithWorkPending) {
  const NllLoss2d nll({.n = 4, .c = 8, .h = 64, .w = 64});
  const DeviceBuffer& grad = nll.buffer(NllLoss2d::kGradOutput);
  DeviceBuffer doomed(grad.byte_count());
  ASSERT_EQ(aclrtMemcpy(doomed.get(), doomed.byte_count(), grad.get(),
                        grad.byte_count(), ACL_MEMCPY_DEVICE_TO_DEVICE),
            ACL_SUCCESS);
  aclOpExecutor* executor = nll.Plan();
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), 0);
  ASSERT_EQ(aclSetTensorAddr(executor, NllLoss2d::kGradOutput,
                             nll.tensor(NllLoss2d::kGradOutput), doomed.get()),
            0);
  Delay();
  ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, stream_.get()), 0);
  doomed.Free();
  // New memory must not take the place of what the queued work reads.
  const DeviceBuffer usurper(std::vector<uint8_t>(grad.byte_count(), 0xff));
  stream_.Synchronize();
  nll.ExpectResult();
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), 0);
}

TEST_F(ClientExecutorRulesTest, MemoryMayBeFreedAfterItsStreamIsGone) {
  const NllLoss2d nll;
  {
    const Stream stream;
    ASSERT_EQ(nll.Launch(stream.get()), 0);
  }
  nll.ExpectResult();
}

// Arrays given to phase one and to the creating functions may be
// overwritten afterwards.
TEST_F(ClientExecutorRulesTest, HostArraysLiveOnlyDuringTheCall) {
  const NllLoss2d nll;
  View view = nll.view(NllLoss2d::kOut);
  const Tensor out(view, nll.buffer(NllLoss2d::kOut).get());
  std::fill(view.shape.begin(), view.shape.end(), 77);
  std::fill(view.strides.begin(), view.strides.end(), 77);
  view.storage_count = 1;
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(
      aclnnNLLLoss2dBackwardGetWorkspaceSize(
          nll.tensor(NllLoss2d::kGradOutput), nll.tensor(NllLoss2d::kSelf),
          nll.tensor(NllLoss2d::kTarget), nll.tensor(NllLoss2d::kWeight), 0,
          -100, nll.tensor(NllLoss2d::kTotalWeight), out.get(), &workspace_size,
          &executor),
      0)
      << TakeMessages();
  ASSERT_EQ(aclnnNLLLoss2dBackward(nullptr, 0, executor, stream_.get()), 0);
  stream_.Synchronize();
  nll.ExpectResult();
}

}  // namespace
}  // namespace hostnn::harness
