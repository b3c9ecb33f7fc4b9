// SPDX-License-Identifier: Apache-2.0
// aclnnNLLLoss2dBackward beyond the exact cases: which addresses it needs, and
// memory shared by inputs and output.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "harness/aclnn_codes.h"
#include "harness/device_buffer.h"
#include "harness/nll_loss2d.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {
namespace {

// Moves the input to `byte_offset` inside the output's memory.
void MoveIntoOutput(NllLoss2d& nll, NllLoss2d::Index input,
                    size_t byte_offset) {
  const DeviceBuffer& from = nll.buffer(input);
  const DeviceBuffer& out = nll.buffer(NllLoss2d::kOut);
  ASSERT_LE(byte_offset + from.byte_count(), out.byte_count());
  ASSERT_EQ(aclrtMemcpy(out.At(byte_offset), from.byte_count(), from.get(),
                        from.byte_count(), ACL_MEMCPY_DEVICE_TO_DEVICE),
            ACL_SUCCESS);
  nll.SetAddress(input, out.At(byte_offset));
}

TEST(NllLoss2dBackwardTest, NeedsNoAddressForSelf) {
  for (const int64_t reduction : {0, 1, 2}) {
    NllLoss2d nll({.reduction = reduction});
    nll.SetAddress(NllLoss2d::kSelf, nullptr);
    ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    nll.ExpectResult();
  }
}

TEST(NllLoss2dBackwardTest, ValuesOfSelfHaveNoInfluence) {
  const NllLoss2d nll;
  const DeviceBuffer& self = nll.buffer(NllLoss2d::kSelf);
  const std::vector<uint8_t> nans(self.byte_count(), 0xff);
  self.Write(nans);
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
  EXPECT_EQ(self.Read(), nans);
}

TEST(NllLoss2dBackwardTest, NeedsAnAddressForTotalWeightInMeanOnly) {
  for (const int64_t reduction : {0, 1, 2}) {
    NllLoss2d nll({.reduction = reduction});
    nll.SetAddress(NllLoss2d::kTotalWeight, nullptr);
    EXPECT_EQ(nll.Launch(), reduction == 1 ? kBadArgument : 0);
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    if (reduction != 1) nll.ExpectResult();
  }
}

TEST(NllLoss2dBackwardTest, TakesScalarsOfRankZero) {
  for (const int64_t reduction : {1, 2}) {
    const NllLoss2d nll({.reduction = reduction, .scalars_have_rank0 = true});
    ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    nll.ExpectResult();
  }
}

TEST(NllLoss2dBackwardTest, WritesOverSelfInPlace) {
  NllLoss2d nll({.n = 3, .c = 8, .h = 17, .w = 9});
  nll.SetAddress(NllLoss2d::kSelf, nll.buffer(NllLoss2d::kOut).get());
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
}

TEST(NllLoss2dBackwardTest, ReadsAnInputThatTheOutputOverlapsFirst) {
  const NllLoss2dOptions options = {
      .n = 2, .c = 8, .h = 31, .w = 7, .reduction = 0};
  for (const auto input :
       {NllLoss2d::kGradOutput, NllLoss2d::kTarget, NllLoss2d::kWeight}) {
    const NllLoss2d sizes(options);
    const size_t last = (sizes.buffer(NllLoss2d::kOut).byte_count() -
                         sizes.buffer(input).byte_count()) /
                        8 * 8;
    for (const size_t byte_offset : {size_t{0}, size_t{8}, last}) {
      NllLoss2d nll(options);
      MoveIntoOutput(nll, input, byte_offset);
      ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
      EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
      nll.ExpectResult();
    }
  }
}

TEST(NllLoss2dBackwardTest, ReadsAllInputsThatTheOutputOverlapsFirst) {
  for (const int64_t reduction : {0, 1, 2}) {
    NllLoss2d nll({.n = 4, .c = 8, .h = 40, .w = 30, .reduction = reduction});
    const size_t grad_bytes = nll.buffer(NllLoss2d::kGradOutput).byte_count();
    const size_t target_bytes = nll.buffer(NllLoss2d::kTarget).byte_count();
    MoveIntoOutput(nll, NllLoss2d::kTarget, 64);
    MoveIntoOutput(nll, NllLoss2d::kGradOutput, 64 + target_bytes);
    MoveIntoOutput(nll, NllLoss2d::kWeight, 64 + target_bytes + grad_bytes + 4);
    MoveIntoOutput(nll, NllLoss2d::kTotalWeight, 4);
    ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    nll.ExpectResult();
  }
}

TEST(NllLoss2dBackwardTest, KeepsAnInputThatIsInterleavedWithTheOutput) {
  // Both lie in one block: the output on even elements, gradOutput on odd ones.
  const auto layout = [](aclDataType dtype, const Dims& shape, bool is_output) {
    View view = View::Contiguous(dtype, shape);
    if (!is_output && shape.size() != 3) return view;
    for (int64_t& stride : view.strides) stride *= 2;
    view.offset = is_output ? 0 : 1;
    view.storage_count *= 2;
    return view;
  };
  NllLoss2d nll({.n = 2, .c = 1, .h = 60, .w = 50, .layout = layout});
  const auto gradient = nll.buffer(NllLoss2d::kGradOutput).Read<float>();
  nll.SetAddress(NllLoss2d::kOut, nll.buffer(NllLoss2d::kGradOutput).get());
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);

  const auto both = nll.buffer(NllLoss2d::kGradOutput).Read<float>();
  const std::vector<long double> expected = nll.Expected();
  for (size_t i = 0; i < expected.size(); ++i) {
    ASSERT_EQ(both[2 * i], static_cast<float>(expected[i])) << "element " << i;
    ASSERT_EQ(both[2 * i + 1], gradient[2 * i + 1]) << "element " << i;
  }
}

TEST(NllLoss2dBackwardTest, TouchesNothingWhenEmpty) {
  const NllLoss2d nll({.n = 2, .c = 3, .h = 0, .w = 4, .reduction = 2});
  const auto weight = nll.buffer(NllLoss2d::kWeight).Read();
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  EXPECT_EQ(nll.buffer(NllLoss2d::kWeight).Read(), weight);
}

TEST(NllLoss2dBackwardTest, WritesEveryElementOfAnOutputThatIsAllZero) {
  NllLoss2d nll({.n = 2, .c = 3, .h = 9, .w = 11});
  for (size_t i = 0; i < nll.targets().size(); ++i) nll.SetTarget(i, -100);
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
}

}  // namespace
}  // namespace hostnn::harness
