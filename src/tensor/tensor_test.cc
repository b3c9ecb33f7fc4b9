// SPDX-License-Identifier: Apache-2.0
#include "tensor/tensor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <limits>
#include <optional>
#include <thread>
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

TEST(TensorObjectTest, KeepsTheDescriptionAndWhatFollowsFromIt) {
  Tensor tensor;
  tensor.shape = Dims(std::vector<int64_t>{2, 3});
  tensor.strides = Dims(std::vector<int64_t>{1, 2});
  tensor.offset = 4;
  tensor.storage_shape = Dims(std::vector<int64_t>{10});
  tensor.dtype = ACL_BF16;
  tensor.format = ACL_FORMAT_NCHW;
  const auto facts_of = [&tensor] {
    Tensor read;
    ViewFacts facts;
    TensorObject(tensor).Get(&read, &facts);
    EXPECT_EQ(read.shape, tensor.shape);
    EXPECT_EQ(read.strides, tensor.strides);
    EXPECT_EQ(read.offset, tensor.offset);
    EXPECT_EQ(read.storage_shape, tensor.storage_shape);
    EXPECT_EQ(read.dtype, tensor.dtype);
    EXPECT_EQ(read.format, tensor.format);
    return facts;
  };
  const ViewFacts facts = facts_of();
  EXPECT_EQ(facts.element_count, 6);
  EXPECT_EQ(facts.end_element, 10);
  EXPECT_TRUE(facts.is_inside_storage);
  EXPECT_FALSE(facts.is_distinct);  // it is, but in another order
  tensor.strides = Dims(std::vector<int64_t>{4, 1});
  EXPECT_FALSE(facts_of().is_inside_storage);
  EXPECT_TRUE(facts_of().is_distinct);
  tensor.strides = Dims(std::vector<int64_t>{2, 1});
  EXPECT_FALSE(facts_of().is_distinct);
}

// Readers find a tensor whole, or that it is gone, while others describe it
// anew, destroy it and make others in its place.
TEST(TensorObjectTest, IsReadWholeWhileItChanges) {
  // All numbers of a tensor are the same.
  const auto make = [](int64_t number) {
    Tensor tensor;
    tensor.shape = Dims(std::vector<int64_t>(static_cast<size_t>(number), 1));
    tensor.strides =
        Dims(std::vector<int64_t>(static_cast<size_t>(number), number));
    tensor.offset = number;
    return tensor;
  };
  std::atomic<const void*> handle = nullptr;
  std::atomic<bool> stop = false;
  std::vector<std::thread> readers;
  for (int i = 0; i < 2; ++i) {
    readers.emplace_back([&] {
      while (!stop) {
        Tensor read;
        ViewFacts facts;
        const bool is_live = TensorPool::Instance().ReadUnreferenced(
            handle.load(),
            [&](const TensorObject& object) { object.Get(&read, &facts); });
        if (!is_live) continue;
        ASSERT_EQ(read.rank(), read.offset);
        ASSERT_EQ(facts.end_element, read.offset + 1);
        for (const int64_t stride : read.strides)
          ASSERT_EQ(stride, read.offset);
      }
    });
  }
  for (int round = 0; round < 2000; ++round) {
    const Ref<TensorObject> object =
        TensorPool::Instance().Create(make(1 + round % 7));
    handle = object.handle();
    object->Set(make(1 + round % 5));
    object->SetData(&stop);
    EXPECT_TRUE(TensorPool::Instance().Remove(object.handle()));
  }
  stop = true;
  for (std::thread& reader : readers) reader.join();
}

}  // namespace
}  // namespace hostnn
