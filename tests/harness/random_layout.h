// SPDX-License-Identifier: Apache-2.0
// Random views: permuted, padded, shifted, and for inputs also expanded.
#ifndef HOSTNN_TESTS_HARNESS_RANDOM_LAYOUT_H_
#define HOSTNN_TESTS_HARNESS_RANDOM_LAYOUT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "harness/tensor.h"

namespace hostnn::harness {

class RandomLayout {
 public:
  explicit RandomLayout(uint32_t seed, bool expand_inputs = true)
      : random_(seed), expand_inputs_(expand_inputs) {}

  // No element of the view is shared by two indices if `is_output`.
  View operator()(aclDataType dtype, const Dims& shape, bool is_output) {
    View view = View::Contiguous(dtype, shape);
    if (Below(4) == 0) return view;
    std::vector<size_t> order(shape.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::shuffle(order.begin(), order.end(), random_);
    int64_t extent = 1;
    for (const size_t k : order) {
      // Sometimes so that rows begin with a line of memory.
      const bool by_lines = extent >= 64 && Below(2) == 0;
      view.strides[k] = by_lines ? ((extent - 1) / 64 + 1 + Below(2)) * 64
                                 : extent + Below(3);
      extent = view.strides[k] * std::max<int64_t>(shape[k], 1);
      if (!is_output && expand_inputs_ && Below(8) == 0) view.strides[k] = 0;
      // The stride of a single element means nothing.
      if (shape[k] == 1) view.strides[k] = Below(1000);
    }
    view.offset = Below(9);
    view.storage_count = LastIndex(view) + 1 + Below(5);
    return view;
  }

 private:
  int64_t Below(int64_t limit) {
    return std::uniform_int_distribution<int64_t>(0, limit - 1)(random_);
  }
  static int64_t LastIndex(const View& view) {
    int64_t last = view.offset;
    for (size_t k = 0; k < view.shape.size(); ++k) {
      last += std::max<int64_t>(view.shape[k] - 1, 0) * view.strides[k];
    }
    return last;
  }

  std::mt19937 random_;
  bool expand_inputs_;
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_RANDOM_LAYOUT_H_
