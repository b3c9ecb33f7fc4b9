// SPDX-License-Identifier: Apache-2.0
#include "runtime/spin.h"

#include <sched.h>

namespace hostnn {

bool HasSeveralProcessors() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  // Fails where there are more processors than the set has room for.
  return sched_getaffinity(0, sizeof allowed, &allowed) != 0 ||
         CPU_COUNT(&allowed) > 1;
}

}  // namespace hostnn
