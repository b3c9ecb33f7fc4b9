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

inline constexpr Operator kBinaryCrossEntropyWithLogitsTargetBackward =
    Indexed({
        .name = "aclnnBinaryCrossEntropyWithLogitsTargetBackward",
        .header =
            "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h",
        .definition = "BinaryCrossEntropyWithLogitsTargetBackward",
        .summary = "Gradient of the binary cross entropy with logits, for its "
                   "target.",
        .formula =
            "gradTarget = (logsigmoid(-self) - posWeight * logsigmoid(self))"
            " * gradOutput * weight * k\n"
            "k = 1, for mean 1 / the number of target's elements",
        .available_on = {Series::k910_93, Series::k910B},
        .tensors = {Input("gradOutput"), Input("self"), UnusedInput("target"),
                    OptionalInput("weightOptional"),
                    OptionalInput("posWeightOptional"), Output("gradTarget")},
        .types = {{"gradOutput", kFloatTypes},
                  {"self", kFloatTypes},
                  {"target", kFloatTypes},
                  {"weightOptional", kFloatTypes},
                  {"posWeightOptional", kFloatTypes},
                  {"gradTarget", {}, "target"}},
        .attributes = {{"reduction", "mean"}},
        .output_shape = kShapeOfSelf,
        .error_bound = {.float32 = 0.51, .half = 0.51},
    });

inline constexpr Operator kMseLossBackward = Indexed({
    .name = "aclnnMseLossBackward",
    .header = "aclnnop/aclnn_mse_loss_backward.h",
    .definition = "MseLossGrad",
    .summary = "Gradient of the mean squared error, for its input.",
    .formula =
        "out = (self - target) * (gradOutput * c)\n"
        "c = 2, for mean 2 / the number of self's elements\n"
        "step by step in single precision; the bound holds where no step "
        "leaves "
        "its normal range",
    .available_on = {Series::k950, Series::k910_93, Series::k910B,
                     Series::k310P, Series::k910},
    .tensors = {Input("gradOutput"), Input("self"), Input("target"),
                Output("out")},
    .types = {{"gradOutput", {}, "self"},
              {"target", {}, "self"},
              {"self", kFloatTypes},
              {"out", kFloatTypes}},
    .attributes = {{"reduction", "mean"}},
    .output_shape = kBroadcastShape,
    .error_bound = {.float32 = 4, .half = 1},
});

inline constexpr Operator kNllLoss2dBackward = Indexed({
    .name = "aclnnNLLLoss2dBackward",
    .header = "aclnnop/aclnn_nll_loss2d_backward.h",
    .definition = "NLLLossGrad",
    .summary = "Gradient of the negative log likelihood over images, for its "
               "input.",
    .formula = "out[n,t,h,w] = -(g * weight[t]) where t = target[n,h,w] != "
               "ignoreIndex, else 0\n"
               "g = gradOutput, for mean gradOutput / totalWeight",
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
});

inline constexpr Operator kNllLossBackward = Indexed({
    .name = "aclnnNLLLossBackward",
    .header = "aclnnop/aclnn_nll_loss_backward.h",
    .definition = "NLLLossGrad",
    .summary = "Gradient of the negative log likelihood, for its input.",
    .formula =
        "out[n,t] = -(g * weight[t]) where t = target[n] != ignoreIndex, "
        "else 0\n"
        "g = gradOutput, for mean gradOutput / totalWeight",
    .available_on = {Series::k950, Series::k910_93, Series::k910B,
                     Series::k910},
    .tensors = {Input("gradOutput"), UnusedInput("self"), Input("target"),
                Input("weight"), Input("totalWeight"), Output("out")},
    .types = {{"weight", {}, "self"},
              {"gradOutput", {}, "self"},
              {"totalWeight", {}, "self"},
              {"out", kFloatTypes},
              {"self", kFloatTypes},
              {"target", kClassTypes}},
    .attributes = {{"reduction", "mean"}, {"ignore_index", nullptr, -100}},
    .output_shape = kShapeOfScores,
    .error_bound = {.float32 = 0.51, .half = 0.51},
});

// In the order of their names.
inline constexpr const Operator* kAll[] = {
    &kBinaryCrossEntropyWithLogitsTargetBackward,
    &kMseLossBackward,
    &kNllLoss2dBackward,
    &kNllLossBackward,
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
