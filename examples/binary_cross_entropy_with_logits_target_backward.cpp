// SPDX-License-Identifier: Apache-2.0
// The gradient of a summed binary cross entropy for its target, the labels: two
// samples of three classes, of which two have a weight for positive labels.
#include "aclnnop/aclnn_binary_cross_entropy_with_logits_target_backward.h"

#include <cstdint>
#include <cstdio>
#include <vector>

#include "device.h"

const int64_t kSamples = 2;
const int64_t kClasses = 3;
const std::vector<float> logits = {-1.5f, 0, 2,  //
                                   0.25f, 3, -4};
const std::vector<float> labels = {0, 1, 1,  //
                                   1, 0, 0};
const std::vector<float> positive_weights = {1, 2, 0.5f};

static void PrintGradient(const std::vector<float>& out) {
  PrintTable("self, logits", logits, "class", kClasses);
  PrintTable("gradTarget", out, "class", kClasses);
  std::printf("Below 0 a larger label would lower the loss.\n");
  std::printf("Class 0 has weight %g: its gradients are the logits, negated.\n",
              positive_weights[0]);
  std::printf("Class 1 has weight %g: for logit 0 it is (2 - 1) * log(2).\n",
              positive_weights[1]);
}

int main() {
  std::vector<float> out_values(kSamples * kClasses, 0.0f);
  const aclrtStream stream = Start();
  const std::vector<int64_t> shape = {kSamples, kClasses};
  const std::vector<float> one = {1};
  const DeviceTensor grad = Upload(one, {1}, ACL_FLOAT);
  const DeviceTensor self = Upload(logits, shape, ACL_FLOAT);
  const DeviceTensor target = Upload(labels, shape, ACL_FLOAT);
  const DeviceTensor positive_weight =
      Upload(positive_weights, {kClasses}, ACL_FLOAT);
  const DeviceTensor out = Upload(out_values, shape, ACL_FLOAT);

  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  CHECK(aclnnBinaryCrossEntropyWithLogitsTargetBackwardGetWorkspaceSize(
      grad.tensor, self.tensor, target.tensor, /*weightOptional=*/nullptr,
      positive_weight.tensor, kReductionSum, out.tensor, &workspace_size,
      &executor));
  Run(aclnnBinaryCrossEntropyWithLogitsTargetBackward, workspace_size, executor,
      stream);
  Download(out, &out_values);

  Free({grad, self, target, positive_weight, out});
  Stop(stream);

  PrintGradient(out_values);
  return 0;
}
