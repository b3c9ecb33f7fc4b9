// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "machine_limits.h"
#include "problems.h"
#include "pytorch.h"

namespace hostnn::bench {
namespace {

constexpr double kGrad = 0.75;

// PyTorch's composition for halves rounds three times.
double Tolerance(DType dtype) {
  switch (dtype) {
    case DType::kBFloat16:
      return 0x1p-6;
    case DType::kHalf:
      return 0x1p-8;
    default:
      return 0x1p-20;
  }
}

// One gradient for all: of the mean, or of the sum for FP16, which has no
// number as small as the 2 / numel that PyTorch's composition multiplies by.
int64_t ReductionOf(const MseCase& it) {
  if (it.grad == Grad::kFull) return kReductionNone;
  return it.dtype == DType::kHalf ? kReductionSum : kReductionMean;
}

MseTensors Allocate(const MseCase& it, DeviceTensors* tensors) {
  const bool is_full = it.grad == Grad::kFull;
  MseTensors t = {
      tensors->Allocate(it.dtype, Dense(is_full ? it.out.shape : Shape())),
      tensors->Allocate(it.dtype, it.self),
      tensors->Allocate(it.dtype, it.target),
      tensors->Allocate(it.dtype, it.out), ReductionOf(it)};
  FillNormal(t.self, 3, 1);
  FillNormal(t.target, 3, 2);
  if (is_full) {
    FillNormal(t.grad, 1, 3);
  } else {
    FillNumber(t.grad, kGrad);
  }
  return t;
}

OperatorCall Call(const MseTensors& t, aclrtStream stream,
                  DeviceTensors* tensors) {
  return {[grad = tensors->Describe(t.grad), self = tensors->Describe(t.self),
           target = tensors->Describe(t.target), out = tensors->Describe(t.out),
           reduction = t.reduction](uint64_t* size, aclOpExecutor** executor) {
            return aclnnMseLossBackwardGetWorkspaceSize(
                grad, self, target, reduction, out, size, executor);
          },
          aclnnMseLossBackward, stream};
}

}  // namespace

Problem MakeMse(const MseCase& it, aclrtStream stream) {
  Problem problem;
  problem.tensors = std::make_unique<DeviceTensors>();
  const MseTensors t = Allocate(it, problem.tensors.get());
  problem.element_count = ElementCount(it.out.shape);
  problem.out = t.out;
  problem.hostnn = Call(t, stream, problem.tensors.get());
  problem.tolerance = Tolerance(it.dtype);
  problem.others = PyTorchMse(t);
  if (it.self.IsDense() && it.target.IsDense() && it.out.IsDense()) {
    std::vector<Tensor> inputs = {t.self, t.target};
    if (it.grad == Grad::kFull) inputs.push_back(t.grad);
    for (Contender& limit : AddStreams(inputs, t.out)) {
      problem.others.push_back(std::move(limit));
    }
  } else {
    const Layout dense = Dense(it.out.shape);
    const MseTensors contiguous = Allocate(
        {it.dtype, it.grad, dense, dense, dense}, problem.tensors.get());
    problem.others.push_back(
        {Role::kContiguous, Call(contiguous, stream, problem.tensors.get())});
  }
  return problem;
}

}  // namespace hostnn::bench
