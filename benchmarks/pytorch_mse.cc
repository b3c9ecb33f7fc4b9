// SPDX-License-Identifier: Apache-2.0
#include "pytorch.h"
#include "pytorch_tensor.h"

namespace hostnn::bench {
namespace {

struct Tensors {
  at::Tensor grad, self, target, out;
  int64_t reduction;

  double Scale() const {
    return reduction == at::Reduction::Mean
               ? 2.0 / static_cast<double>(self.numel())
               : 2.0;
  }
};

void Operator(Tensors& t) {
  at::mse_loss_backward_out(t.out, t.grad, t.self, t.target, t.reduction);
}

// There is no operator for halves.
void Composite(Tensors& t) {
  at::sub_out(t.out, t.self, t.target);
  t.out.mul_(t.grad).mul_(t.Scale());
}

// The same when there is one gradient: a pass over memory less.
void Folded(Tensors& t) {
  at::sub_out(t.out, t.self, t.target);
  t.out.mul_(t.grad.mul(t.Scale()));
}

// Contiguous copies of what is not contiguous, into memory that is there.
std::function<void()> ThroughCopies(Tensors t) {
  Tensors dense = t;
  for (at::Tensor* it : {&dense.grad, &dense.self, &dense.target, &dense.out}) {
    if (!it->is_contiguous()) *it = at::empty(it->sizes(), it->options());
  }
  return [t, dense]() mutable {
    for (auto [from, to] :
         {std::pair{&t.grad, &dense.grad}, std::pair{&t.self, &dense.self},
          std::pair{&t.target, &dense.target}}) {
      if (!from->is_same(*to)) to->copy_(*from);
    }
    Operator(dense);
    if (!t.out.is_same(dense.out)) t.out.copy_(dense.out);
  };
}

}  // namespace

std::vector<Contender> PyTorchMse(const MseTensors& tensors) {
  Tensors t = {PyTorchTensor(tensors.grad), PyTorchTensor(tensors.self),
               PyTorchTensor(tensors.target), PyTorchTensor(tensors.out),
               tensors.reduction};
  std::vector<Contender> result;
  if (tensors.out.dtype == DType::kFloat) {
    result.push_back({Role::kPyTorch, [t]() mutable { Operator(t); }});
  } else {
    result.push_back({Role::kPyTorch, [t]() mutable { Composite(t); }});
    if (t.grad.numel() == 1) {
      result.push_back({Role::kFolded, [t]() mutable { Folded(t); }});
    }
  }
  const bool all_contiguous = t.grad.is_contiguous() &&
                              t.self.is_contiguous() &&
                              t.target.is_contiguous() && t.out.is_contiguous();
  if (!all_contiguous) result.push_back({Role::kCopy, ThroughCopies(t)});
  return result;
}

}  // namespace hostnn::bench
