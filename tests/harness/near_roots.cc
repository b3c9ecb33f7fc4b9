// SPDX-License-Identifier: Apache-2.0
#include "harness/near_roots.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "harness/float_format.h"
#include "harness/random_values.h"

namespace hostnn::harness {
namespace {

// Bytes of an input that one element of the output depends on.
uint8_t* ElementAt(Argument& input, const Dims& shape, int64_t output_element) {
  const View view = BroadcastTo(input.view, shape);
  return &input.data[view.Indices()[output_element] * ElementSize(view.dtype)];
}

// What the formulas take for one element of the output.
std::vector<Quad> ValuesAt(const ElementwiseLoss& loss, Arguments& arguments,
                           const Dims& shape, int64_t output_element) {
  std::vector<Quad> values;
  for (size_t i = 0; i < loss.inputs.size(); ++i) {
    Argument& input = arguments[i];
    values.push_back(input.IsTensor()
                         ? ToDouble(input.view.dtype,
                                    ElementAt(input, shape, output_element))
                         : 1);
  }
  return values;
}

// The number, as OrderOf counts, of the last value of an input before the
// gradient's sign changes for good; none where the gradient has the same sign
// at both ends.
std::optional<int64_t> FindRoot(const Formula<Quad>& gradient,
                                std::vector<Quad> values, size_t input,
                                aclDataType dtype) {
  const auto is_positive = [&](int64_t order) {
    uint8_t element[sizeof(float)];
    StoreByOrder(dtype, order, element);
    values[input] = ToDouble(dtype, element);
    return gradient(values) > 0;
  };
  int64_t below = -LargestOrder(dtype);
  int64_t above = LargestOrder(dtype);
  const bool sign_above = is_positive(above);
  if (is_positive(below) == sign_above) return std::nullopt;
  while (above - below > 1) {
    const int64_t middle = below + (above - below) / 2;
    (is_positive(middle) == sign_above ? above : below) = middle;
  }
  return below;
}

}  // namespace

void PlaceRoots(const ElementwiseLoss& loss, Random& random,
                Arguments* arguments) {
  const Dims shape = OutputOf(*arguments).view.shape;
  const int64_t count = ElementCount(shape);
  if (count == 0 || loss.roots_in.empty()) return;
  for (int i = 0; i < 3; ++i) {
    const size_t input = random.OneOf(loss.roots_in);
    Argument& varied = (*arguments)[input];
    if (!varied.IsTensor()) continue;
    const aclDataType dtype = varied.view.dtype;
    const int64_t element = random.Between(0, count - 1);
    const std::optional<int64_t> root =
        FindRoot(loss.gradient, ValuesAt(loss, *arguments, shape, element),
                 input, dtype);
    if (!root) continue;
    const int64_t largest = LargestOrder(dtype);
    // At every distance: what is left of the terms, and with it the way of
    // computing, depends on that.
    const int64_t reach = int64_t{1} << random.Between(0, FractionBits(dtype));
    const int64_t near = *root + random.Between(-reach, reach + 1);
    StoreByOrder(dtype, std::clamp(near, -largest, largest),
                 ElementAt(varied, shape, element));
  }
}

}  // namespace hostnn::harness
