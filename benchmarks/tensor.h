// SPDX-License-Identifier: Apache-2.0
// Tensors in device memory, described once for hostnn and PyTorch alike.
#ifndef HOSTNN_BENCHMARKS_TENSOR_H_
#define HOSTNN_BENCHMARKS_TENSOR_H_

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hostnn::bench {

enum class DType { kFloat, kBFloat16, kHalf, kInt64 };

size_t SizeOf(DType dtype);
const char* NameOf(DType dtype);

using Shape = std::vector<int64_t>;

int64_t ElementCount(const Shape& shape);

// How a view lies in its storage; strides and storage are counted in elements.
struct Layout {
  Shape shape;
  Shape strides;
  int64_t storage_count = 0;

  bool IsDense() const;
};

Layout Dense(const Shape& shape);
// The dimensions as they follow each other in memory, the outermost first:
// channels-last is {0, 2, 3, 1}.
Layout DenseInOrder(const Shape& shape, const std::vector<size_t>& order);
// A slice of a dense tensor whose innermost dimension has `pitch` elements.
Layout SliceOf(const Shape& shape, int64_t pitch);
// Repeated along the outermost dimension, by a stride of 0.
Layout Expanded(const Shape& shape);
// One number, repeated along every dimension.
Layout OneNumber(const Shape& shape);

struct Tensor {
  DType dtype = DType::kFloat;
  Layout layout;
  void* storage = nullptr;

  size_t StorageBytes() const;
};

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_TENSOR_H_
