// SPDX-License-Identifier: Apache-2.0
#include "executor/plan.h"

#include <cstring>

namespace hostnn {

void Plan::CopyParameters(const void* parameters, size_t size) {
  std::memcpy(parameters_.data(), parameters, size);
}

}  // namespace hostnn
