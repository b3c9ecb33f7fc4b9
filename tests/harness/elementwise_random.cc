// SPDX-License-Identifier: Apache-2.0
// Random valid calls of an element-wise loss.
#include <algorithm>
#include <utility>

#include "harness/elementwise_loss.h"
#include "harness/near_roots.h"
#include "harness/random_tensors.h"

namespace hostnn::harness {
namespace {

constexpr int64_t kMaxRank = 8;

Dims RandomShape(Random& random, const CallOptions& options) {
  if (options.length) return {*options.length};
  if (options.size == CallSize::kLongRows) {
    if (random.OneIn(2))
      return {random.Between(1, 2), random.Between(1000, 9000)};
    // Vectors go evenly into every other one.
    const int64_t row = random.Between(64, 300);
    return {random.Between(3, 40), random.OneIn(2) ? row / 64 * 64 : row};
  }
  if (options.size == CallSize::kManyElements) {
    return {2, random.Between(165, 185), random.Between(200, 230)};
  }
  Dims shape(random.Between(0, kMaxRank));
  int64_t room = 96;
  for (int64_t& dim : shape) {
    const bool few_dimensions = shape.size() <= 2;
    dim = random.Between(1, std::min<int64_t>(room, few_dimensions ? 70 : 4));
    room /= dim;
  }
  if (!shape.empty() && random.OneIn(40)) shape.back() = 0;
  return shape;
}

// A shape that broadcasts to `shape`.
Dims Narrowed(const Dims& shape, Random& random) {
  if (random.OneIn(2)) return shape;
  Dims narrow = shape;
  for (int64_t& dim : narrow) {
    if (random.OneIn(3)) dim = 1;
  }
  const auto ones =
      std::ranges::find_if(narrow, [](int64_t dim) { return dim != 1; }) -
      narrow.begin();
  narrow.erase(narrow.begin(), narrow.begin() + random.Between(0, ones));
  return narrow;
}

// The shape to which these broadcast.
Dims BroadcastShape(const std::vector<Dims>& shapes) {
  Dims result;
  for (const Dims& shape : shapes) {
    result.insert(result.begin(),
                  std::max(shape.size(), result.size()) - result.size(), 1);
    for (size_t k = 0; k < shape.size(); ++k) {
      int64_t& dim = result[result.size() - shape.size() + k];
      if (dim == 1) dim = shape[k];
    }
  }
  return result;
}

}  // namespace

Arguments ElementwiseOracle::RandomArguments(Random& random,
                                             const CallOptions& options) const {
  const Dims shape = RandomShape(random, options);
  RandomTensors tensors(random, options);
  const bool one_type = loss_.types == LossTypes::kOneForInputs;
  const aclDataType dtype = tensors.FloatType();
  std::vector<Dims> shapes;
  Arguments arguments;
  for (const LossInput& input : loss_.inputs) {
    if (input.optional && random.OneIn(3)) {
      arguments.push_back(MakeNull(input.name));
      continue;
    }
    shapes.push_back(input.broadcasts ? Narrowed(shape, random) : shape);
    arguments.push_back(tensors.Floats(
        input.name, one_type ? dtype : tensors.FloatType(), shapes.back()));
  }
  arguments.push_back(MakeInteger("reduction", random.Between(0, 2)));
  arguments.push_back(tensors.Output(
      loss_.output,
      one_type ? tensors.FloatType() : arguments[loss_.gradient_for].view.dtype,
      BroadcastShape(shapes)));
  if (!options.ordinary_values && random.OneIn(2)) {
    PlaceRoots(loss_, random, &arguments);
  }
  return arguments;
}

}  // namespace hostnn::harness
