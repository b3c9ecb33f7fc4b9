// SPDX-License-Identifier: Apache-2.0
// Quad: the number with 113 significant bits in which the tests work out what
// is exact, and the few functions they need of it.
#ifndef HOSTNN_TESTS_HARNESS_QUAD_H_
#define HOSTNN_TESTS_HARNESS_QUAD_H_

#include <cmath>

namespace hostnn::harness {

#if defined(__x86_64__) && defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Quad;

// Of libquadmath, whose header only GCC finds.
extern "C" {
Quad expq(Quad x);
Quad log1pq(Quad x);
}

inline Quad Exp(Quad x) { return expq(x); }
inline Quad Log1p(Quad x) { return log1pq(x); }
#else
// What long double is there: 113 bits, or the best that can be had.
using Quad = long double;

inline Quad Exp(Quad x) { return std::exp(x); }
inline Quad Log1p(Quad x) { return std::log1p(x); }
#endif

inline bool IsFinite(Quad x) { return x - x == 0; }
inline bool IsInfinite(Quad x) { return x == x && !IsFinite(x); }
inline Quad Abs(Quad x) { return x < 0 ? -x : x; }
// NaN for NaN.
inline Quad PositivePart(Quad x) { return x < 0 ? Quad{0} : x; }
inline Quad NegativePart(Quad x) { return x > 0 ? Quad{0} : x; }

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_QUAD_H_
