// SPDX-License-Identifier: Apache-2.0
// Scalars, arrays and lists: creation, sizes, ownership, destruction.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "harness/aclnn_codes.h"
#include "harness/session.h"
#include "harness/tensor.h"

namespace hostnn::harness {
namespace {

aclTensor* NewTensor() {
  return Tensor(View::Contiguous(ACL_FLOAT, {2, 3}), nullptr).Release();
}

aclScalar* NewScalar() {
  double value = 1.5;
  return aclCreateScalar(&value, ACL_DOUBLE);
}

TEST(MetaScalarTest, IsCreatedOfEveryUsualType) {
  const aclDataType types[] = {
      ACL_FLOAT,  ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE,    ACL_INT8,
      ACL_INT16,  ACL_INT32,   ACL_INT64, ACL_UINT8,     ACL_UINT16,
      ACL_UINT32, ACL_UINT64,  ACL_BOOL,  ACL_COMPLEX64, ACL_COMPLEX128};
  for (const aclDataType type : types) {
    alignas(16) uint8_t value[16] = {};
    aclScalar* const scalar = aclCreateScalar(value, type);
    EXPECT_NE(scalar, nullptr) << type;
    EXPECT_EQ(aclDestroyScalar(scalar), 0);
  }
}

TEST(MetaScalarTest, NullValueAndUnknownTypeAreRefused) {
  float value = 1;
  TakeMessages();
  EXPECT_EQ(aclCreateScalar(nullptr, ACL_FLOAT), nullptr);
  EXPECT_NE(TakeMessages(), "");
  EXPECT_EQ(aclCreateScalar(&value, static_cast<aclDataType>(5)), nullptr);
  EXPECT_NE(TakeMessages(), "");
}

TEST(MetaArrayTest, TellsItsSize) {
  const int64_t ints[] = {1, 2, 3};
  const float floats[] = {1, 2};
  const bool bools[] = {true};
  aclIntArray* const int_array = aclCreateIntArray(ints, 3);
  aclFloatArray* const float_array = aclCreateFloatArray(floats, 2);
  aclBoolArray* const bool_array = aclCreateBoolArray(bools, 1);
  uint64_t size = 0;
  EXPECT_EQ(aclGetIntArraySize(int_array, &size), 0);
  EXPECT_EQ(size, 3u);
  EXPECT_EQ(aclGetFloatArraySize(float_array, &size), 0);
  EXPECT_EQ(size, 2u);
  EXPECT_EQ(aclGetBoolArraySize(bool_array, &size), 0);
  EXPECT_EQ(size, 1u);
  EXPECT_EQ(aclDestroyIntArray(int_array), 0);
  EXPECT_EQ(aclDestroyFloatArray(float_array), 0);
  EXPECT_EQ(aclDestroyBoolArray(bool_array), 0);
}

TEST(MetaArrayTest, MayBeEmptyButNotNullWithASize) {
  aclIntArray* const ints = aclCreateIntArray(nullptr, 0);
  aclFloatArray* const floats = aclCreateFloatArray(nullptr, 0);
  aclBoolArray* const bools = aclCreateBoolArray(nullptr, 0);
  uint64_t size = 4711;
  EXPECT_EQ(aclGetIntArraySize(ints, &size), 0);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(aclDestroyIntArray(ints), 0);
  EXPECT_EQ(aclDestroyFloatArray(floats), 0);
  EXPECT_EQ(aclDestroyBoolArray(bools), 0);
  EXPECT_EQ(aclCreateIntArray(nullptr, 1), nullptr);
  EXPECT_EQ(aclCreateFloatArray(nullptr, 1), nullptr);
  EXPECT_EQ(aclCreateBoolArray(nullptr, 1), nullptr);
}

TEST(MetaListTest, TensorListOwnsItsMembers) {
  const aclTensor* const members[] = {NewTensor(), nullptr, NewTensor()};
  aclTensorList* const list = aclCreateTensorList(members, 3);
  ASSERT_NE(list, nullptr);
  uint64_t size = 0;
  EXPECT_EQ(aclGetTensorListSize(list, &size), 0);
  EXPECT_EQ(size, 3u);
  aclDataType dtype = ACL_DT_UNDEFINED;
  EXPECT_EQ(aclGetDataType(members[0], &dtype), 0);
  EXPECT_EQ(aclDestroyTensorList(list), 0);
  EXPECT_EQ(aclGetDataType(members[0], &dtype), kBadArgument);
  EXPECT_EQ(aclDestroyTensor(members[2]), kBadArgument);
}

TEST(MetaListTest, ScalarListOwnsItsMembers) {
  const aclScalar* const members[] = {nullptr, NewScalar()};
  aclScalarList* const list = aclCreateScalarList(members, 2);
  ASSERT_NE(list, nullptr);
  uint64_t size = 0;
  EXPECT_EQ(aclGetScalarListSize(list, &size), 0);
  EXPECT_EQ(size, 2u);
  EXPECT_EQ(aclDestroyScalarList(list), 0);
  EXPECT_EQ(aclDestroyScalar(members[1]), kBadArgument);
}

TEST(MetaListTest, MayBeEmptyButNotNullWithASize) {
  aclTensorList* const tensors = aclCreateTensorList(nullptr, 0);
  aclScalarList* const scalars = aclCreateScalarList(nullptr, 0);
  uint64_t size = 4711;
  EXPECT_EQ(aclGetTensorListSize(tensors, &size), 0);
  EXPECT_EQ(size, 0u);
  EXPECT_EQ(aclDestroyTensorList(tensors), 0);
  EXPECT_EQ(aclDestroyScalarList(scalars), 0);
  EXPECT_EQ(aclCreateTensorList(nullptr, 1), nullptr);
  EXPECT_EQ(aclCreateScalarList(nullptr, 1), nullptr);
}

TEST(MetaListTest, SizesNeedBothArguments) {
  uint64_t size = 0;
  EXPECT_EQ(aclGetIntArraySize(nullptr, &size), kNullArgument);
  EXPECT_EQ(aclGetFloatArraySize(nullptr, &size), kNullArgument);
  EXPECT_EQ(aclGetBoolArraySize(nullptr, &size), kNullArgument);
  EXPECT_EQ(aclGetTensorListSize(nullptr, &size), kNullArgument);
  EXPECT_EQ(aclGetScalarListSize(nullptr, &size), kNullArgument);
  aclIntArray* const array = aclCreateIntArray(nullptr, 0);
  EXPECT_EQ(aclGetIntArraySize(array, nullptr), kNullArgument);
  EXPECT_EQ(aclDestroyIntArray(array), 0);
}

TEST(MetaDestroyTest, NullIsFine) {
  EXPECT_EQ(aclDestroyTensor(nullptr), 0);
  EXPECT_EQ(aclDestroyScalar(nullptr), 0);
  EXPECT_EQ(aclDestroyIntArray(nullptr), 0);
  EXPECT_EQ(aclDestroyFloatArray(nullptr), 0);
  EXPECT_EQ(aclDestroyBoolArray(nullptr), 0);
  EXPECT_EQ(aclDestroyTensorList(nullptr), 0);
  EXPECT_EQ(aclDestroyScalarList(nullptr), 0);
}

template <class Object>
void ExpectDestroyedOnce(Object* object,
                         aclnnStatus (*destroy)(const Object*)) {
  EXPECT_EQ(destroy(object), 0);
  EXPECT_EQ(destroy(object), kBadArgument);
}

TEST(MetaDestroyTest, WorksOnce) {
  ExpectDestroyedOnce(NewTensor(), aclDestroyTensor);
  ExpectDestroyedOnce(NewScalar(), aclDestroyScalar);
  ExpectDestroyedOnce(aclCreateIntArray(nullptr, 0), aclDestroyIntArray);
  ExpectDestroyedOnce(aclCreateFloatArray(nullptr, 0), aclDestroyFloatArray);
  ExpectDestroyedOnce(aclCreateBoolArray(nullptr, 0), aclDestroyBoolArray);
  ExpectDestroyedOnce(aclCreateTensorList(nullptr, 0), aclDestroyTensorList);
  ExpectDestroyedOnce(aclCreateScalarList(nullptr, 0), aclDestroyScalarList);
}

TEST(MetaDestroyTest, ManyObjectsComeAndGo) {
  std::vector<aclTensor*> tensors;
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 5000; ++i) tensors.push_back(NewTensor());
    for (aclTensor* tensor : tensors) ASSERT_EQ(aclDestroyTensor(tensor), 0);
    for (aclTensor* tensor : tensors) {
      ASSERT_EQ(aclDestroyTensor(tensor), kBadArgument);
    }
    tensors.clear();
  }
}

}  // namespace
}  // namespace hostnn::harness
