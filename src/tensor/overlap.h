// SPDX-License-Identifier: Apache-2.0
// Whether a view maps two indices to one element. For CheckNoSelfOverlap.
#ifndef HOSTNN_TENSOR_OVERLAP_H_
#define HOSTNN_TENSOR_OVERLAP_H_

#include "tensor/tensor.h"

namespace hostnn {

enum class SelfOverlap {
  kNone,
  kSome,
  kUnknown,  // the search was given up; see kMaxOverlapSteps
};

// Strides that nest, and pairs of dimensions, are decided at once. Three or
// more interleaved ones need a search, exact until it has taken this many
// steps (some milliseconds); no layout that programs use comes near.
inline constexpr int kMaxOverlapSteps = 1 << 20;

// Of a tensor that MakeTensor made.
SelfOverlap FindSelfOverlap(const Tensor& tensor);

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_OVERLAP_H_
