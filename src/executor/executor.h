// SPDX-License-Identifier: Apache-2.0
// An executor: the plan that phase one made, until phase two has used it or,
// when repeatable, until it is destroyed.
#ifndef HOSTNN_EXECUTOR_EXECUTOR_H_
#define HOSTNN_EXECUTOR_EXECUTOR_H_

#include <cstdint>

#include "base/handle_pool.h"
#include "base/status.h"
#include "executor/plan.h"

namespace hostnn {

class Executor {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kExecutor;

  explicit Executor(const Plan& plan) : plan_(plan) {}

  const char* operator_name() const { return plan_.operator_name(); }

  // What phase one fills before others can find the executor; afterwards only
  // the storage addresses change.
  Plan& new_plan() { return plan_; }
  const Plan& plan() const { return plan_; }

  // The storage address of one of the plan's arguments as it is now.
  void* Storage(int argument) const {
    return __atomic_load_n(&plan_.argument(argument).storage, __ATOMIC_RELAXED);
  }

  // Which tensors an index counts.
  enum class Which { kInputs, kOutputs, kAll };

  // Replaces the storage address of a tensor argument of an executor, which has
  // to be `repeatable`. kBadArgument for an index out of range, an argument
  // that was absent in phase one, or a one-shot executor.
  Status SetAddress(bool repeatable, Which which, uint64_t index,
                    void* address);

 private:
  Status FindArgument(Which which, uint64_t index, PlanArgument** argument);

  Plan plan_;  // whose storage addresses are accessed atomically
};

// A repeatable executor is one that the pool keeps when it is taken.
using ExecutorPool = HandlePool<Executor>;

}  // namespace hostnn

#endif  // HOSTNN_EXECUTOR_EXECUTOR_H_
