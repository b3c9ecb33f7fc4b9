// SPDX-License-Identifier: Apache-2.0
#include "kernels/targets.h"

#include "base/settings.h"
#include "hwy/highway.h"

namespace hostnn::kernels {
namespace {

// Lower bits are better targets.
int64_t AllowedTargets(SimdTarget most) {
  switch (most) {
    case SimdTarget::kScalar:
      return HWY_SCALAR;
    case SimdTarget::kAvx2:
      return HWY_SCALAR | HWY_AVX2;
    case SimdTarget::kAvx512:
    case SimdTarget::kBest:
      break;
  }
  return ~int64_t{0};
}

int64_t SupportedTargets() {
  return hwy::SupportedTargets() & HWY_TARGETS &
         AllowedTargets(ProcessSettings().simd_target);
}

hwy::ChosenTarget& Chosen() {
  static hwy::ChosenTarget& chosen = []() -> hwy::ChosenTarget& {
    static hwy::ChosenTarget target;
    target.Update(SupportedTargets());
    return target;
  }();
  return chosen;
}

}  // namespace

const hwy::ChosenTarget& TargetInUse() { return Chosen(); }

std::vector<int64_t> UsableTargets() {
  std::vector<int64_t> usable;
  for (int64_t left = SupportedTargets(); left != 0; left &= left - 1) {
    usable.push_back(left & -left);
  }
  return usable;
}

void UseTarget(int64_t target) {
  Chosen().Update(target == 0 ? SupportedTargets() : target);
}

}  // namespace hostnn::kernels
