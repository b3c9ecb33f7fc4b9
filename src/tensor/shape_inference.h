// SPDX-License-Identifier: Apache-2.0
// Shapes before a program runs: what an operator's definition says of its
// output when some dimensions, or even their number, are not known yet.
#ifndef HOSTNN_TENSOR_SHAPE_INFERENCE_H_
#define HOSTNN_TENSOR_SHAPE_INFERENCE_H_

#include <cstdint>
#include <optional>
#include <span>

#include "base/status.h"
#include "tensor/tensor.h"

namespace hostnn {

// A dimension that is not known yet.
inline constexpr int64_t kUnknownDimension = -1;

// Without a value: not even the number of dimensions is known.
using PartialShape = std::optional<Dims>;

struct ShapeInference {
  const char* text = nullptr;  // the rule in words: "that of self"
  // Refuses, with kBadArgument, shapes for which there is no output. nullptr:
  // not even the number of dimensions is known.
  Status (*infer)(std::span<const Dims* const> inputs,
                  PartialShape* output) = nullptr;
};

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_SHAPE_INFERENCE_H_
