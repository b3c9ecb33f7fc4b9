// SPDX-License-Identifier: Apache-2.0
// What aclnnNLLLoss2dBackward has to compute.
#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "harness/nll_loss.h"

namespace hostnn::harness {
namespace {

using enum Series;

const bool registered =
    Register({.name = "aclnnNLLLoss2dBackward",
              .plan = PlanOf<aclnnNLLLoss2dBackwardGetWorkspaceSize>,
              .run = aclnnNLLLoss2dBackward,
              .series = {k950, k910_93, k910B, k910}},
             {.target_ranks = {3}});

}  // namespace
}  // namespace hostnn::harness
