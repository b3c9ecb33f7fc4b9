// SPDX-License-Identifier: Apache-2.0
// Whether hostnn and PyTorch computed the same thing, as the time of a wrong
// result tells nothing.
#ifndef HOSTNN_BENCHMARKS_AGREEMENT_H_
#define HOSTNN_BENCHMARKS_AGREEMENT_H_

#include <string>

#include "problem.h"

namespace hostnn::bench {

// Has hostnn and every contender of PyTorch's compute the problem once; ends
// the program where results differ by more than the problem's tolerance.
void RequireAgreement(const std::string& row, const Problem& problem);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_AGREEMENT_H_
