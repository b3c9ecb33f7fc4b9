// SPDX-License-Identifier: Apache-2.0
// What is known of an operator besides how it computes: names, parameters,
// types, products, attributes, the shape of its output. The table of them all
// is ops/registry.h.
#ifndef HOSTNN_EXECUTOR_OPERATOR_H_
#define HOSTNN_EXECUTOR_OPERATOR_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/dtype.h"
#include "base/product.h"
#include "base/status.h"
#include "executor/plan.h"
#include "tensor/checks.h"
#include "tensor/shape_inference.h"

namespace hostnn {

// A tensor parameter of phase one.
struct TensorParameter {
  const char* name = nullptr;
  Role role = Role::kInput;
  bool optional = false;
};
constexpr TensorParameter Input(const char* name) { return {name}; }
constexpr TensorParameter OptionalInput(const char* name) {
  return {name, Role::kInput, true};
}
// An input that the operator's definition has but whose values do not matter.
constexpr TensorParameter UnusedInput(const char* name) {
  return {name, Role::kUnusedInput};
}
constexpr TensorParameter Output(const char* name) {
  return {name, Role::kOutput};
}

// What the dtype of a tensor has to be: one of a set, as far as the product has
// them, or that of another tensor.
struct TypeRule {
  const char* tensor = nullptr;
  DTypeSet allowed = {};
  const char* same_as = nullptr;

  // The places of the two in the operator's tensors, for Indexed to find.
  size_t index = 0;
  size_t same_as_index = 0;
};

// An attribute of the operator's definition, with its default: text or, where
// that is nullptr, an integer.
struct Attribute {
  const char* name = nullptr;
  const char* default_text = nullptr;
  int64_t default_integer = 0;
};

// The largest error of a result, in units in the last place of its dtype.
struct ErrorBound {
  double float32 = 0;
  double half = 0;  // FLOAT16 and BF16
};

inline constexpr int kMaxAttributes = 4;

struct Operator {
  const char* name;        // of the phase-two function
  const char* header;      // that declares it
  const char* definition;  // name of the definition behind it
  const char* summary;     // what it computes, in a sentence
  const char* formula;
  SeriesSet available_on;  // products that have it
  // In the order of the signature; as many as have a name.
  TensorParameter tensors[kMaxArguments];
  // In the order in which they are checked; one for each tensor.
  TypeRule types[kMaxArguments];
  Attribute attributes[kMaxAttributes];
  // From the shapes of the inputs, in the order of `tensors`.
  ShapeInference output_shape;
  ErrorBound error_bound;

  constexpr size_t tensor_count() const {
    size_t count = 0;
    while (count < kMaxArguments && tensors[count].name != nullptr) ++count;
    return count;
  }
  // The rule for a tensor that there is.
  constexpr const TypeRule& RuleOf(std::string_view tensor) const {
    const TypeRule* rule = types;
    while (tensor != rule->tensor) ++rule;
    return *rule;
  }
  constexpr std::span<const Attribute> attribute_span() const {
    size_t count = 0;
    while (count < kMaxAttributes && attributes[count].name != nullptr) ++count;
    return {attributes, count};
  }
  // The place of a tensor in `tensors`; kMaxArguments if there is none.
  constexpr size_t IndexOf(std::string_view tensor) const {
    size_t index = 0;
    while (index < tensor_count() && tensor != tensors[index].name) ++index;
    return index < tensor_count() ? index : kMaxArguments;
  }
};

// A row of the table, with the places of the tensors that its type rules name.
constexpr Operator Indexed(Operator op) {
  for (TypeRule& rule : op.types) {
    if (rule.tensor == nullptr) break;
    rule.index = op.IndexOf(rule.tensor);
    if (rule.same_as != nullptr) rule.same_as_index = op.IndexOf(rule.same_as);
  }
  return op;
}

// Whether every type rule speaks of tensors that there are, and every tensor
// has exactly one.
constexpr bool IsConsistent(const Operator& op) {
  int rules_of[kMaxArguments + 1] = {};  // the last: of no tensor
  size_t rule_count = 0;
  for (const TypeRule& rule : op.types) {
    if (rule.tensor == nullptr) break;
    ++rule_count;
    ++rules_of[op.IndexOf(rule.tensor)];
    if (rule.same_as != nullptr && op.IndexOf(rule.same_as) == kMaxArguments) {
      return false;
    }
  }
  for (size_t i = 0; i < op.tensor_count(); ++i) {
    if (rules_of[i] != 1) return false;
  }
  return rule_count == op.tensor_count();
}

// Checks each tensor that is given against its type rule on the product. The
// operator is an indexed one. `tensors` has one NamedTensor per parameter.
Status CheckTypes(const Operator& op, const Product& product,
                  std::span<const NamedTensor> tensors);

// Checks the shape of the output, the last tensor, against the one inferred
// from the inputs.
Status CheckOutputShape(const Operator& op,
                        std::span<const NamedTensor> tensors);

}  // namespace hostnn

#endif  // HOSTNN_EXECUTOR_OPERATOR_H_
