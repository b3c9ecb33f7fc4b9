// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "machine_limits.h"
#include "problems.h"
#include "pytorch.h"

namespace hostnn::bench {
namespace {

// One product and one quotient, each rounded by PyTorch.
double Tolerance(DType dtype) {
  return dtype == DType::kFloat ? 0x1p-20 : 0x1p-6;
}

NllTensors Allocate(const NllCase& it, DeviceTensors* tensors) {
  const int64_t class_count = it.out.shape[1];
  NllTensors t = {tensors->Allocate(it.dtype, it.grad.value_or(Dense({}))),
                  tensors->Allocate(it.dtype, OneNumber(it.out.shape)),
                  tensors->Allocate(DType::kInt64, it.target),
                  tensors->Allocate(it.dtype, Dense({class_count})),
                  tensors->Allocate(it.dtype, Dense({})),
                  tensors->Allocate(it.dtype, it.out),
                  it.grad ? kReductionNone : kReductionMean};
  FillNormal(t.grad, 1, 1);
  FillNumber(t.self, 0);
  FillLabels(t.target, class_count, it.labels);
  FillUniform(t.weight, 0.5, 1.5, 2);
  FillNumber(t.total_weight, 1000);
  return t;
}

OperatorCall Call(const NllTensors& t, aclrtStream stream,
                  DeviceTensors* tensors) {
  const auto phase_one = [&](auto* get_workspace_size) {
    return
        [get_workspace_size, grad = tensors->Describe(t.grad),
         self = tensors->Describe(t.self), target = tensors->Describe(t.target),
         weight = tensors->Describe(t.weight),
         total_weight = tensors->Describe(t.total_weight),
         out = tensors->Describe(t.out),
         reduction = t.reduction](uint64_t* size, aclOpExecutor** executor) {
          return get_workspace_size(grad, self, target, weight, reduction,
                                    kIgnoreIndex, total_weight, out, size,
                                    executor);
        };
  };
  if (t.out.layout.shape.size() == 2) {
    return {phase_one(aclnnNLLLossBackwardGetWorkspaceSize),
            aclnnNLLLossBackward, stream};
  }
  return {phase_one(aclnnNLLLoss2dBackwardGetWorkspaceSize),
          aclnnNLLLoss2dBackward, stream};
}

NllCase Contiguous(const NllCase& it) {
  NllCase result = it;
  result.target = Dense(it.target.shape);
  result.out = Dense(it.out.shape);
  if (it.grad) result.grad = Dense(it.grad->shape);
  return result;
}

}  // namespace

Problem MakeNll(const NllCase& it, aclrtStream stream) {
  Problem problem;
  problem.tensors = std::make_unique<DeviceTensors>();
  const NllTensors t = Allocate(it, problem.tensors.get());
  problem.element_count = ElementCount(it.out.shape);
  problem.out = t.out;
  problem.hostnn = Call(t, stream, problem.tensors.get());
  problem.tolerance = Tolerance(it.dtype);
  problem.others = PyTorchNll(t);
  if (it.out.storage_count == problem.element_count) {
    std::vector<Tensor> inputs = {t.target};
    if (it.grad) inputs.push_back(t.grad);
    for (Contender& limit : FillThenRead(inputs, t.out)) {
      problem.others.push_back(std::move(limit));
    }
  }
  const bool all_dense = it.out.IsDense() && it.target.IsDense() &&
                         (!it.grad || it.grad->IsDense());
  if (!all_dense) {
    const NllTensors contiguous =
        Allocate(Contiguous(it), problem.tensors.get());
    problem.others.push_back(
        {Role::kContiguous, Call(contiguous, stream, problem.tensors.get())});
  }
  return problem;
}

}  // namespace hostnn::bench
