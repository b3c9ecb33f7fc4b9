// SPDX-License-Identifier: Apache-2.0
#include "ops/loss/output_shape.h"

#include "tensor/broadcast.h"

namespace hostnn {
namespace {

// The loss operators' inputs begin with gradOutput and self.
constexpr size_t kSelf = 1;

}  // namespace

Status InferShapeOfScores(std::span<const Dims* const> inputs,
                          PartialShape* output) {
  const Dims* const self = inputs[kSelf];
  HOSTNN_CHECK(self == nullptr || self->size() == 1 || self->size() == 2 ||
                   self->size() == 4,
               Code::kBadArgument,
               "self: expected 1, 2 or 4 dimensions, got %d: %s", self->size(),
               ToString(*self).c_str());
  return InferShapeOfSelf(inputs, output);
}

Status InferShapeOfSelf(std::span<const Dims* const> inputs,
                        PartialShape* output) {
  const Dims* const self = inputs[kSelf];
  if (self == nullptr) {
    output->reset();
  } else {
    *output = *self;
  }
  return Status();
}

Status InferBroadcastShape(std::span<const Dims* const> inputs,
                           PartialShape* output) {
  Dims& shape = output->emplace();
  for (const Dims* const input : inputs) {
    if (input == nullptr) {
      *output = std::nullopt;
      return Status();
    }
    HOSTNN_CHECK(BroadcastWith(*input, &shape), Code::kBadArgument,
                 "inputs: expected shapes that broadcast, got %s and %s",
                 ToString(shape).c_str(), ToString(*input).c_str());
  }
  return Status();
}

}  // namespace hostnn
