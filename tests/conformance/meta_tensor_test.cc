// SPDX-License-Identifier: Apache-2.0
// Tensor descriptors: what can be created, and what their getters tell.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "harness/aclnn_codes.h"
#include "harness/session.h"
#include "harness/tensor.h"

namespace hostnn::harness {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using GetDims = aclnnStatus (*)(const aclTensor*, int64_t**, uint64_t*);

// What a getter of shapes or strides gives; frees the array it hands over.
Dims Get(GetDims get, const aclTensor* tensor) {
  int64_t* values = nullptr;
  uint64_t count = 0;
  EXPECT_EQ(get(tensor, &values, &count), 0);
  const Dims dims(values, values + count);
  delete[] values;
  return dims;
}

// Arguments of aclCreateTensor, to be changed one at a time.
struct Description {
  Dims view = {2, 3};
  Dims strides = {3, 1};
  int64_t offset = 0;
  Dims storage = {6};
  aclDataType dtype = ACL_FLOAT;
  aclFormat format = ACL_FORMAT_ND;
  void* data = nullptr;

  aclTensor* Create() const {
    return aclCreateTensor(view.data(), view.size(), dtype, strides.data(),
                           offset, format, storage.data(), storage.size(),
                           data);
  }
};

void ExpectRefused(aclTensor* tensor, const char* what) {
  EXPECT_EQ(tensor, nullptr) << what;
  EXPECT_NE(TakeMessages(), "") << what;
}

TEST(MetaTensorTest, GettersTellWhatWasGiven) {
  int64_t memory = 0;
  const Description description = {.view = {2, 5, 20},
                                   .strides = {100, 20, 1},
                                   .offset = 3,
                                   .storage = {10, 21},
                                   .dtype = ACL_BF16,
                                   .format = ACL_FORMAT_NCL,
                                   .data = &memory};
  aclTensor* const tensor = description.Create();
  ASSERT_NE(tensor, nullptr);
  EXPECT_THAT(Get(aclGetViewShape, tensor), ElementsAre(2, 5, 20));
  EXPECT_THAT(Get(aclGetViewStrides, tensor), ElementsAre(100, 20, 1));
  EXPECT_THAT(Get(aclGetStorageShape, tensor), ElementsAre(10, 21));
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(tensor, &offset), 0);
  EXPECT_EQ(offset, 3);
  aclFormat format = ACL_FORMAT_UNDEFINED;
  EXPECT_EQ(aclGetFormat(tensor, &format), 0);
  EXPECT_EQ(format, ACL_FORMAT_NCL);
  aclDataType dtype = ACL_DT_UNDEFINED;
  EXPECT_EQ(aclGetDataType(tensor, &dtype), 0);
  EXPECT_EQ(dtype, ACL_BF16);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, &memory);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(MetaTensorTest, NullStridesMeanDense) {
  const Dims shape = {10, 20, 30};
  aclTensor* const tensor =
      aclCreateTensor(shape.data(), shape.size(), ACL_FLOAT, nullptr, 0,
                      ACL_FORMAT_ND, shape.data(), shape.size(), nullptr);
  ASSERT_NE(tensor, nullptr);
  EXPECT_THAT(Get(aclGetViewStrides, tensor), ElementsAre(600, 30, 1));
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(MetaTensorTest, RankZeroComesInThreeForms) {
  const int64_t storage_count = 7;
  aclTensor* const tensors[] = {
      aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, nullptr,
                      0, nullptr),
      aclCreateTensor(nullptr, 0, ACL_FLOAT, nullptr, 3, ACL_FORMAT_ND,
                      &storage_count, 1, nullptr),
      aclCreateTensor(&storage_count, 0, ACL_FLOAT, &storage_count, 0,
                      ACL_FORMAT_ND, &storage_count, 0, nullptr)};
  for (aclTensor* const tensor : tensors) {
    ASSERT_NE(tensor, nullptr);
    EXPECT_THAT(Get(aclGetViewShape, tensor), IsEmpty());
    EXPECT_THAT(Get(aclGetViewStrides, tensor), IsEmpty());
    EXPECT_EQ(aclDestroyTensor(tensor), 0);
  }
}

TEST(MetaTensorTest, EmptyTensorsAreFine) {
  const Description description = {
      .view = {2, 0, 3}, .strides = {3, 3, 1}, .storage = {0}};
  aclTensor* const tensor = description.Create();
  ASSERT_NE(tensor, nullptr);
  EXPECT_THAT(Get(aclGetViewShape, tensor), ElementsAre(2, 0, 3));
  EXPECT_THAT(Get(aclGetStorageShape, tensor), ElementsAre(0));
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(MetaTensorTest, NullDimensionsWithACountAreRefused) {
  const Dims dims = {1};
  ExpectRefused(aclCreateTensor(nullptr, 1, ACL_FLOAT, dims.data(), 0,
                                ACL_FORMAT_ND, dims.data(), 1, nullptr),
                "view");
  ExpectRefused(aclCreateTensor(dims.data(), 1, ACL_FLOAT, dims.data(), 0,
                                ACL_FORMAT_ND, nullptr, 1, nullptr),
                "storage");
}

TEST(MetaTensorTest, NegativeNumbersAreRefused) {
  TakeMessages();
  ExpectRefused(Description{.view = {2, -3}}.Create(), "dimension");
  ExpectRefused(Description{.strides = {3, -1}}.Create(), "stride");
  ExpectRefused(Description{.offset = -1}.Create(), "offset");
  ExpectRefused(Description{.storage = {-6}}.Create(), "storage");
}

TEST(MetaTensorTest, UnknownTypesAndFormatsAreRefused) {
  TakeMessages();
  for (const int number : {-2, 5, 60}) {
    ExpectRefused(
        Description{.dtype = static_cast<aclDataType>(number)}.Create(),
        "type");
  }
  for (const int number : {-2, 5, 60}) {
    ExpectRefused(
        Description{.format = static_cast<aclFormat>(number)}.Create(),
        "format");
  }
}

TEST(MetaTensorTest, HasAtMost25Dimensions) {
  Description description = {
      .view = Dims(25, 1), .strides = Dims(25, 1), .storage = Dims(25, 1)};
  aclTensor* const tensor = description.Create();
  EXPECT_NE(tensor, nullptr);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
  description.view = Dims(26, 1);
  description.strides = Dims(26, 1);
  TakeMessages();
  ExpectRefused(description.Create(), "view");
  ExpectRefused(Description{.storage = Dims(26, 1)}.Create(), "storage");
}

TEST(MetaTensorTest, SizesThatOverflowAreRefused) {
  constexpr int64_t kHuge = std::numeric_limits<int64_t>::max();
  TakeMessages();
  ExpectRefused(Description{.storage = {kHuge, 2}}.Create(), "storage");
  ExpectRefused(Description{.view = {kHuge, 3}}.Create(), "view");
  ExpectRefused(Description{.strides = {kHuge, 1}, .offset = kHuge}.Create(),
                "last element");
}

TEST(MetaTensorTest, MovesToAnotherAddress) {
  int memory = 0;
  aclTensor* const tensor = Description{}.Create();
  EXPECT_EQ(aclSetRawTensorAddr(tensor, &memory), 0);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, &memory);
  EXPECT_EQ(aclSetRawTensorAddr(tensor, nullptr), 0);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, &address), 0);
  EXPECT_EQ(address, nullptr);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(MetaTensorTest, IsDescribedAnew) {
  aclTensor* const tensor = Description{}.Create();
  const Dims shape = {4, 5};
  const Dims strides = {1, 4};
  const Dims storage = {20};
  const auto init = [&](aclTensor* which, const int64_t* dims) {
    return aclInitTensor(which, dims, 2, ACL_FLOAT16, strides.data(), 0,
                         ACL_FORMAT_NC, storage.data(), 1, nullptr);
  };
  ASSERT_EQ(init(tensor, shape.data()), 0);
  EXPECT_THAT(Get(aclGetViewShape, tensor), ElementsAre(4, 5));
  EXPECT_THAT(Get(aclGetViewStrides, tensor), ElementsAre(1, 4));
  EXPECT_THAT(Get(aclGetStorageShape, tensor), ElementsAre(20));
  aclDataType dtype = ACL_DT_UNDEFINED;
  EXPECT_EQ(aclGetDataType(tensor, &dtype), 0);
  EXPECT_EQ(dtype, ACL_FLOAT16);

  const Dims negative = {-1, 5};
  EXPECT_EQ(init(tensor, negative.data()), kBadArgument);
  EXPECT_NE(init(tensor, nullptr), 0);
  EXPECT_THAT(Get(aclGetViewShape, tensor), ElementsAre(4, 5));
  EXPECT_EQ(init(nullptr, shape.data()), kNullArgument);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
  EXPECT_EQ(init(tensor, shape.data()), kBadArgument);
}

TEST(MetaTensorTest, NullArgumentsAreRefusedByEveryGetter) {
  aclTensor* const tensor = Description{}.Create();
  int64_t* dims = nullptr;
  uint64_t count = 4711;
  for (const GetDims get :
       {aclGetViewShape, aclGetViewStrides, aclGetStorageShape}) {
    EXPECT_EQ(get(nullptr, &dims, &count), kNullArgument);
    EXPECT_EQ(get(tensor, nullptr, &count), kNullArgument);
    EXPECT_EQ(get(tensor, &dims, nullptr), kNullArgument);
  }
  EXPECT_EQ(dims, nullptr);
  EXPECT_EQ(count, 4711u);
  int64_t offset = 0;
  EXPECT_EQ(aclGetViewOffset(nullptr, &offset), kNullArgument);
  EXPECT_EQ(aclGetViewOffset(tensor, nullptr), kNullArgument);
  aclFormat format = ACL_FORMAT_ND;
  EXPECT_EQ(aclGetFormat(nullptr, &format), kNullArgument);
  EXPECT_EQ(aclGetFormat(tensor, nullptr), kNullArgument);
  aclDataType dtype = ACL_FLOAT;
  EXPECT_EQ(aclGetDataType(nullptr, &dtype), kNullArgument);
  EXPECT_EQ(aclGetDataType(tensor, nullptr), kNullArgument);
  void* address = nullptr;
  EXPECT_EQ(aclGetRawTensorAddr(nullptr, &address), kNullArgument);
  EXPECT_EQ(aclGetRawTensorAddr(tensor, nullptr), kNullArgument);
  EXPECT_EQ(aclSetRawTensorAddr(nullptr, address), kNullArgument);
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

TEST(MetaTensorTest, DescribedAnewMeanwhileItIsReadAsTheOldOrTheNewOne) {
  const Dims many(25, 1);
  const Dims few = {2};
  aclTensor* const tensor =
      aclCreateTensor(few.data(), few.size(), ACL_FLOAT, nullptr, 0,
                      ACL_FORMAT_ND, few.data(), few.size(), nullptr);
  ASSERT_NE(tensor, nullptr);
  std::thread writer([&] {
    for (int round = 0; round < 2000; ++round) {
      const Dims& dims = round % 2 == 0 ? many : few;
      EXPECT_EQ(
          aclInitTensor(tensor, dims.data(), dims.size(), ACL_FLOAT, nullptr, 0,
                        ACL_FORMAT_ND, dims.data(), dims.size(), nullptr),
          0);
    }
  });
  for (int round = 0; round < 2000; ++round) {
    const Dims seen = Get(aclGetViewShape, tensor);
    EXPECT_TRUE(seen == many || seen == few);
  }
  writer.join();
  EXPECT_EQ(aclDestroyTensor(tensor), 0);
}

}  // namespace
}  // namespace hostnn::harness
