// SPDX-License-Identifier: Apache-2.0
#include "kernels/class_scatter.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "base/half.h"
#include "kernels/class_scatter_test.h"

namespace hostnn::kernels::class_scatter_test {
namespace {

template <class T>
class ClassScatterTest : public testing::Test {};
TYPED_TEST_SUITE(ClassScatterTest, ValueTypes, ValueNames);

TYPED_TEST(ClassScatterTest, PlanesOfEverySize) {
  for (const int64_t plane : {1, 2, 3, 7, 8, 31, 64, 1023, 1024, 1025, 2100}) {
    ExpectRight<TypeParam>(Planes(2, 5, plane));
  }
}

TYPED_TEST(ClassScatterTest, ChannelsLastOfEverySize) {
  for (const int64_t positions : {1, 2, 9, 1023, 1024, 1025, 2100}) {
    for (const int64_t classes : {1, 2, 3, 21}) {
      ExpectRight<TypeParam>(ChannelsLast(positions, classes));
    }
  }
  ExpectRight<TypeParam>(ChannelsLast(7, 20000));
}

TYPED_TEST(ClassScatterTest, EveryTargetType) {
  for (const Layout& layout : {Planes(3, 11, 50), ChannelsLast(150, 11)}) {
    ExpectRight<TypeParam, int64_t>(layout);
    ExpectRight<TypeParam, int32_t>(layout);
    ExpectRight<TypeParam, uint8_t>(layout);
  }
}

TYPED_TEST(ClassScatterTest, EveryOutputType) {
  for (const Layout& layout : {Planes(3, 11, 50), ChannelsLast(150, 11)}) {
    ExpectRight<TypeParam, int64_t, float>(layout);
    ExpectRight<TypeParam, int32_t, Float16>(layout);
    ExpectRight<TypeParam, uint8_t, BFloat16>(layout);
  }
  ExpectRight<TypeParam, int32_t, Float16>(ChannelsLast(2, 70000));
}

TYPED_TEST(ClassScatterTest, OneGradientForAll) {
  Layout layout = Planes(2, 5, 40);
  layout.grad_strides = {0, 0};
  ExpectRight<TypeParam>(layout);
  ExpectRight<TypeParam>(layout, {.mean = true});
}

TYPED_TEST(ClassScatterTest, OddStridesEverywhere) {
  // (N, C, H, W) = (2, 4, 3, 5) with holes in every dimension.
  const Layout layout = {.shape = {2, 3, 5},
                         .target_strides = {40, 11, 2},
                         .grad_strides = {1, 30, 6},
                         .out_strides = {300, 13, 2},
                         .class_count = 4,
                         .class_stride = 50};
  ExpectRight<TypeParam>(layout);
}

TYPED_TEST(ClassScatterTest, PermutedOutput) {
  // W outside, then H, then N, classes anywhere between.
  for (const int64_t class_stride : {1, 6, 24}) {
    Layout layout = {.shape = {2, 3, 5},
                     .target_strides = {15, 5, 1},
                     .grad_strides = {15, 5, 1},
                     .out_strides = {4, 8, 24},
                     .class_count = 4,
                     .class_stride = 1};
    if (class_stride == 6) {
      layout.out_strides = {1, 2, 24};
      layout.class_stride = 6;
    } else if (class_stride == 24) {
      layout.out_strides = {1, 2, 6};
      layout.class_stride = 30;
    }
    ExpectRight<TypeParam>(layout);
  }
}

TYPED_TEST(ClassScatterTest, ClassesBetweenThePositions) {
  // Class and position strides interleave: 2 * i and 3 * c never meet.
  ExpectRight<TypeParam>({.shape = {6},
                          .target_strides = {1},
                          .grad_strides = {1},
                          .out_strides = {2},
                          .class_count = 2,
                          .class_stride = 3});
  // Rows of classes with gaps, inside and between.
  ExpectRight<TypeParam>({.shape = {30},
                          .target_strides = {1},
                          .grad_strides = {1},
                          .out_strides = {20},
                          .class_count = 7,
                          .class_stride = 2});
  ExpectRight<TypeParam>({.shape = {30},
                          .target_strides = {1},
                          .grad_strides = {1},
                          .out_strides = {20},
                          .class_count = 7,
                          .class_stride = 1});
}

TYPED_TEST(ClassScatterTest, ExpandedTargetsAndGradients) {
  Layout layout = Planes(3, 4, 20);
  layout.target_strides = {0, 1};
  layout.grad_strides = {1, 0};
  ExpectRight<TypeParam>(layout);
}

TYPED_TEST(ClassScatterTest, WeightOfSeveralDimensions) {
  Layout layout = Planes(2, 12, 30);
  layout.weight_shape = {3, 4};
  layout.weight_strides = {2, 7};
  ExpectRight<TypeParam>(layout);
}

TYPED_TEST(ClassScatterTest, EveryCutGivesTheSameBits) {
  for (Layout layout : {Planes(3, 5, 700), ChannelsLast(2100, 5)}) {
    Call<TypeParam, int64_t> whole(layout, {});
    whole.Run();
    whole.ExpectRightEverywhere();
    for (const int64_t piece : {1, 3, 64, 699, 1024, 2000}) {
      layout.piece_positions = piece;
      Call<TypeParam, int64_t> cut(layout, {});
      cut.Run();
      ASSERT_EQ(std::memcmp(cut.out().data(), whole.out().data(),
                            whole.out().size() * sizeof(TypeParam)),
                0);
    }
  }
}

TYPED_TEST(ClassScatterTest, MoreClassesThanSixteenBitsCount) {
  Call<TypeParam, int32_t> planes(Planes(1, 140000, 3), {});
  planes.target(0) = 65534;
  planes.target(1) = 65535;
  planes.target(2) = 139999;
  planes.Run();
  planes.ExpectRightEverywhere();
  EXPECT_EQ(planes.found().count, 0);
  Call<TypeParam, int32_t> rows(ChannelsLast(3, 140000), {});
  rows.target(0) = 65534;
  rows.target(1) = 65536;
  rows.target(2) = 140000;
  rows.Run();
  rows.ExpectRightEverywhere();
  EXPECT_EQ(rows.found().count, 1);
}

TEST(ClassScatterKernelTest, ThereIsNoneForOtherTypes) {
  EXPECT_EQ(ClassScatter(ACL_DOUBLE, ACL_INT64, ACL_FLOAT), nullptr);
  EXPECT_EQ(ClassScatter(ACL_FLOAT, ACL_INT8, ACL_FLOAT), nullptr);
  EXPECT_EQ(ClassScatter(ACL_FLOAT, ACL_INT64, ACL_DOUBLE), nullptr);
}

TEST(ClassScatterKernelTest, TheQuotientIsNotRoundedOnTheWay) {
  // 1/3 * 3 in double is 1; with the quotient rounded to half it is not.
  Layout layout = Planes(1, 1, 1);
  layout.grad_strides = {0, 0};
  Call<Float16, int64_t> call(layout, {.mean = true});
  call.total_weight()[0] = FromDouble<Float16>(3);
  call.weight()[0] = FromDouble<Float16>(3);
  call.target(0) = 0;
  call.Run();
  call.ExpectRightEverywhere();
}

TEST(ClassScatterKernelTest, ValuesAreRoundedToTheOutputsTypeAtOnce) {
  // The square of 1 + 2^-12 is 1 + 2^-11 + 2^-24; in float the last term would
  // go, and what is left is halfway between two halves.
  Call<float, int64_t, Float16> call(Planes(1, 1, 1), {});
  call.grad_output()[0] = 1 + 0x1p-12f;
  call.weight()[0] = 1 + 0x1p-12f;
  call.Run();
  EXPECT_EQ(ToDouble(call.out()[0]), -(1 + 0x1p-10));
}

}  // namespace
}  // namespace hostnn::kernels::class_scatter_test
