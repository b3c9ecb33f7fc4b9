// SPDX-License-Identifier: Apache-2.0
// The gradient of the negative log likelihood loss over images: three samples
// of five classes, one position each.
#include "aclnnop/aclnn_nll_loss2d_backward.h"

#include <cstdint>
#include <cstdio>
#include <vector>

#include "device.h"

const int64_t kSamples = 3;    // N
const int64_t kClasses = 5;    // C
const int64_t kPositions = 1;  // H and W
const int64_t kIgnoreIndex = -100;
const std::vector<float> grad_values = {2.7f, 2.6f, 2.5f};
const std::vector<float> self_values = {4.1f, 4.2f, 4.3f, 4.4f, 4.5f,
                                        4.6f, 4.7f, 4.8f, 4.9f, 5.0f,
                                        5.1f, 5.2f, 5.3f, 5.4f, 5.5f};
const std::vector<int64_t> target_values = {2, 3, 1};
const std::vector<float> weight_values(kClasses, 1.0f);

static void PrintGradient(const std::vector<float>& out) {
  PrintTable("self, of shape [3, 5, 1, 1]", self_values, "class", kClasses);
  PrintTable("out, its gradient", out, "class", kClasses);
  std::printf("Zero but for the class that is each sample's target:\n");
  for (int i = 0; i < kSamples * kClasses; ++i) {
    const int n = i / kClasses, c = i % kClasses;
    if (out[i] == 0) continue;
    std::printf("  %g at [%d,%d]: target %d of sample %d, -(%g * weight %g)\n",
                out[i], n, c, static_cast<int>(target_values[n]), n,
                grad_values[n], weight_values[c]);
  }
}

int main() {
  std::vector<float> out_values(kSamples * kClasses, 0.0f);
  const aclrtStream stream = Start();
  const std::vector<int64_t> shape = {kSamples, kClasses, kPositions,
                                      kPositions};
  const std::vector<int64_t> target_shape = {kSamples, kPositions, kPositions};
  const DeviceTensor grad = Upload(grad_values, target_shape, ACL_FLOAT);
  const DeviceTensor self = Upload(self_values, shape, ACL_FLOAT);
  const DeviceTensor target = Upload(target_values, target_shape, ACL_INT64);
  const DeviceTensor weight = Upload(weight_values, {kClasses}, ACL_FLOAT);
  const DeviceTensor total_weight =
      Upload(std::vector<float>{1.0f}, {1}, ACL_FLOAT);
  const DeviceTensor out = Upload(out_values, shape, ACL_FLOAT);

  // Phase one checks the arguments and says how much scratch memory it needs.
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  CHECK(aclnnNLLLoss2dBackwardGetWorkspaceSize(
      grad.tensor, self.tensor, target.tensor, weight.tensor, kReductionNone,
      kIgnoreIndex, total_weight.tensor, out.tensor, &workspace_size,
      &executor));
  Run(aclnnNLLLoss2dBackward, workspace_size, executor, stream);
  Download(out, &out_values);

  Free({grad, self, target, weight, total_weight, out});
  Stop(stream);

  PrintGradient(out_values);
  return 0;
}
