// SPDX-License-Identifier: Apache-2.0
#include "values.h"

#include <c10/util/BFloat16.h>
#include <c10/util/Half.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <vector>

namespace hostnn::bench {
namespace {

// Tensors are filled with copies of so many numbers, as drawing them all would
// take longer than the measurement. A prime, so that copies lie differently
// from row to row, and far more than a branch predictor can learn.
constexpr int64_t kDrawn = 1048573;
constexpr int64_t kBlobSide = 16;

template <class T>
void Repeat(const std::vector<T>& drawn, const Tensor& tensor) {
  auto* values = static_cast<T*>(tensor.storage);
  const int64_t count = tensor.layout.storage_count;
  const auto drawn_count = static_cast<int64_t>(drawn.size());
  for (int64_t i = 0; i < count; i += drawn_count) {
    std::copy_n(drawn.begin(), std::min(drawn_count, count - i), values + i);
  }
}

template <class T>
void RepeatAs(const std::vector<float>& drawn, const Tensor& tensor) {
  Repeat(std::vector<T>(drawn.begin(), drawn.end()), tensor);
}

template <class Draw>
void Fill(const Tensor& tensor, const Draw& draw) {
  std::vector<float> drawn(std::min(kDrawn, tensor.layout.storage_count));
  std::generate(drawn.begin(), drawn.end(), draw);
  switch (tensor.dtype) {
    case DType::kFloat:
      return RepeatAs<float>(drawn, tensor);
    case DType::kBFloat16:
      return RepeatAs<c10::BFloat16>(drawn, tensor);
    case DType::kHalf:
      return RepeatAs<c10::Half>(drawn, tensor);
    case DType::kInt64:
      return RepeatAs<int64_t>(drawn, tensor);
  }
}

// One label, drawn anew at each call.
class Drawer {
 public:
  explicit Drawer(int64_t class_count) : label_(0, class_count - 1) {}
  int64_t operator()() {
    return is_ignored_(random_) ? kIgnoreIndex : label_(random_);
  }

 private:
  std::mt19937 random_{1};
  std::uniform_int_distribution<int64_t> label_;
  std::bernoulli_distribution is_ignored_{0.05};
};

void FillBlobs(const Tensor& tensor, Drawer& draw) {
  const Shape& shape = tensor.layout.shape;
  const Shape& strides = tensor.layout.strides;
  auto* values = static_cast<int64_t*>(tensor.storage);
  std::vector<int64_t> blobs((shape[2] + kBlobSide - 1) / kBlobSide);
  for (int64_t n = 0; n < shape[0]; ++n) {
    for (int64_t h = 0; h < shape[1]; ++h) {
      if (h % kBlobSide == 0) {
        std::generate(blobs.begin(), blobs.end(), [&] { return draw(); });
      }
      int64_t* row = values + n * strides[0] + h * strides[1];
      for (int64_t w = 0; w < shape[2]; ++w) {
        row[w * strides[2]] = blobs[w / kBlobSide];
      }
    }
  }
}

}  // namespace

void FillNormal(const Tensor& tensor, double deviation, uint32_t seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal(0, deviation);
  Fill(tensor, [&] { return static_cast<float>(normal(random)); });
}

void FillUniform(const Tensor& tensor, double low, double high, uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(low, high);
  Fill(tensor, [&] { return static_cast<float>(uniform(random)); });
}

void FillNumber(const Tensor& tensor, double value) {
  Fill(tensor, [value] { return static_cast<float>(value); });
}

void FillLabels(const Tensor& tensor, int64_t class_count, Labels labels) {
  Drawer draw(class_count);
  if (labels == Labels::kBlobs) return FillBlobs(tensor, draw);
  std::vector<int64_t> drawn(std::min(kDrawn, tensor.layout.storage_count));
  std::generate(drawn.begin(), drawn.end(), [&] { return draw(); });
  Repeat(drawn, tensor);
}

}  // namespace hostnn::bench
