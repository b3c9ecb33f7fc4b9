// SPDX-License-Identifier: Apache-2.0
// The derivative of a binary cross entropy with logits for its target, where it
// nearly vanishes.
#ifndef HOSTNN_KERNELS_LOGIT_BRACKET_H_
#define HOSTNN_KERNELS_LOGIT_BRACKET_H_

namespace hostnn::kernels {

// logsigmoid(-x) - p * logsigmoid(x), rounded once, for finite x and p that are
// floats: in numbers of 106 bits, so that even the nearest pairs of floats to a
// root, where all but 2^-57 of the terms cancels, keep 40 of them. About a
// microsecond.
double PreciseLogitBracket(double x, double p);

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_LOGIT_BRACKET_H_
