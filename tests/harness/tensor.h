// SPDX-License-Identifier: Apache-2.0
// Tensor descriptors that destroy themselves.
#ifndef HOSTNN_TESTS_HARNESS_TENSOR_H_
#define HOSTNN_TESTS_HARNESS_TENSOR_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace hostnn::harness {

using Dims = std::vector<int64_t>;

inline int64_t ElementCount(const Dims& shape) {
  int64_t count = 1;
  for (const int64_t dim : shape) count *= dim;
  return count;
}

inline Dims ContiguousStrides(const Dims& shape) {
  Dims strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;) {
    strides[i - 1] = strides[i] * std::max<int64_t>(shape[i], 1);
  }
  return strides;
}

// How a tensor lies in its storage; all counts are elements.
struct View {
  aclDataType dtype = ACL_FLOAT;
  Dims shape = {};
  Dims strides = {};
  int64_t offset = 0;
  int64_t storage_count = 0;
  aclFormat format = ACL_FORMAT_ND;

  static View Contiguous(aclDataType dtype, const Dims& shape) {
    return {
        dtype,        shape, ContiguousStrides(shape), 0, ElementCount(shape),
        ACL_FORMAT_ND};
  }

  // The storage index of every element, in row-major order of the view.
  std::vector<int64_t> Indices() const {
    std::vector<int64_t> indices = {offset};
    for (size_t k = 0; k < shape.size(); ++k) {
      std::vector<int64_t> next;
      for (const int64_t index : indices) {
        for (int64_t i = 0; i < shape[k]; ++i) {
          next.push_back(index + i * strides[k]);
        }
      }
      indices.swap(next);
    }
    return indices;
  }
};

// A tensor over storage at `data`, described with one storage dimension.
class Tensor {
 public:
  Tensor() = default;
  Tensor(const View& view, void* data)
      : tensor_(aclCreateTensor(view.shape.data(), view.shape.size(),
                                view.dtype, view.strides.data(), view.offset,
                                view.format, &view.storage_count, 1, data)) {
    EXPECT_NE(tensor_, nullptr);
  }
  Tensor(Tensor&& other) noexcept : tensor_(other.Release()) {}
  Tensor& operator=(Tensor&& other) noexcept {
    std::swap(tensor_, other.tensor_);
    return *this;
  }
  ~Tensor() { Destroy(); }

  aclTensor* get() const { return tensor_; }
  // The caller destroys it.
  aclTensor* Release() { return std::exchange(tensor_, nullptr); }
  void Destroy() {
    EXPECT_EQ(aclDestroyTensor(std::exchange(tensor_, nullptr)), 0);
  }

 private:
  aclTensor* tensor_ = nullptr;
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_TENSOR_H_
