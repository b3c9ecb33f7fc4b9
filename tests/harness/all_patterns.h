// SPDX-License-Identifier: Apache-2.0
// Every number that a half-precision type has, and one number everywhere.
#ifndef HOSTNN_TESTS_HARNESS_ALL_PATTERNS_H_
#define HOSTNN_TESTS_HARNESS_ALL_PATTERNS_H_

#include <cstdint>
#include <string>

#include "harness/argument.h"
#include "harness/float_format.h"

namespace hostnn::harness {

inline constexpr int64_t kPatternCount = int64_t{1} << 16;

// The bit patterns first, first + 1 ... of FLOAT16 or BF16, in row-major order.
inline Argument BitPatterns(const std::string& name, aclDataType dtype,
                            const Dims& shape, uint32_t first = 0) {
  Argument tensor = MakeTensor(name, View::Contiguous(dtype, shape));
  for (int64_t i = 0; i < ElementCount(shape); ++i) {
    StoreBits(dtype, first + static_cast<uint32_t>(i),
              &tensor.data[i * ElementSize(dtype)]);
  }
  return tensor;
}

// One element, expanded to the shape.
inline Argument Constant(const std::string& name, aclDataType dtype,
                         const Dims& shape, double value) {
  View view = View::Contiguous(dtype, shape);
  view.strides.assign(shape.size(), 0);
  view.storage_count = 1;
  Argument tensor = MakeTensor(name, view);
  StoreDouble(dtype, value, tensor.data.data());
  return tensor;
}

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_ALL_PATTERNS_H_
