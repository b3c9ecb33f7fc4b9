// SPDX-License-Identifier: Apache-2.0
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/function.h>
#include <torch/csrc/autograd/variable.h>

#include "pytorch.h"
#include "pytorch_tensor.h"

namespace hostnn::bench {
namespace {

using torch::autograd::variable_list;

struct Tensors {
  at::Tensor grad, self, target, weight, pos_weight, out;
  int64_t reduction;

  void MultiplyFactors() {
    out.mul_(grad);
    if (weight.defined()) out.mul_(weight);
    if (reduction == at::Reduction::Mean) out.div_(out.numel());
  }
};

Tensors From(const BceTensors& tensors) {
  const auto optional = [](const std::optional<Tensor>& tensor) {
    return tensor ? PyTorchTensor(*tensor) : at::Tensor();
  };
  return {PyTorchTensor(tensors.grad),
          PyTorchTensor(tensors.self),
          PyTorchTensor(tensors.target),
          optional(tensors.weight),
          optional(tensors.pos_weight),
          PyTorchTensor(tensors.out),
          tensors.reduction};
}

// The operations that autograd composes the gradient of, every result in memory
// that is there. Without pos_weight the bracket is -x.
std::function<void()> InPlace(Tensors t) {
  if (!t.pos_weight.defined()) {
    return [t]() mutable {
      at::neg_out(t.out, t.self);
      t.MultiplyFactors();
    };
  }
  at::Tensor minus_self = at::empty_like(t.out);
  at::Tensor other = at::empty_like(t.out);
  at::Tensor buffer = at::empty_like(t.out);
  return [t, minus_self, other, buffer]() mutable {
    at::neg_out(minus_self, t.self);
    at::log_sigmoid_forward_out(t.out, buffer, minus_self);
    at::log_sigmoid_forward_out(other, buffer, t.self);
    t.out.sub_(other.mul_(t.pos_weight));
    t.MultiplyFactors();
  };
}

// The very node that backward() visits, and only what it computes for target.
Contender Autograd(const BceTensors& tensors) {
  const c10::InferenceMode no_inference_mode(false);
  const Tensors t = From(tensors);
  t.target.requires_grad_();
  const at::Tensor loss = at::binary_cross_entropy_with_logits(
      t.self, t.target, t.weight, t.pos_weight, t.reduction);
  const auto result = std::make_shared<at::Tensor>();
  Contender contender = {Role::kAutograd,
                         [node = loss.grad_fn(), grad = t.grad, result] {
                           *result = (*node)(variable_list{grad}).back();
                         }};
  contender.deliver = [out = t.out, result] { out.copy_(*result); };
  return contender;
}

}  // namespace

std::vector<Contender> PyTorchBce(const BceTensors& tensors,
                                  bool with_autograd) {
  std::vector<Contender> result = {{Role::kPyTorch, InPlace(From(tensors))}};
  if (with_autograd) result.push_back(Autograd(tensors));
  return result;
}

}  // namespace hostnn::bench
