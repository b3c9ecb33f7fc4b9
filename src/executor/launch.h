// SPDX-License-Identifier: Apache-2.0
// One run of a plan: its addresses checked, its memory held, ready for a
// stream.
#ifndef HOSTNN_EXECUTOR_LAUNCH_H_
#define HOSTNN_EXECUTOR_LAUNCH_H_

#include <cstdint>
#include <memory>

#include "base/status.h"
#include "executor/plan.h"
#include "runtime/stream.h"

namespace hostnn {

// Work that runs a copy of the plan on a stream of `device`. Refuses, with
// kBadArgument, addresses that are NULL, misaligned or not inside one live
// allocation of the device; kRuntimeError when memory for copies of inputs that
// overlap the output cannot be had.
Status MakeLaunch(const Plan& plan, int32_t device,
                  std::unique_ptr<Work>* launch);

}  // namespace hostnn

#endif  // HOSTNN_EXECUTOR_LAUNCH_H_
