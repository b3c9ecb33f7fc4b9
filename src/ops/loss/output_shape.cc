// SPDX-License-Identifier: Apache-2.0
#include "ops/loss/output_shape.h"

#include "tensor/broadcast.h"

namespace hostnn {
namespace {

// The loss operators' inputs begin with gradOutput and self.
constexpr size_t kSelf = 1;

}  // namespace

Status InferShapeOfScores(std::span<const PartialShape> inputs,
                          PartialShape* output) {
  const PartialShape& self = inputs[kSelf];
  HOSTNN_CHECK(
      !self || self->size() == 1 || self->size() == 2 || self->size() == 4,
      Code::kBadArgument, "self: expected 1, 2 or 4 dimensions, got %d: %s",
      self->size(), ToString(*self).c_str());
  *output = self;
  return Status();
}

Status InferShapeOfSelf(std::span<const PartialShape> inputs,
                        PartialShape* output) {
  *output = inputs[kSelf];
  return Status();
}

Status InferBroadcastShape(std::span<const PartialShape> inputs,
                           PartialShape* output) {
  Dims shape;
  for (const PartialShape& input : inputs) {
    if (!input) {
      *output = std::nullopt;
      return Status();
    }
    const auto both = BroadcastShapes(shape, *input);
    HOSTNN_CHECK(both.has_value(), Code::kBadArgument,
                 "inputs: expected shapes that broadcast, got %s and %s",
                 ToString(shape).c_str(), ToString(*input).c_str());
    shape = *both;
  }
  *output = shape;
  return Status();
}

}  // namespace hostnn
