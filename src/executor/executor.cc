// SPDX-License-Identifier: Apache-2.0
#include "executor/executor.h"

namespace hostnn {
namespace {

bool Counts(Executor::Which which, const PlanArgument& argument) {
  const bool is_output = argument.role == Role::kOutput;
  return which == Executor::Which::kAll ||
         is_output == (which == Executor::Which::kOutputs);
}

const char* NameOf(Executor::Which which) {
  switch (which) {
    case Executor::Which::kInputs:
      return "input tensors";
    case Executor::Which::kOutputs:
      return "output tensors";
    case Executor::Which::kAll:
      break;
  }
  return "tensors";
}

}  // namespace

Status Executor::FindArgument(Which which, uint64_t index,
                              PlanArgument** argument) {
  uint64_t count = 0;
  for (int i = 0; i < plan_.argument_count(); ++i) {
    if (!Counts(which, plan_.argument(i))) continue;
    if (count == index) {
      *argument = &plan_.argument(i);
      return Status();
    }
    ++count;
  }
  return Status::Format(Code::kBadArgument,
                        "index: expected less than the %llu %s of %s, got %llu",
                        static_cast<unsigned long long>(count), NameOf(which),
                        plan_.operator_name(),
                        static_cast<unsigned long long>(index));
}

Status Executor::SetAddress(bool repeatable, Which which, uint64_t index,
                            void* address) {
  HOSTNN_CHECK(repeatable, Code::kBadArgument,
               "executor: expected a repeatable one "
               "(aclSetAclOpExecutorRepeatable), got a one-shot executor of %s",
               plan_.operator_name());
  PlanArgument* argument = nullptr;
  HOSTNN_RETURN_IF_ERROR(FindArgument(which, index, &argument));
  HOSTNN_CHECK(argument->present, Code::kBadArgument,
               "index: expected a tensor that phase one was given, got %llu, "
               "%s of %s, which was NULL",
               static_cast<unsigned long long>(index), argument->name,
               plan_.operator_name());
  __atomic_store_n(&argument->storage, address, __ATOMIC_RELAXED);
  return Status();
}

}  // namespace hostnn
