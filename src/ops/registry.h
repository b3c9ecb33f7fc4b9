// SPDX-License-Identifier: Apache-2.0
// Every operator: a row of what is known of it. The checks read it, and
// hostnnGetOperatorInfo tells it to programs, from which docs/operators.md, the
// aggregate header and README's table are made.
#ifndef HOSTNN_OPS_REGISTRY_H_
#define HOSTNN_OPS_REGISTRY_H_

#include "executor/operator.h"
#include "ops/loss/output_shape.h"

namespace hostnn {

namespace operators {

inline constexpr DTypeSet kFloatTypes = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
inline constexpr DTypeSet kClassTypes = {ACL_INT64, ACL_INT32, ACL_UINT8};

inline constexpr Operator kNllLoss2dBackward = {
    .name = "aclnnNLLLoss2dBackward",
    .header = "aclnnop/aclnn_nll_loss2d_backward.h",
    .definition = "NLLLossGrad",
    .summary =
        "Gradient of the negative log likelihood over images, for its "
        "input.",
    .formula =
        "out[n,t,h,w] = -(g * weight[t]) where t = target[n,h,w] != "
        "ignoreIndex, else 0; g = gradOutput, for mean divided by "
        "totalWeight",
    .available_on = {Series::k950, Series::k910_93, Series::k910B,
                     Series::k910},
    .tensors = {Input("gradOutput"), UnusedInput("self"), Input("target"),
                Input("weight"), Input("totalWeight"), Output("out")},
    .types = {{"self", kFloatTypes},
              {"gradOutput", {}, "self"},
              {"weight", {}, "self"},
              {"out", {}, "self"},
              {"totalWeight", {}, "self"},
              {"target", kClassTypes}},
    .attributes = {{"reduction", "mean"}, {"ignore_index", nullptr, -100}},
    .output_shape = kShapeOfScores,
    .error_bound = {.float32 = 0.51, .half = 0.51},
};

// In the order of their names.
inline constexpr const Operator* kAll[] = {
    &kNllLoss2dBackward,
};

constexpr bool AllConsistent() {
  for (const Operator* op : kAll) {
    if (!IsConsistent(*op)) return false;
  }
  return true;
}
static_assert(AllConsistent(), "a row names a tensor that it does not have");

}  // namespace operators

}  // namespace hostnn

#endif  // HOSTNN_OPS_REGISTRY_H_
