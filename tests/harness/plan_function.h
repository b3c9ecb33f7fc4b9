// SPDX-License-Identifier: Apache-2.0
// Phase one of any operator behind one type of function.
#ifndef HOSTNN_TESTS_HARNESS_PLAN_FUNCTION_H_
#define HOSTNN_TESTS_HARNESS_PLAN_FUNCTION_H_

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "aclnn/acl_meta.h"

namespace hostnn::harness {

// One argument: a tensor, which may be NULL, or an integer.
struct ArgumentValue {
  aclTensor* tensor = nullptr;
  int64_t integer = 0;
};

// The arguments stand in signature order.
using PlanFunction = aclnnStatus(const std::vector<ArgumentValue>& arguments,
                                 uint64_t* workspace_size,
                                 aclOpExecutor** executor);

template <class T>
T ValueAs(const ArgumentValue& value) {
  if constexpr (std::is_pointer_v<T>) {
    return value.tensor;
  } else {
    return static_cast<T>(value.integer);
  }
}

// Calls a phase one of any signature that ends with the two out-parameters.
template <class... Parameters>
aclnnStatus CallPlan(aclnnStatus (*plan)(Parameters...),
                     const std::vector<ArgumentValue>& arguments,
                     uint64_t* workspace_size, aclOpExecutor** executor) {
  constexpr size_t kCount = sizeof...(Parameters) - 2;
  const auto call = [&]<size_t... kIndex>(std::index_sequence<kIndex...>) {
    using All = std::tuple<Parameters...>;
    return plan(
        ValueAs<std::tuple_element_t<kIndex, All>>(arguments.at(kIndex))...,
        workspace_size, executor);
  };
  return call(std::make_index_sequence<kCount>());
}

// PlanOf<aclnnXGetWorkspaceSize> is a PlanFunction.
template <auto kPlan>
aclnnStatus PlanOf(const std::vector<ArgumentValue>& arguments,
                   uint64_t* workspace_size, aclOpExecutor** executor) {
  return CallPlan(kPlan, arguments, workspace_size, executor);
}

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_PLAN_FUNCTION_H_
