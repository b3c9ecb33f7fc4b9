// SPDX-License-Identifier: Apache-2.0
// PyTorch's ways to the results, on tensors of hostnn's memory. Where it has no
// operator for a dtype or a layout, the cheapest composition of those it has.
// Everything runs in inference mode, which is its fastest.
#ifndef HOSTNN_BENCHMARKS_PYTORCH_H_
#define HOSTNN_BENCHMARKS_PYTORCH_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "problem.h"
#include "tensor.h"

namespace hostnn::bench {

void StartPyTorch(int thread_count);
std::string PyTorchVersion();

struct MseTensors {
  Tensor grad, self, target, out;
  int64_t reduction;
};
std::vector<Contender> PyTorchMse(const MseTensors& tensors);

// self is a matrix (N, C), or (N, C, H, W); PyTorch does not read it either.
struct NllTensors {
  Tensor grad, self, target, weight, total_weight, out;
  int64_t reduction;
};
std::vector<Contender> PyTorchNll(const NllTensors& tensors);

struct BceTensors {
  Tensor grad, self, target;
  std::optional<Tensor> weight, pos_weight;
  Tensor out;
  int64_t reduction;
};
std::vector<Contender> PyTorchBce(const BceTensors& tensors,
                                  bool with_autograd);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_PYTORCH_H_
