// SPDX-License-Identifier: Apache-2.0
// The base of suites whose every test runs for each operator.
#ifndef HOSTNN_TESTS_HARNESS_EACH_OPERATOR_H_
#define HOSTNN_TESTS_HARNESS_EACH_OPERATOR_H_

#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "harness/operators.h"

namespace hostnn::harness {

// How gtest prints the parameter.
inline void PrintTo(const Operator* op, std::ostream* out) { *out << op->name; }

class EachOperatorTest : public ::testing::TestWithParam<const Operator*> {
 protected:
  static const Operator& op() { return *GetParam(); }
};

// For INSTANTIATE_TEST_SUITE_P(Each, XTest, OfEachOperator(), NameOfOperator).
inline auto OfEachOperator() { return ::testing::ValuesIn(AllOperators()); }

inline std::string NameOfOperator(
    const ::testing::TestParamInfo<const Operator*>& info) {
  return info.param->name;
}

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_EACH_OPERATOR_H_
