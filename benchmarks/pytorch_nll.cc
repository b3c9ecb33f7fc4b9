// SPDX-License-Identifier: Apache-2.0
#include "pytorch.h"
#include "pytorch_tensor.h"
#include "values.h"

namespace hostnn::bench {
namespace {

struct Tensors {
  at::Tensor grad, self, target, weight, total_weight, out;
  int64_t reduction;
};

void Matrix(Tensors& t) {
  at::nll_loss_backward_out(t.out, t.grad, t.self, t.target, t.weight,
                            t.reduction, kIgnoreIndex, t.total_weight);
}

void Image(Tensors& t) {
  at::nll_loss2d_backward_out(t.out, t.grad, t.self, t.target, t.weight,
                              t.reduction, kIgnoreIndex, t.total_weight);
}

// The operator refuses an output that is not contiguous.
std::function<void()> ThroughCopy(const Tensors& t) {
  Tensors dense = t;
  dense.out = at::empty(t.out.sizes(), t.out.options());
  return [dense, out = t.out]() mutable {
    Image(dense);
    out.copy_(dense.out);
  };
}

std::function<void()> Flat(const Tensors& t) {
  Tensors flat = t;
  const int64_t class_count = t.out.size(1);
  flat.out = t.out.permute({0, 2, 3, 1}).view({-1, class_count});
  flat.self = t.self.permute({0, 2, 3, 1}).view({-1, class_count});
  flat.target = t.target.view({-1});
  if (t.reduction == at::Reduction::None) flat.grad = t.grad.view({-1});
  return [flat]() mutable { Matrix(flat); };
}

}  // namespace

std::vector<Contender> PyTorchNll(const NllTensors& tensors) {
  Tensors t = {PyTorchTensor(tensors.grad),
               PyTorchTensor(tensors.self),
               PyTorchTensor(tensors.target),
               PyTorchTensor(tensors.weight),
               PyTorchTensor(tensors.total_weight),
               PyTorchTensor(tensors.out),
               tensors.reduction};
  if (t.out.dim() == 2) {
    return {{Role::kPyTorch, [t]() mutable { Matrix(t); }}};
  }
  const bool all_contiguous = t.out.is_contiguous() &&
                              t.target.is_contiguous() &&
                              t.grad.is_contiguous();
  if (all_contiguous) {
    return {{Role::kPyTorch, [t]() mutable { Image(t); }}};
  }
  if (t.out.is_contiguous()) {
    // The operator makes contiguous copies of inputs itself.
    return {{Role::kCopy, [t]() mutable { Image(t); }}};
  }
  std::vector<Contender> result = {{Role::kCopy, ThroughCopy(t)}};
  if (t.out.is_contiguous(at::MemoryFormat::ChannelsLast)) {
    result.push_back({Role::kFlat, Flat(t)});
  }
  return result;
}

}  // namespace hostnn::bench
