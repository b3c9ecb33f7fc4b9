// SPDX-License-Identifier: Apache-2.0
// One run of a plan: its addresses checked, its memory held, ready for a
// stream.
#ifndef HOSTNN_EXECUTOR_LAUNCH_H_
#define HOSTNN_EXECUTOR_LAUNCH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "base/handle_pool.h"
#include "base/status.h"
#include "executor/executor.h"
#include "executor/plan.h"
#include "runtime/memory.h"
#include "runtime/stream.h"

namespace hostnn {

class Launch final : public Work {
 public:
  // Keeps the executor for its plan, with the storage addresses of this moment.
  explicit Launch(Ref<Executor> executor);
  Launch(Launch&&) = default;
  Launch& operator=(Launch&&) = delete;

  // Memory of launches is kept for later ones: queueing many takes none after a
  // while.
  static void* operator new(size_t size);
  static void operator delete(void* memory);

  // To be called once, before the launch runs: takes hold of the memory.
  // Refuses, with kBadArgument, addresses that are NULL, misaligned or not
  // inside one live allocation of the device; kRuntimeError when memory for
  // copies of inputs that overlap the output cannot be had.
  Status Bind(int32_t device);

  Status Run(Stream& stream) override;

  // Gives it to the stream, or runs it at once if that is better.
  static void Submit(Launch&& launch, const Ref<Stream>& stream);

 private:
  const Plan& plan() const { return executor_->plan(); }
  const PlanArgument& argument(int i) const { return plan().argument(i); }
  Status BindArgument(int i, int32_t device, uint64_t incarnation);
  // The live allocation that holds the address, kept from now on; or nullptr.
  const Allocation* Hold(const void* address);
  Status CheckBlock(int i, const Allocation* block, const void* storage,
                    int32_t device) const;
  void LetGo();
  Status BindCopies(int output);
  Status BindCopy(int input);
  void CopyInputs();

  Ref<Executor> executor_;
  bool reports_faults_;
  std::array<void*, kMaxArguments> addresses_{};  // of the views' first bytes
  int block_count_ = 0;
  std::array<AllocationRef, kMaxArguments> blocks_;  // kept until here
  // Of inputs that the output overlaps; nullptr where there are none.
  using Copies = std::array<std::unique_ptr<std::byte[]>, kMaxArguments>;
  std::unique_ptr<Copies> copies_;
};

}  // namespace hostnn

#endif  // HOSTNN_EXECUTOR_LAUNCH_H_
