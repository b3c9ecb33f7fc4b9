// SPDX-License-Identifier: Apache-2.0
// What the machine allows: plain kernels that move the bytes of an operator, or
// multiply and add as often, and do nothing else. They run in as many threads
// as OpenMP has, which PyTorch uses, too.
#ifndef HOSTNN_BENCHMARKS_MACHINE_LIMITS_H_
#define HOSTNN_BENCHMARKS_MACHINE_LIMITS_H_

#include <vector>

#include "problem.h"
#include "tensor.h"

namespace hostnn::bench {

// Reads every input, of the output's size each, adds them and writes; at most
// three inputs. One contender with ordinary, one with streaming stores.
std::vector<Contender> AddStreams(const std::vector<Tensor>& inputs,
                                  const Tensor& out);

// Fills the output, then reads the inputs, of whatever sizes. Two contenders
// likewise.
std::vector<Contender> FillThenRead(const std::vector<Tensor>& inputs,
                                    const Tensor& out);

// The multiplications of the gradient of the binary cross entropy for its
// target, on one or two inputs of float; see compute_limit.cc. Two contenders
// likewise.
std::vector<Contender> MultiplyAdds(const std::vector<Tensor>& inputs,
                                    const Tensor& out);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_MACHINE_LIMITS_H_
