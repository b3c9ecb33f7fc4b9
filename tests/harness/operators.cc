// SPDX-License-Identifier: Apache-2.0
#include "harness/operators.h"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "aclnnop/aclnn_nll_loss_backward.h"

namespace hostnn::harness {
namespace {

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

template <auto kPlan>
aclnnStatus Plan(const std::vector<ArgumentValue>& arguments,
                 uint64_t* workspace_size, aclOpExecutor** executor) {
  return CallPlan(kPlan, arguments, workspace_size, executor);
}

constexpr Operator kOperators[] = {
    {"aclnnBinaryCrossEntropyWithLogitsTargetBackward",
     Plan<aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize>,
     aclnnBinaryCrossEntropyWithLogitsTargetBackward},
    {"aclnnMseLossBackward", Plan<aclnnMseLossBackwardGetWorkspaceSize>,
     aclnnMseLossBackward},
    {"aclnnNLLLoss2dBackward", Plan<aclnnNLLLoss2dBackwardGetWorkspaceSize>,
     aclnnNLLLoss2dBackward},
    {"aclnnNLLLossBackward", Plan<aclnnNLLLossBackwardGetWorkspaceSize>,
     aclnnNLLLossBackward},
};

}  // namespace

const Operator* FindOperator(std::string_view name) {
  for (const Operator& op : kOperators) {
    if (op.name == name) return &op;
  }
  return nullptr;
}

}  // namespace hostnn::harness
