// SPDX-License-Identifier: Apache-2.0
#include "harness/nll_loss2d.h"

#include <gtest/gtest.h>

#include <cstring>
#include <tuple>

#include "aclnnop/aclnn_nll_loss2d_backward.h"
#include "harness/float_format.h"

namespace hostnn::harness {
namespace {

constexpr uint8_t kFiller = 0xa5;

}  // namespace

NllLoss2d::NllLoss2d(const NllLoss2dOptions& options) : options_(options) {
  const auto& [n, c, h, w] =
      std::tie(options.n, options.c, options.h, options.w);
  const Dims scalar = options.scalars_have_rank0 ? Dims{} : Dims{1};
  const Dims target = {n, h, w};
  Place(kGradOutput, options.dtype, options.reduction == 0 ? target : scalar);
  Place(kSelf, options.dtype, {n, c, h, w});
  Place(kTarget, options.target_dtype, target);
  Place(kWeight, options.dtype, {c});
  Place(kTotalWeight, options.dtype, scalar);
  Place(kOut, options.dtype, {n, c, h, w});

  std::mt19937 random(options.seed);
  grad_output_ = FillRandom(kGradOutput, random);
  weight_ = FillRandom(kWeight, random);
  total_weight_ = FillRandom(kTotalWeight, random)[0];
  target_places_ = view(kTarget).Indices();
  for (size_t i = 0; i < target_places_.size(); ++i) {
    targets_.push_back(RandomTarget(random));
    StoreTarget(i);
  }
  LoadTargets();
  for (size_t i = 0; i < kTensorCount; ++i) Upload(static_cast<Index>(i));
}

void NllLoss2d::Place(Index i, aclDataType dtype, const Dims& shape) {
  TensorInMemory& tensor = tensors_[i];
  tensor.view = options_.layout ? options_.layout(dtype, shape, i == kOut)
                                : View::Contiguous(dtype, shape);
  tensor.image.assign(tensor.view.storage_count * ElementSize(dtype), kFiller);
}

void NllLoss2d::Upload(Index i) {
  TensorInMemory& tensor = tensors_[i];
  tensor.device = DeviceBuffer(tensor.image);
  SetAddress(i, tensor.device.get());
}

std::vector<double> NllLoss2d::FillRandom(Index i, std::mt19937& random) {
  std::normal_distribution<double> normal;
  TensorInMemory& tensor = tensors_[i];
  const size_t size = ElementSize(tensor.view.dtype);
  std::vector<double> values;
  for (const int64_t index : tensor.view.Indices()) {
    StoreDouble(tensor.view.dtype, normal(random), &tensor.image[index * size]);
  }
  // As in LoadTargets.
  for (const int64_t index : tensor.view.Indices()) {
    values.push_back(ToDouble(tensor.view.dtype, &tensor.image[index * size]));
  }
  return values;
}

int64_t NllLoss2d::RandomTarget(std::mt19937& random) const {
  const bool ignored = random() % 10 == 0;
  const bool can_ignore =
      options_.target_dtype != ACL_UINT8 ||
      (options_.ignore_index >= 0 && options_.ignore_index < 256);
  const auto target = static_cast<int64_t>(random() % options_.c);
  return ignored && can_ignore ? options_.ignore_index : target;
}

void NllLoss2d::StoreTarget(size_t position) {
  TensorInMemory& tensor = tensors_[kTarget];
  const size_t size = ElementSize(tensor.view.dtype);
  // Little endian: the low bytes are the narrower number.
  std::memcpy(&tensor.image[target_places_[position] * size],
              &targets_[position], size);
}

// Several indices may name one element: what counts is what is stored now.
void NllLoss2d::LoadTargets() {
  const TensorInMemory& tensor = tensors_[kTarget];
  for (size_t i = 0; i < targets_.size(); ++i) {
    const void* element =
        &tensor.image[target_places_[i] * ElementSize(tensor.view.dtype)];
    targets_[i] = ToInteger(tensor.view.dtype, element);
  }
}

void NllLoss2d::SetTarget(size_t position, int64_t value) {
  targets_[position] = value;
  StoreTarget(position);
  const TensorInMemory& tensor = tensors_[kTarget];
  const size_t size = ElementSize(tensor.view.dtype);
  const size_t at = target_places_[position] * size;
  EXPECT_EQ(aclrtMemcpy(tensor.device.At(at), size, &tensor.image[at], size,
                        ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
}

void NllLoss2d::SetAddress(Index i, void* address) {
  tensors_[i].handle = Tensor(tensors_[i].view, address);
}

void NllLoss2d::DestroyTensors() {
  for (TensorInMemory& tensor : tensors_) tensor.handle.Destroy();
}

aclnnStatus NllLoss2d::Plan(uint64_t* workspace_size,
                            aclOpExecutor** executor) const {
  return aclnnNLLLoss2dBackwardGetWorkspaceSize(
      tensor(kGradOutput), tensor(kSelf), tensor(kTarget), tensor(kWeight),
      options_.reduction, options_.ignore_index, tensor(kTotalWeight),
      tensor(kOut), workspace_size, executor);
}

aclOpExecutor* NllLoss2d::Plan() const {
  uint64_t workspace_size = 1;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(Plan(&workspace_size, &executor), 0);
  EXPECT_EQ(workspace_size, 0u);
  return executor;
}

aclnnStatus NllLoss2d::Launch(aclrtStream stream) const {
  uint64_t workspace_size = 0;
  aclOpExecutor* executor = nullptr;
  const aclnnStatus status = Plan(&workspace_size, &executor);
  if (status != 0) return status;
  return aclnnNLLLoss2dBackward(nullptr, workspace_size, executor, stream);
}

std::vector<long double> NllLoss2d::Expected() const {
  const int64_t plane = options_.h * options_.w;
  std::vector<long double> expected(options_.n * options_.c * plane, 0.0L);
  for (size_t i = 0; i < targets_.size(); ++i) {
    const int64_t target = targets_[i];
    if (target == options_.ignore_index || target < 0 || target >= options_.c) {
      continue;
    }
    long double grad = grad_output_[options_.reduction == 0 ? i : 0];
    if (options_.reduction == 1) grad /= total_weight_;
    const int64_t sample = static_cast<int64_t>(i) / plane;
    const int64_t pixel = static_cast<int64_t>(i) % plane;
    expected[(sample * options_.c + target) * plane + pixel] =
        -(grad * weight_[target]);
  }
  return expected;
}

void NllLoss2d::ExpectResultIn(const DeviceBuffer& storage) const {
  const TensorInMemory& out = tensors_[kOut];
  const size_t size = ElementSize(out.view.dtype);
  std::vector<uint8_t> expected_image = out.image;
  const std::vector<uint8_t> image = storage.Read();
  const std::vector<long double> expected = Expected();
  const std::vector<int64_t> places = out.view.Indices();
  ASSERT_EQ(places.size(), expected.size());
  for (size_t i = 0; i < places.size(); ++i) {
    const uint8_t* element = &image[places[i] * size];
    ASSERT_LE(UlpDistance(out.view.dtype, element, expected[i]), 0.51L)
        << "element " << i << ": got " << ToDouble(out.view.dtype, element)
        << ", expected " << expected[i] << ", seed " << options_.seed;
    std::memcpy(&expected_image[places[i] * size], element, size);
  }
  EXPECT_EQ(image, expected_image) << "bytes outside the output have changed";
}

}  // namespace hostnn::harness
