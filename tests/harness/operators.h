// SPDX-License-Identifier: Apache-2.0
// The operators that test data may name. A further operator is one row in
// operators.cc.
#ifndef HOSTNN_TESTS_HARNESS_OPERATORS_H_
#define HOSTNN_TESTS_HARNESS_OPERATORS_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace hostnn::harness {

// One argument of phase one: a tensor, which may be NULL, or a number.
struct ArgumentValue {
  aclTensor* tensor = nullptr;
  int64_t integer = 0;
};

struct Operator {
  std::string_view name;  // of phase two
  // Phase one with its arguments in signature order.
  aclnnStatus (*plan)(const std::vector<ArgumentValue>& arguments,
                      uint64_t* workspace_size, aclOpExecutor** executor);
  aclnnStatus (*run)(void* workspace, uint64_t workspace_size,
                     aclOpExecutor* executor, aclrtStream stream);
};

// NULL where there is no such operator.
const Operator* FindOperator(std::string_view name);

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_OPERATORS_H_
