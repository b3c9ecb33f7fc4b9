// SPDX-License-Identifier: Apache-2.0
// The operators that tests call. Each registers itself, with the oracle that
// says what is right, in its src/ops/*/<operator>_case.cc.
#ifndef HOSTNN_TESTS_HARNESS_OPERATORS_H_
#define HOSTNN_TESTS_HARNESS_OPERATORS_H_

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "harness/oracle.h"
#include "harness/plan_function.h"
#include "harness/products.h"

namespace hostnn::harness {

using RunFunction = aclnnStatus(void* workspace, uint64_t workspace_size,
                                aclOpExecutor* executor, aclrtStream stream);

struct Operator {
  std::string name;            // of phase two
  PlanFunction* plan;          // PlanOf<aclnnXGetWorkspaceSize>
  RunFunction* run;            // aclnnX
  std::vector<Series> series;  // of the products that have it
  // Case files leave it to the function of the operator's family, through which
  // they register.
  std::shared_ptr<const Oracle> oracle = nullptr;
};

// Returns true, so that a case file can call it to initialise a constant.
bool Register(Operator op);

// NULL where there is no such operator.
const Operator* FindOperator(std::string_view name);

// In order of their names.
std::vector<const Operator*> AllOperators();

// An operator's oracle as that of its family, ...
template <class FamilyOracle>
const FamilyOracle& OracleOf(const Operator& op) {
  return dynamic_cast<const FamilyOracle&>(*op.oracle);
}

// ... and all operators of the family.
template <class FamilyOracle>
std::vector<const Operator*> OperatorsOf() {
  std::vector<const Operator*> operators = AllOperators();
  std::erase_if(operators, [](const Operator* op) {
    return dynamic_cast<const FamilyOracle*>(op->oracle.get()) == nullptr;
  });
  return operators;
}

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_OPERATORS_H_
