// SPDX-License-Identifier: Apache-2.0
// aclnnNLLLoss2dBackward against its plain formula on shapes that cross every
// border of tiles and threads.
#include <gtest/gtest.h>

#include <cstdint>

#include "harness/nll_loss2d.h"
#include "harness/session.h"

namespace hostnn::harness {
namespace {

constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

void ExpectRight(const NllLoss2dOptions& options) {
  const NllLoss2d nll(options);
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << TakeMessages();
  nll.ExpectResult();
}

TEST(NllShapesTest, AgreesWithTheFormulaAcrossTilesAndThreads) {
  const NllLoss2dOptions shapes[] = {
      {.n = 1, .c = 2, .h = 1, .w = 1},
      {.n = 1, .c = 19, .h = 33, .w = 65, .reduction = 1},
      {.n = 2, .c = 3, .h = 257, .w = 129},
      {.n = 1, .c = 1000, .h = 7, .w = 9, .reduction = 2},
      {.n = 5000, .c = 3, .h = 1, .w = 1},
      {.n = 3, .c = 2, .h = 1, .w = 40001, .target_dtype = ACL_UINT8},
      {.n = 3, .c = 2, .h = 20011, .w = 2, .target_dtype = ACL_INT32},
      {.n = 1, .c = 1, .h = 401, .w = 503, .dtype = ACL_BF16},
      {.n = 1, .c = 3, .h = 255, .w = 256, .dtype = ACL_FLOAT16},
  };
  for (const NllLoss2dOptions& shape : shapes) {
    ExpectRight(shape);
    if (HasFailure()) return;
  }
}

TEST(NllShapesTest, AgreesWithTheFormulaOnEveryRowLengthUpToSeveralVectors) {
  for (int64_t w = 1; w <= 67; ++w) {
    for (const aclDataType dtype : kFloats) {
      ExpectRight({.n = 1, .c = 3, .h = 2, .w = w, .dtype = dtype});
      if (HasFailure()) return;
    }
  }
}

TEST(NllShapesTest, AgreesWithTheFormulaChannelsLast) {
  const auto channels_last = [](aclDataType dtype, const Dims& shape, bool) {
    View view = View::Contiguous(dtype, shape);
    if (shape.size() == 4) {
      view.strides = {shape[1] * shape[2] * shape[3], 1, shape[1] * shape[3],
                      shape[1]};
    }
    return view;
  };
  for (const aclDataType dtype : kFloats) {
    ExpectRight({.n = 2,
                 .c = 21,
                 .h = 65,
                 .w = 47,
                 .dtype = dtype,
                 .layout = channels_last});
  }
}

}  // namespace
}  // namespace hostnn::harness
