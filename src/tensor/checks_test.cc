// SPDX-License-Identifier: Apache-2.0
#include "tensor/checks.h"

#include <gtest/gtest.h>

#include <string>

#include "tensor/tensor_test.h"

namespace hostnn {
namespace {

void ExpectRefused(const Status& status, const std::string& message) {
  EXPECT_EQ(status.code(), Code::kBadArgument);
  EXPECT_EQ(status.message(), message);
}

TEST(ChecksTest, DTypeMustBeAllowed) {
  const Tensor tensor = Contiguous({2});
  EXPECT_TRUE(CheckDType({"target", &tensor}, {ACL_FLOAT}).ok());
  ExpectRefused(
      CheckDType({"target", &tensor}, {ACL_INT64, ACL_UINT8, ACL_INT32}),
      "target: expected dtype INT32, UINT8 or INT64, got FLOAT");
}

TEST(ChecksTest, DTypesMustAgree) {
  const Tensor self = Contiguous({2});
  const Tensor target = Contiguous({2}, ACL_FLOAT16);
  EXPECT_TRUE(CheckSameDType({"out", &self}, {"self", &self}).ok());
  ExpectRefused(CheckSameDType({"target", &target}, {"self", &self}),
                "target: expected dtype FLOAT (that of self), got FLOAT16");
}

TEST(ChecksTest, FormatsMustAgree) {
  const Tensor self = Contiguous({2});
  Tensor target = self;
  target.format = ACL_FORMAT_NCHW;
  EXPECT_TRUE(CheckSameFormat({"out", &self}, {"self", &self}).ok());
  ExpectRefused(CheckSameFormat({"target", &target}, {"self", &self}),
                "target: expected format ND (that of self), got NCHW");
}

TEST(ChecksTest, RankMustFit) {
  const Tensor tensor = Contiguous({2, 3, 4});
  EXPECT_TRUE(CheckRank({"self", &tensor}, 3).ok());
  EXPECT_TRUE(CheckMaxRank({"self", &tensor}, 3).ok());
  ExpectRefused(CheckRank({"self", &tensor}, 4),
                "self: expected 4 dimensions, got 3: [2,3,4]");
  ExpectRefused(CheckMaxRank({"self", &tensor}, 1),
                "self: expected at most 1 dimension, got 3: [2,3,4]");
}

TEST(ChecksTest, ShapesMustBroadcast) {
  const Tensor self = Contiguous({2, 3});
  const Tensor row = Contiguous({3});
  const Tensor four = Contiguous({4});
  const Tensor larger = Contiguous({5, 2, 3});
  EXPECT_TRUE(CheckBroadcastsTo({"weight", &row}, {"self", &self}).ok());
  ExpectRefused(CheckBroadcastsTo({"weight", &four}, {"self", &self}),
                "weight: expected a shape that broadcasts to [2,3] (that of "
                "self), got [4]");
  ExpectRefused(CheckBroadcastsTo({"weight", &larger}, {"self", &self}),
                "weight: expected a shape that broadcasts to [2,3] (that of "
                "self), got [5,2,3]");
  Dims shape = self.shape;
  ExpectRefused(CheckBroadcastsWith({"target", &four}, "self", &shape),
                "target: expected a shape that broadcasts with [2,3] (self), "
                "got [4]");
  EXPECT_TRUE(CheckBroadcastsWith({"target", &larger}, "self", &shape).ok());
  ExpectRefused(CheckShape({"out", &self}, shape, "self and target broadcast"),
                "out: expected shape [5,2,3] (self and target broadcast), got "
                "[2,3]");
}

TEST(ChecksTest, ShapesMustAgree) {
  const Tensor self = Contiguous({2, 3});
  const Tensor out = Contiguous({2, 4});
  EXPECT_TRUE(CheckSameShape({"out", &self}, {"self", &self}).ok());
  ExpectRefused(CheckSameShape({"out", &out}, {"self", &self}),
                "out: expected shape [2,3] (that of self), got [2,4]");
  ExpectRefused(
      CheckSameDimension({"out", &out}, 1, {"self", &self}, 0),
      "out: expected dimension 1 to be 2 (dimension 0 of self), got 4");
  EXPECT_TRUE(CheckSameDimension({"out", &out}, 0, {"self", &self}, 0).ok());
}

TEST(ChecksTest, ElementCountMustBeRight) {
  const Tensor weight = Contiguous({2, 2});
  EXPECT_TRUE(CheckElementCount({"weight", &weight}, 4, nullptr).ok());
  ExpectRefused(
      CheckElementCount({"weight", &weight}, 5, "the number of classes"),
      "weight: expected 5 elements (the number of classes), got 4: [2,2]");
  ExpectRefused(CheckElementCount({"totalWeight", &weight}, 1, nullptr),
                "totalWeight: expected 1 element, got 4: [2,2]");
}

TEST(ChecksTest, ReductionIsNoneMeanOrSum) {
  for (const int64_t reduction : {0, 1, 2}) {
    EXPECT_TRUE(CheckReduction(reduction).ok());
  }
  ExpectRefused(CheckReduction(3),
                "reduction: expected 0 (none), 1 (mean) or 2 (sum), got 3");
  EXPECT_FALSE(CheckReduction(-1).ok());
  EXPECT_FALSE(CheckReduction(int64_t{1} << 40).ok());
}

TEST(ChecksTest, ViewMustLieInsideItsStorage) {
  Tensor self = Contiguous({2, 3, 4});
  EXPECT_TRUE(CheckViewInsideStorage({"self", &self}).ok());
  self.offset = 2;
  ExpectRefused(CheckViewInsideStorage({"self", &self}),
                "self: expected a view inside its storage of elements [0,24), "
                "got a view of elements [2,26)");
  Tensor empty = Contiguous({2, 0});
  empty.offset = 100;
  EXPECT_TRUE(CheckViewInsideStorage({"self", &empty}).ok());
}

TEST(ChecksTest, OutputMayNotOverlapItself) {
  Tensor out = Contiguous({2, 3});
  EXPECT_TRUE(CheckNoSelfOverlap({"out", &out}).ok());
  out.strides[0] = 0;
  ExpectRefused(CheckNoSelfOverlap({"out", &out}),
                "out: expected a view that maps every index to an element of "
                "its own, got shape [2,3] with strides [0,1]");
}

}  // namespace
}  // namespace hostnn
