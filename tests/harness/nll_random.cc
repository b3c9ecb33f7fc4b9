// SPDX-License-Identifier: Apache-2.0
// Random valid calls of a gradient of the negative log likelihood family.
#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "harness/float_format.h"
#include "harness/nll_loss.h"
#include "harness/random_tensors.h"

namespace hostnn::harness {
namespace {

constexpr int64_t kFarIndex = int64_t{1} << 40;

// The positions, which are target's shape, and the number of classes.
struct Sizes {
  Dims positions;
  int64_t class_count;
};

Sizes RandomSizes(const NllLoss& loss, Random& random,
                  const CallOptions& options) {
  Sizes sizes = {Dims(random.OneOf(loss.target_ranks)), random.Between(1, 12)};
  Dims& positions = sizes.positions;
  const bool of_some_size =
      options.length.has_value() || options.size != CallSize::kSmall;
  if (positions.empty() && of_some_size) positions = {1};
  for (int64_t& dim : positions) dim = of_some_size ? 1 : random.Between(1, 4);
  if (options.length) {
    positions.back() = *options.length;
  } else if (options.size == CallSize::kLongRows) {
    positions.back() = random.Between(1000, 3000);
    sizes.class_count = random.Between(1, 3);
  } else if (options.size == CallSize::kManyElements) {
    positions.back() = random.Between(33000, 40000);
    sizes.class_count = random.Between(2, 3);
  } else if (random.OneIn(20)) {
    sizes.class_count = random.Between(100, 300);
  } else if (random.OneIn(40)) {
    (positions.empty() ? sizes.class_count : positions.back()) = 0;
  }
  return sizes;
}

Dims ShapeOfSelf(const Sizes& sizes) {
  Dims shape = sizes.positions;
  shape.insert(shape.begin() + ClassDimension(shape), sizes.class_count);
  return shape;
}

// The targets of a call, and the index that it ignores.
class RandomTargets {
 public:
  RandomTargets(int64_t class_count, bool may_be_faulty, Random& random)
      : random_(random),
        class_count_(class_count),
        faulty_(may_be_faulty && random.OneIn(8)) {
    static const std::vector<int64_t> ignored = {
        -100, -1, 0, 3, 255, kFarIndex, std::numeric_limits<int64_t>::min()};
    ignore_index_ = random.OneOf(ignored);
  }

  int64_t ignore_index() const { return ignore_index_; }

  void Fill(Argument* target) {
    const aclDataType dtype = target->view.dtype;
    const size_t size = ElementSize(dtype);
    for (const int64_t index : target->view.Indices()) {
      const int64_t value = Next(dtype);
      // Little endian: the low bytes are the narrower number.
      std::memcpy(&target->data[index * size], &value, size);
    }
  }

 private:
  int64_t Next(aclDataType dtype) {
    if (random_.OneIn(10) && Holds(dtype, ignore_index_)) return ignore_index_;
    const int64_t last_class =
        std::min(std::max<int64_t>(class_count_, 1) - 1, Largest(dtype));
    const int64_t good = random_.Between(0, last_class);
    if (!faulty_ || !random_.OneIn(4)) return good;
    const std::vector<int64_t> bad = {-1, class_count_, kFarIndex + good,
                                      -kFarIndex, 255};
    const int64_t value = random_.OneOf(bad);
    return Holds(dtype, value) ? value : good;
  }

  static int64_t Largest(aclDataType dtype) {
    if (dtype == ACL_UINT8) return std::numeric_limits<uint8_t>::max();
    return dtype == ACL_INT32 ? std::numeric_limits<int32_t>::max()
                              : std::numeric_limits<int64_t>::max();
  }
  static bool Holds(aclDataType dtype, int64_t value) {
    const int64_t smallest = dtype == ACL_UINT8 ? 0 : -Largest(dtype) - 1;
    return value >= smallest && value <= Largest(dtype);
  }

  Random& random_;
  int64_t class_count_;
  bool faulty_;
  int64_t ignore_index_;
};

}  // namespace

Arguments NllOracle::RandomArguments(Random& random,
                                     const CallOptions& options) const {
  static const std::vector<aclDataType> target_types = {ACL_INT64, ACL_INT32,
                                                        ACL_UINT8};
  const Sizes sizes = RandomSizes(loss_, random, options);
  RandomTensors tensors(random, options);
  RandomTargets targets(sizes.class_count, !options.ordinary_values, random);
  const aclDataType dtype = tensors.FloatType();
  const aclDataType out_dtype =
      loss_.output_has_own_type ? tensors.FloatType() : dtype;
  const int64_t reduction = random.Between(0, 2);
  const auto one = [&] { return random.OneIn(2) ? Dims{} : Dims{1}; };
  // A target without a dimension has one gradient, whatever the reduction.
  const bool one_gradient = reduction != 0 || sizes.positions.empty();
  Argument target = MakeTensor(
      "target", tensors.Lay(random.OneOf(target_types), sizes.positions));
  targets.Fill(&target);
  return {tensors.Floats("gradOutput", dtype,
                         one_gradient ? one() : sizes.positions),
          tensors.Floats("self", dtype, ShapeOfSelf(sizes)),
          std::move(target),
          tensors.Floats("weight", dtype, {sizes.class_count}),
          MakeInteger("reduction", reduction),
          MakeInteger("ignoreIndex", targets.ignore_index()),
          tensors.Floats("totalWeight", dtype, one()),
          tensors.Output("out", out_dtype, ShapeOfSelf(sizes))};
}

}  // namespace hostnn::harness
