// SPDX-License-Identifier: Apache-2.0
// What aclnnMseLossBackward has to compute.
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "harness/elementwise_loss.h"

namespace hostnn::harness {
namespace {

using enum Series;

const bool registered = Register(
    {.name = "aclnnMseLossBackward",
     .plan = PlanOf<aclnnMseLossBackwardGetWorkspaceSize>,
     .run = aclnnMseLossBackward,
     .series = {k950, k910_93, k910B, k310P, k910}},
    {.inputs = {{"gradOutput"}, {"self"}, {"target"}},
     .loss = [](double, double x, double y) { return (x - y) * (x - y); },
     .gradient = [](Quad grad, Quad x, Quad y) { return (x - y) * grad; },
     .scale = 2,
     .stepwise = [](float grad, float x, float y,
                    float factor) { return (x - y) * (grad * factor); },
     .float_ulp = 4,
     .half_ulp = 1});

}  // namespace
}  // namespace hostnn::harness
