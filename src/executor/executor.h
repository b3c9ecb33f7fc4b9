// SPDX-License-Identifier: Apache-2.0
// An executor: the plan that phase one made, until phase two has used it or,
// when repeatable, until it is destroyed.
#ifndef HOSTNN_EXECUTOR_EXECUTOR_H_
#define HOSTNN_EXECUTOR_EXECUTOR_H_

#include <cstdint>
#include <mutex>

#include "base/handle_pool.h"
#include "base/status.h"
#include "executor/plan.h"

namespace hostnn {

class Executor {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kExecutor;

  explicit Executor(const Plan& plan) : plan_(plan) {}

  const char* operator_name() const { return plan_.operator_name(); }

  bool repeatable() const;
  void MakeRepeatable();

  // The plan as it is now; later changes of addresses do not reach the copy.
  Plan Snapshot() const;

  // Which tensors an index counts.
  enum class Which { kInputs, kOutputs, kAll };

  // Replaces the storage address of a tensor argument of a repeatable executor.
  // kBadArgument for an index out of range, an argument that was absent in
  // phase one, or a one-shot executor.
  Status SetAddress(Which which, uint64_t index, void* address);

 private:
  Status FindArgument(Which which, uint64_t index, PlanArgument** argument);

  mutable std::mutex mutex_;  // guards what follows
  bool repeatable_ = false;
  Plan plan_;
};

using ExecutorPool = HandlePool<Executor>;

}  // namespace hostnn

#endif  // HOSTNN_EXECUTOR_EXECUTOR_H_
