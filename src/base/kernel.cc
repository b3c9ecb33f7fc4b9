// SPDX-License-Identifier: Apache-2.0
#include "base/kernel.h"

namespace hostnn {

void TargetFaults::Add(const Found& found) {
  if (found.count == 0) return;
  while (busy_.test_and_set(std::memory_order_acquire)) {
  }
  if (found_.count == 0 || found.first_index < found_.first_index) {
    found_.first_index = found.first_index;
    found_.first_value = found.first_value;
  }
  found_.count += found.count;
  busy_.clear(std::memory_order_release);
}

}  // namespace hostnn
