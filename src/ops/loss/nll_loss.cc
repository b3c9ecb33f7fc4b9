// SPDX-License-Identifier: Apache-2.0
#include "ops/loss/nll_loss.h"

#include <algorithm>
#include <string>

#include "kernels/class_scatter.h"
#include "tensor/loops.h"

namespace hostnn {
namespace {

using kernels::ClassScatterParameters;

// The kernel's parameters and, for the report, target's shape.
struct NllParameters {
  ClassScatterParameters kernel;  // first, so that the kernel finds it
  int target_rank;
  int64_t target_shape[kMaxLoops];
};

// About how much of out a piece writes.
constexpr int64_t kPieceBytes = 512 << 10;

// What a byte of out and a position take, in picoseconds.
constexpr int64_t kByteTime = 100;
constexpr int64_t kPositionTime = 1000;

// out's strides without that of the classes, as `rank` strides.
Dims PositionStrides(const Tensor& out, int class_dimension, int rank) {
  Dims strides = Dims::Zeros(rank);
  int count = 0;
  for (int d = 0; d < out.rank(); ++d) {
    if (d != class_dimension) strides[count++] = out.strides[d];
  }
  return strides;
}

int64_t RoundedUp(int64_t number, int64_t unit) {
  return ((number - 1) / unit + 1) * unit;
}

// By the shape and strides alone, so that the cut never depends on the machine.
void CutIntoPieces(int64_t element_size, ClassScatterParameters* parameters) {
  parameters->piece_classes =
      std::min(parameters->class_count, kernels::kMostPieceClasses);
  const int64_t position_bytes = parameters->piece_classes * element_size;
  const int64_t positions = std::max<int64_t>(kPieceBytes / position_bytes, 1);
  // Short stretches of many planes are slow, and parts of small ones slower.
  const int64_t plane = kernels::PlanePositions(*parameters);
  parameters->piece_positions =
      kernels::ClassesAreInside(*parameters)
          ? positions
          : RoundedUp(positions,
                      std::min<int64_t>(plane, kernels::kClassScatterTile));
}

// All but what depends on the machine.
void SetParameters(const NllLossBackward& loss, NllParameters* parameters) {
  const auto& [grad_output, self, target, weight, total_weight, out] =
      loss.tensors;
  const int rank = target->rank();
  auto& kernel = parameters->kernel;
  // One gradient for all positions is read again at each.
  const Dims grad_strides = grad_output->shape == target->shape
                                ? grad_output->strides
                                : Dims::Zeros(rank);
  kernel.positions = MakeLoopNest<ClassScatterParameters::kOperandCount>(
      target->shape,
      {target->strides, grad_strides,
       PositionStrides(*out.tensor, loss.class_dimension, rank),
       ContiguousStrides(target->shape)},
      ClassScatterParameters::kOut);
  // The second operand keeps the classes in order.
  const auto classes = MakeLoopNest<2>(
      weight->shape, {weight->strides, ContiguousStrides(weight->shape)}, 1);
  kernel.weight.loop_count = classes.loop_count;
  std::ranges::copy(classes.extents, kernel.weight.extents);
  std::ranges::copy(classes.strides[0], kernel.weight.strides[0]);
  kernel.class_count = out->shape[loss.class_dimension];
  kernel.class_stride = out->strides[loss.class_dimension];
  kernel.ignore_index = loss.ignore_index;
  kernel.mean = loss.reduction == kReductionMean;
  CutIntoPieces(ElementSize(out->dtype), &kernel);
  parameters->target_rank = rank;
  std::ranges::copy(target->shape, parameters->target_shape);
}

// target: expected a class in [0,5) or ignoreIndex -100, got 7 at [0,1,2]; 3
// such positions
std::string DescribeFaults(const void* plan_parameters,
                           const TargetFaults::Found& found) {
  const auto& parameters = *static_cast<const NllParameters*>(plan_parameters);
  Dims coordinates = Dims::Zeros(parameters.target_rank);
  int64_t index = found.first_index;
  for (int d = parameters.target_rank; d-- > 0;) {
    coordinates[d] = index % parameters.target_shape[d];
    index /= parameters.target_shape[d];
  }
  return FormatText(
      "target: expected a class in [0,%lld) or ignoreIndex %lld, got %lld at "
      "%s; %lld such position%s",
      static_cast<long long>(parameters.kernel.class_count),
      static_cast<long long>(parameters.kernel.ignore_index),
      static_cast<long long>(found.first_value), ToString(coordinates).c_str(),
      static_cast<long long>(found.count), found.count == 1 ? "" : "s");
}

}  // namespace

Status CheckOneGradient(const NamedTensor& grad_output, const char* reason) {
  HOSTNN_CHECK(grad_output->rank() <= 1 && grad_output->element_count() == 1,
               Code::kBadArgument,
               "%s: expected one element in at most 1 dimension (%s), got %s",
               grad_output.name, reason, ToString(grad_output->shape).c_str());
  return Status();
}

Status CheckClassWeights(const NamedTensor& weight, int64_t class_count) {
  HOSTNN_RETURN_IF_ERROR(CheckMaxRank(weight, kMaxOperatorDims));
  return CheckElementCount(weight, class_count, "the number of classes");
}

Status CheckTotalWeight(const NamedTensor& total_weight) {
  HOSTNN_RETURN_IF_ERROR(CheckMaxRank(total_weight, kMaxOperatorDims));
  return CheckElementCount(total_weight, 1, nullptr);
}

void PlanNllLossBackward(const NllLossBackward& loss, Plan* plan) {
  const auto& [grad_output, self, target, weight, total_weight, out] =
      loss.tensors;
  if (self->empty()) return;
  if (loss.reduction != kReductionMean) {
    plan->argument(kernels::kTotalWeightArgument).role = Role::kUnusedInput;
  }
  auto& parameters = plan->MakeParameters<NllParameters>();
  SetParameters(loss, &parameters);
  parameters.kernel.streaming_stores = plan->ExceedsCache();
  const int64_t element_time = ElementSize(out->dtype) * kByteTime;
  plan->SetKernel(
      kernels::ClassScatter(self->dtype, target->dtype, out->dtype),
      {.piece_count = kernels::PieceCount(parameters.kernel),
       .nanoseconds = TimeOf(target->element_count(), kPositionTime) +
                      TimeOf(out->element_count(), element_time)});
  plan->ReportTargetFaults(DescribeFaults);
}

}  // namespace hostnn
