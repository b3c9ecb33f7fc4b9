// SPDX-License-Identifier: Apache-2.0
#include "tensor/tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <vector>

namespace hostnn {
namespace {

using testing::HasSubstr;

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// A description whose parts a test replaces.
struct Described {
  std::vector<int64_t> shape = {2, 3};
  std::optional<std::vector<int64_t>> strides = std::nullopt;
  int64_t offset = 0;
  std::vector<int64_t> storage = {6};
  aclDataType dtype = ACL_FLOAT;
  aclFormat format = ACL_FORMAT_ND;

  TensorDescription description() const {
    return {shape.data(),   shape.size(),
            dtype,          strides ? strides->data() : nullptr,
            offset,         format,
            storage.data(), storage.size(),
            nullptr};
  }
};

Tensor Make(const Described& described) {
  Tensor tensor;
  const Status status = MakeTensor(described.description(), &tensor);
  EXPECT_TRUE(status.ok()) << status.message();
  return tensor;
}

void ExpectDescriptionRefused(const TensorDescription& description,
                              const char* message) {
  Tensor tensor;
  const Status status = MakeTensor(description, &tensor);
  EXPECT_EQ(status.code(), Code::kBadArgument);
  EXPECT_THAT(status.message(), HasSubstr(message));
}
void ExpectRefused(const Described& described, const char* message) {
  ExpectDescriptionRefused(described.description(), message);
}

Dims D(std::vector<int64_t> values) { return Dims(values); }

TEST(DimsTest, CompareByValueAndReadAsAList) {
  EXPECT_EQ(D({2, 3}), D({2, 3}));
  EXPECT_FALSE(D({2, 3}) == D({2, 3, 1}));
  EXPECT_EQ(ToString(D({2, 3, 5})), "[2,3,5]");
  EXPECT_EQ(ToString(Dims()), "[]");
}

TEST(DimsTest, ContiguousStridesEndWithOne) {
  EXPECT_EQ(ContiguousStrides(D({10, 20, 30})), D({600, 30, 1}));
  EXPECT_EQ(ContiguousStrides(Dims()), Dims());
  EXPECT_EQ(ContiguousStrides(D({2, 0, 3})), D({3, 3, 1}));
  EXPECT_EQ(ContiguousStrides(D({0, kMax, kMax})), D({kMax, kMax, 1}));
}

TEST(MakeTensorTest, KeepsWhatWasGiven) {
  int storage[1];
  Described described = {.shape = {4, 2},
                         .strides = {{1, 4}},
                         .offset = 3,
                         .storage = {2, 6},
                         .dtype = ACL_INT32,
                         .format = ACL_FORMAT_NC};
  TensorDescription description = described.description();
  description.data = storage;
  Tensor tensor;
  ASSERT_TRUE(MakeTensor(description, &tensor).ok());
  EXPECT_EQ(tensor.shape, D({4, 2}));
  EXPECT_EQ(tensor.strides, D({1, 4}));
  EXPECT_EQ(tensor.offset, 3);
  EXPECT_EQ(tensor.storage_shape, D({2, 6}));
  EXPECT_EQ(tensor.dtype, ACL_INT32);
  EXPECT_EQ(tensor.format, ACL_FORMAT_NC);
  EXPECT_EQ(tensor.data, storage);
  EXPECT_EQ(tensor.rank(), 2);
  EXPECT_EQ(tensor.element_count(), 8);
  EXPECT_EQ(tensor.storage_element_count(), 12);
  EXPECT_EQ(tensor.end_element(), 3 + 3 * 1 + 1 * 4 + 1);
}

TEST(MakeTensorTest, WithoutStridesIsContiguous) {
  EXPECT_EQ(Make({.shape = {2, 3}}).strides, D({3, 1}));
}

TEST(MakeTensorTest, WithoutDimensionsHoldsOneElementAndNeedsNoArrays) {
  const TensorDescription description = {
      nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr, 0, nullptr};
  Tensor tensor;
  ASSERT_TRUE(MakeTensor(description, &tensor).ok());
  EXPECT_EQ(tensor.element_count(), 1);
  EXPECT_EQ(tensor.storage_element_count(), 1);
  EXPECT_EQ(tensor.end_element(), 1);
}

TEST(MakeTensorTest, AnEmptyViewEndsNowhere) {
  const Tensor tensor = Make({.shape = {2, 0, 3}, .offset = 4, .storage = {0}});
  EXPECT_TRUE(tensor.empty());
  EXPECT_EQ(tensor.end_element(), 0);
}

TEST(MakeTensorTest, AViewMayReachPastItsStorageUntilPhaseOne) {
  EXPECT_EQ(Make({.shape = {7}, .storage = {6}}).end_element(), 7);
}

TEST(MakeTensorTest, RefusesMissingArrays) {
  const Described described;
  TensorDescription description = described.description();
  description.view_dims = nullptr;
  ExpectDescriptionRefused(description,
                           "viewDims: expected 2 values, got NULL");
  description = described.description();
  description.storage_dims = nullptr;
  ExpectDescriptionRefused(description,
                           "storageDims: expected 1 values, got NULL");
}

TEST(MakeTensorTest, RefusesTooManyDimensionsWithoutReadingThem) {
  const Described described;
  TensorDescription description = described.description();
  description.view_dim_count = kMaxDims + 1;
  ExpectDescriptionRefused(description,
                           "viewDims: expected at most 25 values, got 26");
  description.view_dim_count = std::numeric_limits<uint64_t>::max();
  ExpectDescriptionRefused(description, "viewDims: expected at most 25 values");
  EXPECT_EQ(Make({.shape = std::vector<int64_t>(kMaxDims, 1)}).rank(),
            kMaxDims);
}

TEST(MakeTensorTest, RefusesNegativeNumbers) {
  ExpectRefused({.shape = {2, -1}},
                "viewDims: expected no negative value, got [2,-1]");
  ExpectRefused({.strides = {{-3, 1}}},
                "stride: expected no negative value, got [-3,1]");
  ExpectRefused({.offset = -1}, "offset: expected at least 0, got -1");
  ExpectRefused({.storage = {-6}},
                "storageDims: expected no negative value, got [-6]");
}

TEST(MakeTensorTest, RefusesUnknownTypesAndFormats) {
  ExpectRefused({.dtype = ACL_DT_UNDEFINED},
                "dataType: expected a data type, got -1");
  ExpectRefused({.dtype = static_cast<aclDataType>(5)},
                "dataType: expected a data type, got 5");
  ExpectRefused({.format = ACL_FORMAT_UNDEFINED},
                "format: expected a format, got -1");
  ExpectRefused({.format = static_cast<aclFormat>(60)},
                "format: expected a format, got 60");
}

TEST(MakeTensorTest, RefusesSizesBeyond63Bits) {
  ExpectRefused({.shape = {kMax, kMax}}, "viewDims: expected a view below");
  ExpectRefused({.shape = {2, 2}, .strides = {{kMax, kMax}}},
                "viewDims: expected a view below");
  ExpectRefused({.shape = {kMax / 4 + 1}, .strides = {{0}}},
                "viewDims: expected a view below");
  ExpectRefused({.shape = {0}, .offset = kMax},
                "viewDims: expected a view below");
  ExpectRefused({.storage = {kMax / 2, 3}},
                "storageDims: expected a storage below");
}

TEST(MakeTensorTest, SizesOfOneAndZeroMakeLargeNumbersHarmless) {
  EXPECT_TRUE(Make({.shape = {kMax, 0, kMax}, .storage = {0}}).empty());
  const Tensor tensor = Make({.shape = {1}, .strides = {{kMax}}});
  EXPECT_EQ(tensor.end_element(), 1);
  EXPECT_EQ(Make({.shape = {kMax / 4 - 1}}).end_element(), kMax / 4 - 1);
}

TEST(MakeTensorTest, LeavesTheTensorAloneOnFailure) {
  Tensor tensor = Make({.shape = {5}});
  const Described bad = {.offset = -1};
  ASSERT_FALSE(MakeTensor(bad.description(), &tensor).ok());
  EXPECT_EQ(tensor.shape, D({5}));
}

}  // namespace
}  // namespace hostnn
