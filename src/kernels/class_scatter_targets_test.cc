// SPDX-License-Identifier: Apache-2.0
// What class targets may be, and what is found wrong with them.
#include "kernels/class_scatter.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "base/half.h"
#include "kernels/class_scatter_test.h"

namespace hostnn::kernels::class_scatter_test {
namespace {

template <class T>
class ClassScatterTargetsTest : public testing::Test {};
TYPED_TEST_SUITE(ClassScatterTargetsTest, ValueTypes, ValueNames);

TYPED_TEST(ClassScatterTargetsTest, AbsentClassesHaveNoInfluence) {
  Call<TypeParam, int64_t> call(Planes(1, 3, 4), {});
  for (int64_t i = 0; i < 4; ++i) call.target(i) = i % 2;
  call.weight()[2] =
      FromDouble<TypeParam>(std::numeric_limits<double>::quiet_NaN());
  call.total_weight()[0] = call.weight()[2];
  call.Run();
  call.ExpectRightEverywhere();
}

TYPED_TEST(ClassScatterTargetsTest, IgnoreIndexMayBeAClass) {
  ExpectRight<TypeParam, int64_t>(Planes(2, 5, 40), {.ignore_index = 3});
  ExpectRight<TypeParam, uint8_t>(ChannelsLast(80, 5), {.ignore_index = 0});
}

TYPED_TEST(ClassScatterTargetsTest, AnUnsignedTargetIsNeverMinusHundred) {
  // 156 is what -100 would be in eight bits.
  Call<TypeParam, uint8_t> call(Planes(1, 200, 6),
                                {.bad_positions = {4}, .bad_target = 156});
  call.Run();
  call.ExpectRightEverywhere();
  EXPECT_EQ(call.found().count, 0);
}

TYPED_TEST(ClassScatterTargetsTest,
           TargetsOutOfRangeAreCountedAndTheFirstNamed) {
  for (const int64_t bad : {int64_t{5}, int64_t{-1}, int64_t{1} << 32,
                            std::numeric_limits<int64_t>::min(),
                            std::numeric_limits<int64_t>::max()}) {
    for (Layout layout : {Planes(3, 5, 700), ChannelsLast(2100, 5)}) {
      layout.piece_positions = 500;
      Call<TypeParam, int64_t> call(
          layout, {.bad_positions = {1999, 903, 1500, 904}, .bad_target = bad});
      call.Run();
      call.ExpectRightEverywhere();
      EXPECT_EQ(call.found().count, 4);
      EXPECT_EQ(call.found().first_index, 903);
      EXPECT_EQ(call.found().first_value, bad);
    }
  }
}

TYPED_TEST(ClassScatterTargetsTest, TheFirstBadTargetIsTheOneInIndexOrder) {
  // The loops run over W, H, N; index order is N, H, W.
  Call<TypeParam, int64_t> call({.shape = {2, 3, 5},
                                 .target_strides = {15, 5, 1},
                                 .grad_strides = {15, 5, 1},
                                 .out_strides = {4, 8, 24},
                                 .class_count = 4,
                                 .class_stride = 1},
                                {.bad_positions = {4, 15}, .bad_target = 4});
  call.Run();
  EXPECT_EQ(call.found().count, 2);
  EXPECT_EQ(call.found().first_index, 4);
}

}  // namespace
}  // namespace hostnn::kernels::class_scatter_test
