// SPDX-License-Identifier: Apache-2.0
// The shape inference of the loss operators' definitions.
#ifndef HOSTNN_OPS_LOSS_OUTPUT_SHAPE_H_
#define HOSTNN_OPS_LOSS_OUTPUT_SHAPE_H_

#include <span>

#include "base/status.h"
#include "tensor/shape_inference.h"

namespace hostnn {

// The second input's, self: the scores of classes, in 1, 2 or 4 dimensions.
Status InferShapeOfScores(std::span<const Dims* const> inputs,
                          PartialShape* output);

// The second input's, self, whatever it is.
Status InferShapeOfSelf(std::span<const Dims* const> inputs,
                        PartialShape* output);

// What all inputs broadcast to.
Status InferBroadcastShape(std::span<const Dims* const> inputs,
                           PartialShape* output);

inline constexpr ShapeInference kShapeOfScores = {"that of self",
                                                  InferShapeOfScores};
inline constexpr ShapeInference kShapeOfSelf = {"that of self",
                                                InferShapeOfSelf};
inline constexpr ShapeInference kBroadcastShape = {
    "to which the inputs broadcast", InferBroadcastShape};

}  // namespace hostnn

#endif  // HOSTNN_OPS_LOSS_OUTPUT_SHAPE_H_
