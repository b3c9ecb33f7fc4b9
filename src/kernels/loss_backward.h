// SPDX-License-Identifier: Apache-2.0
// The element-wise kernels of the loss gradients, for the SIMD target in use.
// Their parameters are ElementwiseParameters; each says its inputs in order.
#ifndef HOSTNN_KERNELS_LOSS_BACKWARD_H_
#define HOSTNN_KERNELS_LOSS_BACKWARD_H_

#include "base/kernel.h"

namespace hostnn::kernels {

// gradOutput, self, target: (self - target) * (gradOutput * scale).
Kernel MseLossBackward();

// gradOutput, self, weight, posWeight: (logsigmoid(-self) - posWeight *
// logsigmoid(self)) * gradOutput * weight * scale, with the bits of double
// rounded once: within 0.51 units in the last place of the output. The second
// is for an absent posWeight.
Kernel BinaryCrossEntropyWithLogitsTargetBackward();
Kernel BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight();

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_LOSS_BACKWARD_H_
