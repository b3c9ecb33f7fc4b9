// SPDX-License-Identifier: Apache-2.0
// aclnnNLLLoss2dBackward on random shapes, layouts and types against its plain
// formula, and on shapes that cross every border of tiles and threads.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "harness/float_format.h"
#include "harness/nll_loss2d.h"
#include "harness/random_layout.h"
#include "harness/session.h"

namespace hostnn::harness {
namespace {

constexpr aclDataType kFloats[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
constexpr aclDataType kTargets[] = {ACL_INT64, ACL_INT32, ACL_UINT8};
constexpr int64_t kIgnored[] = {-100, 255, 0, 3, int64_t{1} << 40};

NllLoss2dOptions RandomOptions(uint32_t seed) {
  std::mt19937 random(seed);
  const auto between = [&](int64_t first, int64_t last) {
    return std::uniform_int_distribution<int64_t>(first, last)(random);
  };
  NllLoss2dOptions options = {.n = between(1, 4),
                              .c = between(1, 40),
                              .h = between(1, 9),
                              .w = between(1, 19),
                              .reduction = between(0, 2),
                              .dtype = kFloats[between(0, 2)],
                              .target_dtype = kTargets[between(0, 2)],
                              .seed = seed,
                              .scalars_have_rank0 = between(0, 1) == 1,
                              .layout = RandomLayout(seed)};
  // An INT32 target cannot hold the widest one.
  const bool narrow = options.target_dtype == ACL_INT32;
  options.ignore_index = kIgnored[between(0, narrow ? 3 : 4)];
  return options;
}

void ExpectRight(const NllLoss2dOptions& options) {
  const NllLoss2d nll(options);
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << TakeMessages();
  nll.ExpectResult();
}

TEST(NllRandomTest, AgreesWithTheFormulaOnRandomShapesLayoutsAndTypes) {
  constexpr uint32_t kFirstSeed = 20250;
  for (uint32_t seed = kFirstSeed; seed < kFirstSeed + 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ExpectRight(RandomOptions(seed));
    if (HasFailure()) return;
  }
}

TEST(NllRandomTest, AgreesWithTheFormulaAcrossTilesAndThreads) {
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

TEST(NllRandomTest, AgreesWithTheFormulaOnEveryRowLengthUpToSeveralVectors) {
  for (int64_t w = 1; w <= 67; ++w) {
    for (const aclDataType dtype : kFloats) {
      ExpectRight({.n = 1, .c = 3, .h = 2, .w = w, .dtype = dtype});
      if (HasFailure()) return;
    }
  }
}

TEST(NllRandomTest, AgreesWithTheFormulaChannelsLast) {
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

// The bytes of the output view, in row-major order.
std::vector<uint8_t> OutputBytes(const NllLoss2d& nll) {
  const View& view = nll.view(NllLoss2d::kOut);
  const std::vector<uint8_t> storage = nll.buffer(NllLoss2d::kOut).Read();
  const size_t size = ElementSize(view.dtype);
  std::vector<uint8_t> bytes;
  for (const int64_t index : view.Indices()) {
    bytes.insert(bytes.end(), &storage[index * size],
                 &storage[index * size] + size);
  }
  return bytes;
}

TEST(NllRandomTest, BitsDoNotDependOnTheLayout) {
  for (uint32_t seed = 1; seed <= 60; ++seed) {
    NllLoss2dOptions options = RandomOptions(seed);
    options.layout = nullptr;
    const NllLoss2d contiguous(options);
    options.layout = RandomLayout(seed, /*expand_inputs=*/false);
    const NllLoss2d strided(options);
    ASSERT_EQ(contiguous.Launch(), 0) << TakeMessages();
    ASSERT_EQ(strided.Launch(), 0) << TakeMessages();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    ASSERT_EQ(OutputBytes(contiguous), OutputBytes(strided)) << "seed " << seed;
  }
}

TEST(NllRandomTest, BitsDoNotDependOnTheRun) {
  const NllLoss2d nll({.n = 2, .c = 7, .h = 61, .w = 97, .dtype = ACL_BF16});
  ASSERT_EQ(nll.Launch(), 0);
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  const std::vector<uint8_t> first = OutputBytes(nll);
  for (int run = 0; run < 5; ++run) {
    nll.buffer(NllLoss2d::kOut).Write(nll.OutputFill());
    ASSERT_EQ(nll.Launch(), 0);
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    ASSERT_EQ(OutputBytes(nll), first);
  }
}

}  // namespace
}  // namespace hostnn::harness
