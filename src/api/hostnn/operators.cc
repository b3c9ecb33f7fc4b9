// SPDX-License-Identifier: Apache-2.0
// The list of operators, and what is known of each as JSON.
#include <map>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/call_from_c.h"
#include "hostnn/hostnn.h"
#include "ops/registry.h"

namespace hostnn {
namespace {

using Json = nlohmann::ordered_json;

const char* RoleName(Role role) {
  switch (role) {
    case Role::kInput:
      return "input";
    case Role::kUnusedInput:
      return "unused input";
    case Role::kOutput:
      break;
  }
  return "output";
}

Json TypeNames(DTypeSet types) {
  Json names = Json::array();
  for (const aclDataType type : types.Types()) names.push_back(DTypeName(type));
  return names;
}

Json DescribeTensor(const Operator& op, const TensorParameter& tensor) {
  const TypeRule& rule = op.RuleOf(tensor.name);
  const bool is_own = rule.same_as == nullptr;
  return {{"name", tensor.name},
          {"role", RoleName(tensor.role)},
          {"optional", tensor.optional},
          {"dtypes", is_own ? TypeNames(rule.allowed) : Json()},
          {"same_dtype_as", is_own ? Json() : Json(rule.same_as)}};
}

Json DescribeAttribute(const Attribute& attribute) {
  const bool is_text = attribute.default_text != nullptr;
  return {{"name", attribute.name},
          {"type", is_text ? "string" : "int"},
          {"default", is_text ? Json(attribute.default_text)
                              : Json(attribute.default_integer)}};
}

// What the output's dtype can be.
DTypeSet OutputTypes(const Operator& op) {
  const TypeRule* rule = &op.RuleOf(op.tensors[op.tensor_count() - 1].name);
  while (rule->same_as != nullptr) rule = &op.RuleOf(rule->same_as);
  return rule->allowed;
}

Json DescribeProducts(const Operator& op) {
  Json products = Json::array();
  for (const NamedSeries& known : kAllSeries) {
    if (!op.available_on.Contains(known.series)) continue;
    const DTypeSet types = SupportedTypes(OutputTypes(op), known.series);
    products.push_back({{"series", known.name}, {"dtypes", TypeNames(types)}});
  }
  return products;
}

Json DescribeErrorBound(const Operator& op) {
  Json bounds;
  for (const aclDataType type : OutputTypes(op).Types()) {
    bounds[DTypeName(type)] =
        type == ACL_FLOAT ? op.error_bound.float32 : op.error_bound.half;
  }
  return bounds;
}

Json Describe(const Operator& op) {
  Json tensors = Json::array();
  for (size_t i = 0; i < op.tensor_count(); ++i) {
    tensors.push_back(DescribeTensor(op, op.tensors[i]));
  }
  Json attributes = Json::array();
  for (const Attribute& attribute : op.attribute_span()) {
    attributes.push_back(DescribeAttribute(attribute));
  }
  return {{"name", op.name},
          {"header", op.header},
          {"definition", op.definition},
          {"summary", op.summary},
          {"formula", op.formula},
          {"tensors", tensors},
          {"attributes", attributes},
          {"output_shape", op.output_shape.text},
          {"products", DescribeProducts(op)},
          {"max_ulp", DescribeErrorBound(op)}};
}

std::map<std::string_view, std::string> DescribeAll() {
  std::map<std::string_view, std::string> texts;
  for (const Operator* op : operators::kAll) {
    texts.emplace(op->name, Describe(*op).dump());
  }
  return texts;
}

}  // namespace
}  // namespace hostnn

size_t hostnnGetOperatorCount() { return std::size(hostnn::operators::kAll); }

const char* hostnnGetOperatorName(size_t index) {
  return index < hostnnGetOperatorCount() ? hostnn::operators::kAll[index]->name
                                          : nullptr;
}

const char* hostnnGetOperatorInfo(const char* name) {
  return hostnn::ValueFromC<const char*>(nullptr, [name]() -> const char* {
    // Never destroyed: the texts are handed out.
    static const auto& texts =
        *new std::map<std::string_view, std::string>(hostnn::DescribeAll());
    const auto found = texts.find(name == nullptr ? "" : name);
    return found == texts.end() ? nullptr : found->second.c_str();
  });
}
