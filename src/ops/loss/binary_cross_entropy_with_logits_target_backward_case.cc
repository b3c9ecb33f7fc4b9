// SPDX-License-Identifier: Apache-2.0
// What aclnnBinaryCrossEntropyWithLogitsTargetBackward has to compute.
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"

#include <cmath>

#include "harness/elementwise_loss.h"

namespace hostnn::harness {
namespace {

using enum Series;
enum Input : size_t { kGradOutput, kSelf, kTarget, kWeight, kPosWeight };

double LogSigmoid(double x) {
  return std::fmin(x, 0.0) - std::log1p(std::exp(-std::fabs(x)));
}

double Loss(double, double x, double y, double weight, double pos_weight) {
  return -weight * (pos_weight * y * LogSigmoid(x) + (1 - y) * LogSigmoid(-x));
}

// logsigmoid(-x) - p * logsigmoid(x), so arranged that nothing cancels at p
// = 1.
Quad Bracket(Quad x, Quad p) {
  if (IsInfinite(p) && IsFinite(x)) return p;
  // Beyond the limit no type holds the exponential, which is not 0 all the
  // same.
  const Quad limit = 11000;
  const Quad softplus = Log1p(Exp(Abs(x) > limit ? -limit : -Abs(x)));
  return (p - 1) * softplus - PositivePart(x) - p * NegativePart(x);
}

const bool registered = Register(
    {.name = "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
     .plan = PlanOf<
         aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize>,
     .run = aclnnBinaryCrossEntropyWithLogitsTargetBackward,
     .series = {k910_93, k910B}},
    {.inputs = {{"gradOutput"},
                {.name = "self", .broadcasts = false},
                {.name = "target", .broadcasts = false},
                {.name = "weightOptional", .optional = true},
                {.name = "posWeightOptional", .optional = true}},
     .output = "gradTarget",
     .types = LossTypes::kOneEach,
     .gradient_for = kTarget,
     .roots_in = {kSelf, kPosWeight},
     .loss = Loss,
     .gradient = [](Quad grad, Quad x, Quad, Quad weight, Quad p) {
       return Bracket(x, p) * grad * weight;
     }});

}  // namespace
}  // namespace hostnn::harness
