// SPDX-License-Identifier: Apache-2.0
// The checks that operators are made of, one line each. Every refusal is
// kBadArgument with "<argument>: expected ..., got ...".
#ifndef HOSTNN_TENSOR_CHECKS_H_
#define HOSTNN_TENSOR_CHECKS_H_

#include <cstdint>
#include <span>

#include "base/dtype.h"
#include "base/status.h"
#include "tensor/tensor.h"

namespace hostnn {

// Most dimensions of a tensor that an operator takes.
inline constexpr int kMaxOperatorDims = 8;

// A tensor argument with the parameter's name; an absent optional has no
// tensor. The checks below want one that is present.
struct NamedTensor {
  const char* name = nullptr;
  const Tensor* tensor = nullptr;

  const Tensor* operator->() const { return tensor; }
};

// target: expected dtype INT64, UINT8 or INT32, got FLOAT
Status CheckDType(const NamedTensor& argument, DTypeSet allowed);

// target: expected dtype FLOAT (that of self), got FLOAT16
Status CheckSameDType(const NamedTensor& argument, const NamedTensor& like);

// target: expected format ND (that of self), got NCHW
Status CheckSameFormat(const NamedTensor& argument, const NamedTensor& like);

// self: expected 4 dimensions, got 3: [2,3,4]
Status CheckRank(const NamedTensor& argument, int rank);
Status CheckMaxRank(const NamedTensor& argument, int max_rank);

// For each tensor that is present: at most kMaxOperatorDims dimensions.
Status CheckMaxRanks(std::span<const NamedTensor> arguments);

// out: expected shape [2,3] (that of self), got [2,4]
Status CheckSameShape(const NamedTensor& argument, const NamedTensor& like);

// out: expected shape [2,3] (to which self and target broadcast), got [2,4]
Status CheckShape(const NamedTensor& argument, const Dims& expected,
                  const char* reason);

// weight: expected a shape that broadcasts to [2,3] (that of self), got [4]
Status CheckBroadcastsTo(const NamedTensor& argument, const NamedTensor& like);

// target: expected a shape that broadcasts with [2,3] (self), got [4]
// Makes *shape, which comes of the tensors that `reason` names, what it
// broadcasts to together with the argument's.
Status CheckBroadcastsWith(const NamedTensor& argument, const char* reason,
                           Dims* shape);

// target: expected dimension 1 to be 5 (dimension 2 of self), got 4
Status CheckSameDimension(const NamedTensor& argument, int dimension,
                          const NamedTensor& like, int like_dimension);

// weight: expected 5 elements (the number of classes), got 4: [4]
// `reason` may be nullptr.
Status CheckElementCount(const NamedTensor& argument, int64_t count,
                         const char* reason);

// reduction: expected 0 (none), 1 (mean) or 2 (sum), got 3
Status CheckReduction(int64_t reduction);

// self: expected a view inside its storage of elements [0,24), got a view of
// elements [2,26)
Status CheckViewInsideStorage(const NamedTensor& argument);

// out: expected a view that maps every index to an element of its own, got
// shape [2,3] with strides [0,1]
Status CheckNoSelfOverlap(const NamedTensor& argument);

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_CHECKS_H_
