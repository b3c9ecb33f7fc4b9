// SPDX-License-Identifier: Apache-2.0
// What aclnnNLLLossBackward has to compute.
#include "aclnnop/aclnn_nll_loss_backward.h"
#include "harness/nll_loss.h"

namespace hostnn::harness {
namespace {

using enum Series;

const bool registered =
    Register({.name = "aclnnNLLLossBackward",
              .plan = PlanOf<aclnnNLLLossBackwardGetWorkspaceSize>,
              .run = aclnnNLLLossBackward,
              .series = {k950, k910_93, k910B, k910}},
             {.target_ranks = {0, 1}, .output_has_own_type = true});

}  // namespace
}  // namespace hostnn::harness
