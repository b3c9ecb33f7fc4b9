// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"
#include "machine_limits.h"
#include "problems.h"
#include "pytorch.h"

namespace hostnn::bench {
namespace {

constexpr double kGrad = 0.75;

// PyTorch rounds seven times, and near the change of sign to its terms.
double Tolerance(DType dtype) {
  return dtype == DType::kFloat ? 0x1p-18 : 0x1p-4;
}

void FillPosWeight(const Tensor& tensor) {
  if (tensor.layout.storage_count == 1) return FillNumber(tensor, 2.5);
  FillUniform(tensor, 0.25, 4, 4);
}

BceTensors Allocate(const BceCase& it, DeviceTensors* tensors) {
  const bool is_full = it.grad == Grad::kFull;
  const Layout dense = Dense(it.shape);
  BceTensors t = {tensors->Allocate(it.dtype, is_full ? dense : Dense({})),
                  tensors->Allocate(it.dtype, dense),
                  tensors->Allocate(it.dtype, OneNumber(it.shape)),
                  std::nullopt,
                  std::nullopt,
                  tensors->Allocate(it.dtype, dense),
                  is_full ? kReductionNone : kReductionMean};
  FillNormal(t.self, 3, 1);
  FillNumber(t.target, 0);
  if (is_full) {
    FillNormal(t.grad, 1, 2);
  } else {
    FillNumber(t.grad, kGrad);
  }
  if (it.has_weight) {
    t.weight = tensors->Allocate(it.dtype, dense);
    FillUniform(*t.weight, 0.5, 1.5, 3);
  }
  if (it.pos_weight) {
    t.pos_weight = tensors->Allocate(it.dtype, Dense(*it.pos_weight));
    FillPosWeight(*t.pos_weight);
  }
  return t;
}

OperatorCall Call(const BceTensors& t, aclrtStream stream,
                  DeviceTensors* tensors) {
  const auto optional = [&](const std::optional<Tensor>& tensor) {
    return tensor ? tensors->Describe(*tensor) : nullptr;
  };
  return {
      [grad = tensors->Describe(t.grad), self = tensors->Describe(t.self),
       target = tensors->Describe(t.target), weight = optional(t.weight),
       pos_weight = optional(t.pos_weight), out = tensors->Describe(t.out),
       reduction = t.reduction](uint64_t* size, aclOpExecutor** executor) {
        return aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
            grad, self, target, weight, pos_weight, reduction, out, size,
            executor);
      },
      aclnnBinaryCrossEntropyWithLogitsTargetBackward, stream};
}

// What is as large as the output; a posWeight that is broadcast costs nothing.
std::vector<Tensor> StreamsOf(const BceCase& it, const BceTensors& t) {
  std::vector<Tensor> result = {t.self};
  if (it.grad == Grad::kFull) result.push_back(t.grad);
  if (it.has_weight) result.push_back(*t.weight);
  if (it.pos_weight == it.shape) result.push_back(*t.pos_weight);
  return result;
}

}  // namespace

Problem MakeBce(const BceCase& it, aclrtStream stream) {
  Problem problem;
  problem.tensors = std::make_unique<DeviceTensors>();
  const BceTensors t = Allocate(it, problem.tensors.get());
  problem.element_count = ElementCount(it.shape);
  problem.out = t.out;
  problem.hostnn = Call(t, stream, problem.tensors.get());
  problem.tolerance = Tolerance(it.dtype);
  problem.others = PyTorchBce(t, it.with_autograd);
  const auto add = [&problem](std::vector<Contender> limits) {
    for (Contender& limit : limits) problem.others.push_back(std::move(limit));
  };
  const std::vector<Tensor> streams = StreamsOf(it, t);
  add(AddStreams(streams, t.out));
  if (it.pos_weight && it.dtype == DType::kFloat && streams.size() <= 2) {
    add(MultiplyAdds(streams, t.out));
  }
  return problem;
}

}  // namespace hostnn::bench
