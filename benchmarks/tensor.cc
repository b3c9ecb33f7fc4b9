// SPDX-License-Identifier: Apache-2.0
#include "tensor.h"

#include <functional>
#include <numeric>

namespace hostnn::bench {

size_t SizeOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
      return 4;
    case DType::kBFloat16:
    case DType::kHalf:
      return 2;
    case DType::kInt64:
      return 8;
  }
  return 0;
}

const char* NameOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
      return "FP32";
    case DType::kBFloat16:
      return "BF16";
    case DType::kHalf:
      return "FP16";
    case DType::kInt64:
      return "INT64";
  }
  return "";
}

int64_t ElementCount(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1},
                         std::multiplies<>());
}

bool Layout::IsDense() const { return strides == Dense(shape).strides; }

Layout Dense(const Shape& shape) {
  std::vector<size_t> order(shape.size());
  std::iota(order.begin(), order.end(), size_t{0});
  return DenseInOrder(shape, order);
}

Layout DenseInOrder(const Shape& shape, const std::vector<size_t>& order) {
  Layout result = {shape, Shape(shape.size()), 1};
  for (size_t i = order.size(); i-- > 0;) {
    result.strides[order[i]] = result.storage_count;
    result.storage_count *= shape[order[i]];
  }
  return result;
}

Layout SliceOf(const Shape& shape, int64_t pitch) {
  Shape whole = shape;
  whole.back() = pitch;
  Layout result = Dense(whole);
  result.shape = shape;
  return result;
}

Layout Expanded(const Shape& shape) {
  Shape once = shape;
  once.front() = 1;
  Layout result = Dense(once);
  result.shape = shape;
  result.strides.front() = 0;
  return result;
}

Layout OneNumber(const Shape& shape) {
  return {shape, Shape(shape.size(), 0), 1};
}

size_t Tensor::StorageBytes() const {
  return static_cast<size_t>(layout.storage_count) * SizeOf(dtype);
}

}  // namespace hostnn::bench
