// SPDX-License-Identifier: Apache-2.0
#include "tensor/broadcast.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tensor/shape_inference.h"

namespace hostnn {
namespace {

// The text of what the shapes broadcast to, both ways round; "" if they do not.
std::string Broadcast(const std::vector<int64_t>& a,
                      const std::vector<int64_t>& b) {
  Dims shape(a);
  Dims reverse(b);
  const bool do_broadcast = BroadcastWith(Dims(b), &shape);
  EXPECT_EQ(BroadcastWith(Dims(a), &reverse), do_broadcast);
  if (!do_broadcast) {
    EXPECT_EQ(shape, Dims(a));
    EXPECT_EQ(reverse, Dims(b));
    return "";
  }
  EXPECT_EQ(reverse, shape);
  return ToString(shape);
}

TEST(BroadcastShapesTest, AlignsAtTheRight) {
  EXPECT_EQ(Broadcast({}, {}), "[]");
  EXPECT_EQ(Broadcast({}, {2, 3}), "[2,3]");
  EXPECT_EQ(Broadcast({3}, {2, 3}), "[2,3]");
  EXPECT_EQ(Broadcast({2, 1}, {3}), "[2,3]");
  EXPECT_EQ(Broadcast({4, 1, 2, 1}, {3, 1, 5}), "[4,3,2,5]");
}

TEST(BroadcastShapesTest, ZeroGoesWithOne) {
  EXPECT_EQ(Broadcast({0}, {1}), "[0]");
  EXPECT_EQ(Broadcast({0, 3}, {3}), "[0,3]");
  EXPECT_EQ(Broadcast({0}, {2}), "");
}

TEST(BroadcastShapesTest, OtherDimensionsMustBeEqual) {
  EXPECT_EQ(Broadcast({2}, {3}), "");
  EXPECT_EQ(Broadcast({2, 3}, {2}), "");
}

TEST(BroadcastShapesTest, AnUnknownDimensionIsWhatTheOtherSays) {
  EXPECT_EQ(Broadcast({kUnknownDimension}, {3}), "[3]");
  EXPECT_EQ(Broadcast({kUnknownDimension}, {1}), "[-1]");
  EXPECT_EQ(Broadcast({kUnknownDimension}, {kUnknownDimension}), "[-1]");
}

TEST(BroadcastStridesTest, StretchedDimensionsDoNotMove) {
  Tensor tensor;
  tensor.shape = Dims(std::vector<int64_t>{3, 1});
  tensor.strides = Dims(std::vector<int64_t>{7, 5});
  EXPECT_EQ(
      ToString(BroadcastStrides(tensor, Dims(std::vector<int64_t>{2, 3, 4}))),
      "[0,7,0]");
  EXPECT_EQ(ToString(BroadcastStrides(tensor, tensor.shape)), "[7,5]");
}

}  // namespace
}  // namespace hostnn
