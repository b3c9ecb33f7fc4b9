// SPDX-License-Identifier: Apache-2.0
// How the class-scatter engine's output is written: sizes and places.
#include "kernels/class_scatter.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "base/half.h"
#include "kernels/class_scatter_test.h"
#include "kernels/target_test.h"

namespace hostnn::kernels::class_scatter_test {
namespace {

template <class T>
class ClassScatterWriterTest : public testing::Test {};
TYPED_TEST_SUITE(ClassScatterWriterTest, ValueTypes, ValueNames);

// Vectors, lines, tiles and the ways of writing meet everywhere within these.
const Numbers kSizes = {1,   2,   3,   7,   8,    15,   16,   17,  31,
                        32,  33,  49,  63,  64,   65,   127,  128, 129,
                        196, 255, 256, 257, 2047, 2048, 2049, 4100};

// Of the so many places of a line, every one in the long run, places of all
// kinds in the usual one.
int64_t PlaceStep(int64_t line) { return IsLongRun() ? 1 : line / 4 + 1; }

TYPED_TEST(ClassScatterWriterTest, PlanesOfEverySizeAtPlacesOfALine) {
  const auto line = static_cast<int64_t>(64 / sizeof(TypeParam));
  for (const int64_t plane : kSizes) {
    Layout layout = Planes(2, 3, plane);
    for (layout.out_lead = 0; layout.out_lead < line;
         layout.out_lead += PlaceStep(line)) {
      ASSERT_NO_FATAL_FAILURE(ExpectRight<TypeParam>(layout));
    }
  }
}

TYPED_TEST(ClassScatterWriterTest, RowsOfEverySizeAtPlacesOfALine) {
  const auto line = static_cast<int64_t>(64 / sizeof(TypeParam));
  for (const int64_t classes : kSizes) {
    Layout layout = ChannelsLast(5, classes);
    for (layout.out_lead = 0; layout.out_lead < line;
         layout.out_lead += PlaceStep(line)) {
      ASSERT_NO_FATAL_FAILURE(ExpectRight<TypeParam>(layout));
    }
  }
}

TYPED_TEST(ClassScatterWriterTest, ManyRowsAreSeveralTiles) {
  for (const int64_t classes : {1, 2, 3, 5, 21, 64, 150}) {
    Layout layout = ChannelsLast(2100, classes);
    layout.out_lead = classes % 7;
    ASSERT_NO_FATAL_FAILURE(ExpectRight<TypeParam>(layout));
    // One gradient for all has its values by class.
    layout.grad_strides = {0};
    ASSERT_NO_FATAL_FAILURE(
        ExpectRight<TypeParam>(layout, {.mean = classes % 2 == 0}));
  }
}

TYPED_TEST(ClassScatterWriterTest, EveryNumberOfClasses) {
  for (int64_t classes = 1; classes <= 200; classes += classes < 70 ? 1 : 13) {
    ASSERT_NO_FATAL_FAILURE(ExpectRight<TypeParam>(Planes(2, classes, 33)));
    ASSERT_NO_FATAL_FAILURE(ExpectRight<TypeParam>(Planes(1, classes, 100)));
    ASSERT_NO_FATAL_FAILURE(ExpectRight<TypeParam>(ChannelsLast(40, classes)));
  }
}

TYPED_TEST(ClassScatterWriterTest, ImagesOfSmallPlanesWithManyClasses) {
  for (const int64_t plane : {2, 49, 64, 196}) {
    for (const int64_t classes : {255, 256}) {
      Layout layout = Planes(2, classes, plane);
      layout.out_lead = plane % 5;
      ASSERT_NO_FATAL_FAILURE(ExpectRight<TypeParam>(layout));
      // Pieces that end within an image.
      layout.piece_positions = plane + plane / 2;
      ASSERT_NO_FATAL_FAILURE(ExpectRight<TypeParam>(layout));
    }
  }
  ExpectRight<TypeParam>(Planes(5, 1000, 4));
}

TYPED_TEST(ClassScatterWriterTest, ClassesAreCutIntoPieces) {
  for (Layout layout : {Planes(2, 300, 6), Planes(1, 300, 70),
                        ChannelsLast(1, 300), ChannelsLast(9, 300)}) {
    for (const int64_t piece : {1, 32, 128, 299, 300}) {
      layout.piece_classes = piece;
      ASSERT_NO_FATAL_FAILURE(ExpectRight<TypeParam>(layout));
    }
  }
}

TYPED_TEST(ClassScatterWriterTest, ACutOfClassesReportsEachBadTargetOnce) {
  Layout layout = ChannelsLast(20, 300);
  layout.piece_classes = 64;
  Call<TypeParam, int64_t> call(layout,
                                {.bad_positions = {3, 17}, .bad_target = 300});
  call.Run();
  call.ExpectRightEverywhere();
  EXPECT_EQ(call.found().count, 2);
  EXPECT_EQ(call.found().first_index, 3);
}

TYPED_TEST(ClassScatterWriterTest, PlanesWithGapsBetweenTheirRows) {
  // (N, C, H, W) = (2, 5, 9, 70), of an output 80 wide.
  const Layout layout = {.shape = {2, 9, 70},
                         .target_strides = {630, 70, 1},
                         .grad_strides = {630, 70, 1},
                         .out_strides = {5 * 9 * 80, 80, 1},
                         .class_count = 5,
                         .class_stride = 9 * 80,
                         .out_lead = 3};
  ExpectRight<TypeParam>(layout);
}

TYPED_TEST(ClassScatterWriterTest, RowsWithGapsBetweenThem) {
  Layout layout = ChannelsLast(100, 21);
  layout.out_strides = {32};
  ExpectRight<TypeParam>(layout);
}

}  // namespace
}  // namespace hostnn::kernels::class_scatter_test
