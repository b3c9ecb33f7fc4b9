// SPDX-License-Identifier: Apache-2.0
#include "tensor/scalar.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>

namespace hostnn {
namespace {

TEST(MakeScalarTest, TakesTheValueOverAtTheCall) {
  double value = 2.5;
  Scalar scalar;
  ASSERT_TRUE(MakeScalar(&value, ACL_DOUBLE, &scalar).ok());
  value = 0;
  double kept;
  std::memcpy(&kept, scalar.value.data(), sizeof kept);
  EXPECT_EQ(kept, 2.5);
  EXPECT_EQ(scalar.dtype, ACL_DOUBLE);
}

TEST(MakeScalarTest, ReadsOnlyTheBytesOfTheType) {
  const auto byte = std::make_unique<uint8_t>(7);
  Scalar scalar;
  ASSERT_TRUE(MakeScalar(byte.get(), ACL_BOOL, &scalar).ok());
  EXPECT_EQ(scalar.value[0], std::byte{7});
  EXPECT_EQ(scalar.value[1], std::byte{0});
  const double complex[2] = {1, 2};
  EXPECT_TRUE(MakeScalar(complex, ACL_COMPLEX128, &scalar).ok());
}

TEST(MakeScalarTest, RefusesNullAndTypesWithoutBytes) {
  const int64_t value = 1;
  Scalar scalar;
  EXPECT_EQ(MakeScalar(nullptr, ACL_FLOAT, &scalar).code(),
            Code::kNullArgument);
  for (const aclDataType type :
       {ACL_DT_UNDEFINED, ACL_STRING, ACL_INT4, static_cast<aclDataType>(5)}) {
    EXPECT_EQ(MakeScalar(&value, type, &scalar).code(), Code::kBadArgument);
  }
}

}  // namespace
}  // namespace hostnn
