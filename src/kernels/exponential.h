// SPDX-License-Identifier: Apache-2.0
// Numbers that computing exponentials in double needs.
#ifndef HOSTNN_KERNELS_EXPONENTIAL_H_
#define HOSTNN_KERNELS_EXPONENTIAL_H_

namespace hostnn::kernels {

// ln 2 as the sum of doubles, each the nearest to what the ones before leave.
inline constexpr double kLn2[] = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56,
                                  0x1.7b57a079a1934p-111};
inline constexpr double kOneOverLn2 = 0x1.71547652b82fep+0;

// Beyond this exp(-a) would be subnormal; it is taken to stay the same, about
// 2^-1021. Times three floats that is below 2^-600, far below any float.
inline constexpr double kLargestExponent = 708;

}  // namespace hostnn::kernels

#endif  // HOSTNN_KERNELS_EXPONENTIAL_H_
