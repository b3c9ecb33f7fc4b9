// SPDX-License-Identifier: Apache-2.0
// The gradient of the mean squared error of two samples of four values, and
// what a step against it does to the error.
#include "aclnnop/aclnn_mse_loss_backward.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "device.h"

const int64_t kSamples = 2;
const int64_t kValues = 4;
const std::vector<float> predicted = {2.5f, 0, 2,    8,  //
                                      1,    3, 5.5f, 7};
const std::vector<float> actual = {3, -0.5f, 2,    7,  //
                                   1, 2,     5.5f, 9};

// Of predicted - step * gradient.
static float MeanSquaredError(float step, const std::vector<float>& gradient) {
  float sum = 0;
  for (size_t i = 0; i < predicted.size(); ++i) {
    const float difference = predicted[i] - step * gradient[i] - actual[i];
    sum += difference * difference;
  }
  return sum / predicted.size();
}

static void PrintGradient(const std::vector<float>& out) {
  PrintTable("self, predicted", predicted, "value", kValues);
  PrintTable("target, actual", actual, "value", kValues);
  PrintTable("out, the gradient of the mean squared error", out, "value",
             kValues);
  std::printf("Each is 2 / %d of predicted - actual.\n",
              static_cast<int>(predicted.size()));
  std::printf("Above 0 the prediction was too high, below 0 too low.\n");
  std::printf("predicted - out lowers the mean squared error: %g, was %g.\n",
              MeanSquaredError(1, out), MeanSquaredError(0, out));
}

int main() {
  std::vector<float> out_values(kSamples * kValues, 0.0f);
  const aclrtStream stream = Start();
  const std::vector<int64_t> shape = {kSamples, kValues};
  const std::vector<float> one = {1};
  const DeviceTensor grad = Upload(one, {1}, ACL_FLOAT);
  const DeviceTensor self = Upload(predicted, shape, ACL_FLOAT);
  const DeviceTensor target = Upload(actual, shape, ACL_FLOAT);
  const DeviceTensor out = Upload(out_values, shape, ACL_FLOAT);

  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  CHECK(aclnnMseLossBackwardGetWorkspaceSize(
      grad.tensor, self.tensor, target.tensor, kReductionMean, out.tensor,
      &workspace_size, &executor));
  Run(aclnnMseLossBackward, workspace_size, executor, stream);
  Download(out, &out_values);

  Free({grad, self, target, out});
  Stop(stream);

  PrintGradient(out_values);
  return 0;
}
