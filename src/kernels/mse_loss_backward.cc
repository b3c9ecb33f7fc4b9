// SPDX-License-Identifier: Apache-2.0
// out = (self - target) * (gradOutput * scale), in float.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/mse_loss_backward.cc"
#include "hwy/foreach_target.h"
// What each target compiles comes after the line above.
#include "kernels/elementwise-inl.h"
#include "kernels/loss_backward.h"
#include "kernels/targets.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

void MseLossBackward(const KernelCall& call) {
  ComputeElementwise<3>(call, [](const auto& tile) HWY_ATTR {
    const hn::ScalableTag<float> d;
    const auto scale = hn::Set(d, static_cast<float>(tile.scale));
    ForEachBundle<0b000, 0b001>(
        d, tile, [scale](auto grad, auto self, auto target) HWY_ATTR {
          const auto difference = bn::Sub(self.Load(), target.Load());
          return grad.With([&](auto g) HWY_ATTR {
            return bn::Mul(difference, bn::Mul(g, scale));
          });
        });
  });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostnn::kernels {

HWY_EXPORT(MseLossBackward);
Kernel MseLossBackward() {
  return ForTargetInUse(HWY_DISPATCH_TABLE(MseLossBackward));
}

}  // namespace hostnn::kernels
#endif
