// SPDX-License-Identifier: Apache-2.0
// The two tiers for half precision: all logits, with ordinary and extreme other
// inputs, give the bits that double alone gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <random>
#include <vector>

#include "base/half.h"
#include "kernels/elementwise.h"
#include "kernels/float_type.h"
#include "kernels/loss_backward.h"
#include "kernels/target_test.h"

namespace hostnn::kernels {
namespace {

constexpr size_t kCount = 65536;
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// An input: elements of T, a single value of float, or absent.
template <class T>
struct Source {
  std::vector<T> row;
  std::vector<float> value;
};
template <class T>
Source<T> Absent() {
  return {};
}
template <class T>
Source<T> Value(float value) {
  return {.row = {}, .value = {value}};
}
template <class T>
Source<T> Row(const std::vector<T>& row) {
  return {.row = row, .value = {}};
}
template <class T>
Source<T> RowOf(float value) {
  return Row(std::vector<T>(kCount, ConvertNumber<T>(value)));
}

template <class T>
std::vector<T> EveryPattern() {
  std::vector<T> all(kCount);
  for (size_t i = 0; i < kCount; ++i) all[i].bits = static_cast<uint16_t>(i);
  return all;
}
// The same in an order that has nothing to do with the logits'.
template <class T>
std::vector<T> ShuffledPatterns(unsigned seed) {
  std::vector<T> all = EveryPattern<T>();
  std::shuffle(all.begin(), all.end(), std::mt19937(seed));
  return all;
}
// Zeros and ones.
template <class T>
std::vector<T> Mask() {
  std::vector<T> mask(kCount);
  for (size_t i = 0; i < kCount; i += 3) mask[i] = ConvertNumber<T>(1.0f);
  return mask;
}

template <class T>
struct Problem {
  Source<T> grad_output = Value<T>(1);
  Source<T> weight = Absent<T>();
  Source<T> pos_weight = {};
  Scale scale = {};
};

// All logits' gradients, with rows taken as they are or, for FLOAT, turned into
// float: this is computed in double alone.
template <class T>
std::vector<T> Gradients(const Problem<T>& problem, aclDataType compute_type) {
  std::vector<T> self = EveryPattern<T>(), out(kCount);
  ElementwiseParameters parameters = {.loops = {},
                                      .compute_type = compute_type,
                                      .operands = {},
                                      .input_count = 4,
                                      .scale = problem.scale,
                                      .piece_elements = kCount};
  void* addresses[ElementwiseParameters::kOperandCount] = {};
  parameters.loops.extents[0] = kCount;
  const auto add = [&](int operand, const void* elements, aclDataType type,
                       int64_t stride) {
    addresses[operand] = const_cast<void*>(elements);
    parameters.operands[operand] = {elements == nullptr ? -1 : operand, type};
    parameters.loops.strides[operand][0] = stride;
  };
  const auto add_input = [&](int operand, const Source<T>& source) {
    if (source.row.empty()) {
      add(operand, source.value.data(), ACL_FLOAT, 0);
    } else {
      add(operand, source.row.data(), kTypeNumber<T>, 1);
    }
  };
  add_input(0, problem.grad_output);
  add(1, self.data(), kTypeNumber<T>, 1);
  add_input(2, problem.weight);
  add_input(3, problem.pos_weight);
  add(ElementwiseParameters::kOut, out.data(), kTypeNumber<T>, 1);
  TargetFaults faults;
  const bool has_pos_weight = parameters.operands[3].argument >= 0;
  const Kernel kernel =
      has_pos_weight ? BinaryCrossEntropyWithLogitsTargetBackward()
                     : BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight();
  kernel({&parameters, addresses, 0, &faults});
  return out;
}

template <class T>
void ExpectSameBits(const Problem<T>& problem) {
  const std::vector<T> two_tiers = Gradients(problem, kTypeNumber<T>);
  const std::vector<T> one_tier = Gradients(problem, ACL_FLOAT);
  for (size_t i = 0; i < kCount; ++i) {
    ASSERT_EQ(two_tiers[i].bits, one_tier[i].bits) << "logit's bits " << i;
  }
}

const Scale kScales[] = {{1, 1}, {1, 3}, {1, 100'000'007}};

// Of so many pairs a usual run takes one, so that each posWeight and each of
// the factors has its turn; sanitizers take their time.
#if defined(__SANITIZE_ADDRESS__)
constexpr size_t kPairStep = 153;
#else
constexpr size_t kPairStep = 17;
#endif

// Each posWeight with each of the factors: in a usual run some of the pairs.
template <class T>
void ExpectSameBitsForAll(const std::vector<Source<T>>& pos_weights,
                          const std::vector<Problem<T>>& factors) {
  for (size_t i = 0; i < pos_weights.size(); ++i) {
    for (size_t j = 0; j < factors.size(); ++j) {
      const size_t pair = i * factors.size() + j;
      if (!IsLongRun() && pair % kPairStep != 0) continue;
      Problem<T> problem = factors[j];
      problem.pos_weight = pos_weights[i];
      problem.scale = kScales[pair / kPairStep % std::size(kScales)];
      SCOPED_TRACE(testing::Message()
                   << "posWeight " << i << ", factors " << j);
      ExpectSameBits(problem);
    }
  }
}

template <class T>
void ExpectSameBitsEverywhere() {
  std::vector<Source<T>> pos_weights;
  for (const float p :
       {0.0f, 1.0f, 127.0f / 128, 1 + 0x1p-23f, 2.5f, -1.5f, 0x1p-24f, 1e-30f,
        3e-44f, 1000.0f, 1e30f, kInfinity, -kInfinity, kNan}) {
    pos_weights.push_back(Value<T>(p));
    pos_weights.push_back(RowOf<T>(p));
  }
  pos_weights.push_back(Row(ShuffledPatterns<T>(1)));
  pos_weights.push_back(Absent<T>());
  std::vector<Problem<T>> factors;
  for (const float g :
       {1.0f, 0.1f, -3.0f, 0.0f, 1e-30f, 1e-42f, 1e30f, kInfinity, kNan}) {
    factors.push_back({.grad_output = Value<T>(g)});
    factors.push_back({.grad_output = RowOf<T>(g)});
    factors.push_back({.grad_output = Value<T>(g), .weight = Row(Mask<T>())});
  }
  factors.push_back({.grad_output = Row(ShuffledPatterns<T>(2))});
  factors.push_back({.grad_output = Row(ShuffledPatterns<T>(2)),
                     .weight = Row(ShuffledPatterns<T>(3))});
  factors.push_back({.weight = Row(ShuffledPatterns<T>(3))});
  ExpectSameBitsForAll(pos_weights, factors);
}

class BceTargetTiersTest : public TargetTest {};

TEST_P(BceTargetTiersTest, EveryFloat16LogitGivesTheBitsOfDouble) {
  ExpectSameBitsEverywhere<Float16>();
}

TEST_P(BceTargetTiersTest, EveryBFloat16LogitGivesTheBitsOfDouble) {
  ExpectSameBitsEverywhere<BFloat16>();
}

INSTANTIATE_TARGETS(BceTargetTiersTest);

}  // namespace
}  // namespace hostnn::kernels
