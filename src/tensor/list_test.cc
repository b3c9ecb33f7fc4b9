// SPDX-License-Identifier: Apache-2.0
#include "tensor/list.h"

#include <gtest/gtest.h>

namespace hostnn {
namespace {

TensorPool& Tensors() { return TensorPool::Instance(); }
HandlePool<TensorList>& Lists() { return HandlePool<TensorList>::Instance(); }

using Handles = std::vector<const void*>;

TEST(ListTest, TakesItsMembersAlong) {
  const void* tensor = Tensors().Create(Tensor()).handle();
  const void* list = Lists().Create(Handles{tensor, nullptr}).handle();
  EXPECT_TRUE(Lists().Find(list)->Find(0));
  EXPECT_FALSE(Lists().Find(list)->Find(1));
  EXPECT_EQ(Lists().Find(list)->handles().size(), 2u);
  EXPECT_TRUE(Lists().Remove(list));
  EXPECT_FALSE(Tensors().Find(tensor));
}

TEST(ListTest, SurvivesAMemberThatWasDestroyedOnItsOwn) {
  const void* tensor = Tensors().Create(Tensor()).handle();
  const void* list = Lists().Create(Handles{tensor, tensor}).handle();
  EXPECT_TRUE(Tensors().Remove(tensor));
  EXPECT_FALSE(Lists().Find(list)->Find(0));
  EXPECT_TRUE(Lists().Remove(list));
}

TEST(TakeMembersTest, CollectsHandlesAndAllowsNull) {
  const void* tensor = Tensors().Create(Tensor()).handle();
  const void* value[] = {nullptr, tensor};
  Handles handles;
  ASSERT_TRUE(TakeMembers<TensorObject>(value, 2, &handles).ok());
  EXPECT_EQ(handles, Handles({nullptr, tensor}));
  ASSERT_TRUE(TakeMembers<TensorObject>(value, 0, &handles).ok());
  EXPECT_TRUE(handles.empty());
  EXPECT_TRUE(Tensors().Remove(tensor));
}

TEST(TakeMembersTest, RefusesAMissingArrayAndStaleHandles) {
  const void* tensor = Tensors().Create(Tensor()).handle();
  const void* const value[] = {tensor};
  const void* const* missing = nullptr;
  EXPECT_TRUE(Tensors().Remove(tensor));
  Handles handles;
  EXPECT_EQ(TakeMembers<TensorObject>(missing, 1, &handles).code(),
            Code::kNullArgument);
  EXPECT_EQ(TakeMembers<TensorObject>(value, 1, &handles).code(),
            Code::kBadArgument);
  EXPECT_TRUE(TakeMembers<TensorObject>(missing, 0, &handles).ok());
}

}  // namespace
}  // namespace hostnn
