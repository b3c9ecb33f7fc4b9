// SPDX-License-Identifier: Apache-2.0
// The derivative of a binary cross entropy with logits for its target, where it
// nearly vanishes.
#ifndef HOSTNN_KERNELS_LOGIT_BRACKET_H_
#define HOSTNN_KERNELS_LOGIT_BRACKET_H_

namespace hostnn::kernels {

// logsigmoid(-x) - p * logsigmoid(x), rounded once, for finite x and p that are
// floats. Computed in numbers of about 106 bits. For each of 2^32 x the nearest
// float p misses the root by up to 2^-25 of it, so the luckiest of all pairs
// may leave 2^-57 of the terms, of which 40 bits remain.
double PreciseLogitBracket(double x, double p);

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_LOGIT_BRACKET_H_
