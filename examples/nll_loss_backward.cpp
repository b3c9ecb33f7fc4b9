// SPDX-License-Identifier: Apache-2.0
// The gradient of a mean negative log likelihood loss with weighted classes:
// four samples of three classes, one of them with no label.
#include "aclnnop/aclnn_nll_loss_backward.h"

#include <cstdint>
#include <cstdio>
#include <vector>

#include "device.h"

const int64_t kSamples = 4;
const int64_t kClasses = 3;
const int64_t kNoLabel = -1;
const std::vector<float> log_probabilities = {-0.7f, -1.4f, -1.4f,  //
                                              -2.3f, -2.3f, -0.2f,  //
                                              -1.1f, -1.1f, -1.1f,  //
                                              -1.6f, -0.5f, -1.6f};
const std::vector<int64_t> labels = {0, 2, kNoLabel, 1};
const std::vector<float> class_weights = {1, 2, 1};
const float total_weight = 1 + 1 + 2;  // of the labels 0, 2 and 1

static void PrintGradient(const std::vector<float>& out) {
  PrintTable("self, logarithms of probabilities", log_probabilities, "class",
             kClasses);
  std::printf("target, labels: ");
  for (const int64_t label : labels)
    std::printf(" %d", static_cast<int>(label));
  std::printf("\n\n");
  PrintTable("out, the gradient of the mean loss", out, "class", kClasses);
  std::printf(
      "A label's class has -weight / %g, the sum of the labels' weights.\n",
      total_weight);
  std::printf("Class 1 weighs twice as much, so sample 3 has %g.\n", out[10]);
  std::printf("Sample 2 has no label and no gradient.\n");
}

int main() {
  std::vector<float> out_values(kSamples * kClasses, 0.0f);
  const aclrtStream stream = Start();
  const std::vector<int64_t> shape = {kSamples, kClasses};
  const std::vector<float> one = {1.0f};
  const DeviceTensor grad = Upload(one, {1}, ACL_FLOAT);
  const DeviceTensor self = Upload(log_probabilities, shape, ACL_FLOAT);
  const DeviceTensor target = Upload(labels, {kSamples}, ACL_INT64);
  const DeviceTensor weight = Upload(class_weights, {kClasses}, ACL_FLOAT);
  const DeviceTensor total =
      Upload(std::vector<float>{total_weight}, {1}, ACL_FLOAT);
  const DeviceTensor out = Upload(out_values, shape, ACL_FLOAT);

  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  CHECK(aclnnNLLLossBackwardGetWorkspaceSize(
      grad.tensor, self.tensor, target.tensor, weight.tensor, kReductionMean,
      kNoLabel, total.tensor, out.tensor, &workspace_size, &executor));
  Run(aclnnNLLLossBackward, workspace_size, executor, stream);
  Download(out, &out_values);

  Free({grad, self, target, weight, total, out});
  Stop(stream);

  PrintGradient(out_values);
  return 0;
}
