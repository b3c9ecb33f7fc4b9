// SPDX-License-Identifier: Apache-2.0
#include "harness/operators.h"

#include <functional>
#include <map>
#include <stdexcept>
#include <utility>

namespace hostnn::harness {
namespace {

using Registry = std::map<std::string, Operator, std::less<>>;

// Made by the first case file that registers, whichever that is.
Registry& TheRegistry() {
  static Registry registry;
  return registry;
}

}  // namespace

bool Register(Operator op) {
  std::string name = op.name;
  if (!TheRegistry().emplace(name, std::move(op)).second) {
    throw std::logic_error(name + " registers twice");
  }
  return true;
}

const Operator* FindOperator(std::string_view name) {
  const auto found = TheRegistry().find(name);
  return found == TheRegistry().end() ? nullptr : &found->second;
}

std::vector<const Operator*> AllOperators() {
  std::vector<const Operator*> operators;
  for (const auto& [name, op] : TheRegistry()) operators.push_back(&op);
  return operators;
}

}  // namespace hostnn::harness
