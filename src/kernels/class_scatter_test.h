// SPDX-License-Identifier: Apache-2.0
// Calls of the class-scatter engine with random data, and their oracle.
#ifndef HOSTNN_KERNELS_CLASS_SCATTER_TEST_H_
#define HOSTNN_KERNELS_CLASS_SCATTER_TEST_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/half.h"
#include "kernels/class_scatter.h"
#include "kernels/targets.h"

namespace hostnn::kernels::class_scatter_test {

using Numbers = std::vector<int64_t>;

// Where everything lies: the kernel's view of a call, before it has data.
struct Layout {
  Numbers shape;  // of target
  Numbers target_strides;
  Numbers grad_strides;
  Numbers out_strides;
  int64_t class_count = 1;
  int64_t class_stride = 1;
  Numbers weight_shape = {};  // the classes in one dimension if empty
  Numbers weight_strides = {};
  int64_t piece_positions = std::numeric_limits<int64_t>::max() / 2;
  int64_t piece_classes = kMostPieceClasses;
  int64_t out_lead = 0;  // elements of out between a line's begin and the view
  bool streaming_stores = false;
};

struct Options {
  bool mean = false;
  int64_t ignore_index = -100;
  Numbers bad_positions = {};  // row-major indices with a target out of range
  int64_t bad_target = 0;
};

inline Numbers Contiguous(const Numbers& shape) {
  Numbers strides(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= shape[d];
  }
  return strides;
}

inline int64_t Count(const Numbers& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1},
                         std::multiplies<>());
}

// The place of the element with this row-major index.
inline int64_t Offset(const Numbers& shape, const Numbers& strides,
                      int64_t index) {
  int64_t offset = 0;
  for (size_t d = shape.size(); d-- > 0;) {
    offset += index % shape[d] * strides[d];
    index /= shape[d];
  }
  return offset;
}

inline int64_t Length(const Numbers& shape, const Numbers& strides) {
  return 1 + Offset(shape, strides, Count(shape) - 1);
}

template <class T>
constexpr aclDataType kDType = std::is_same_v<T, float>      ? ACL_FLOAT
                               : std::is_same_v<T, Float16>  ? ACL_FLOAT16
                               : std::is_same_v<T, BFloat16> ? ACL_BF16
                               : std::is_same_v<T, int64_t>  ? ACL_INT64
                               : std::is_same_v<T, int32_t>  ? ACL_INT32
                                                             : ACL_UINT8;

template <class T>
T Next(T value, int step) {
  using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint16_t>;
  return std::bit_cast<T>(
      static_cast<Bits>(std::bit_cast<Bits>(value) + static_cast<Bits>(step)));
}

// Within 0.51 of the distance to the next number of the type.
template <class T>
bool IsClose(T got, long double expected) {
  const long double value = ToDouble(got);
  if (std::isnan(expected)) return std::isnan(value);
  if (value == expected) return true;
  const long double ulp = std::fabs(ToDouble(Next(got, 1)) - value);
  return std::fabs(value - expected) <= 0.51L * ulp;
}

// One call with random data, and its oracle.
template <class T, class Target, class Out = T>
class Call {
 public:
  Call(Layout layout, Options options)
      : layout_(std::move(layout)), options_(std::move(options)) {
    if (layout_.weight_shape.empty()) {
      layout_.weight_shape = {layout_.class_count};
    }
    if (layout_.weight_strides.empty()) {
      layout_.weight_strides = Contiguous(layout_.weight_shape);
    }
    target_.resize(Length(layout_.shape, layout_.target_strides));
    grad_output_ = Random(Length(layout_.shape, layout_.grad_strides));
    weight_ = Random(Length(layout_.weight_shape, layout_.weight_strides));
    total_weight_ = Random(1);
    const int64_t out_length = Length(layout_.shape, layout_.out_strides) +
                               (layout_.class_count - 1) * layout_.class_stride;
    storage_.resize(out_length + layout_.out_lead + 2 * kGuard);
    std::memset(static_cast<void*>(storage_.data()), kFiller,
                storage_.size() * sizeof(Out));
    const auto address = reinterpret_cast<uintptr_t>(storage_.data());
    const uintptr_t to_line = (kLineBytes - address % kLineBytes) / sizeof(Out);
    view_begin_ = static_cast<int64_t>(to_line) + layout_.out_lead;
    out_ = {storage_.data() + view_begin_, static_cast<size_t>(out_length)};
    for (int64_t i = 0; i < Count(layout_.shape); ++i) {
      target_[TargetPlace(i)] = RandomTarget();
    }
    for (const int64_t i : options_.bad_positions) {
      target_[TargetPlace(i)] = static_cast<Target>(options_.bad_target);
    }
  }

  void Run() {
    const ClassScatterParameters parameters = MakeParameters();
    void* addresses[] = {grad_output_.data(),  nullptr,
                         target_.data(),       weight_.data(),
                         total_weight_.data(), out_.data()};
    const Kernel kernel = ClassScatter(kDType<T>, kDType<Target>, kDType<Out>);
    ASSERT_NE(kernel, nullptr);
    // Last piece first: no piece may depend on another.
    for (int64_t piece = PieceCount(parameters); piece-- > 0;) {
      kernel({&parameters, addresses, piece, &faults_});
    }
  }

  void ExpectRightEverywhere() const {
    std::vector<char> written(storage_.size(), 0);
    const int64_t position_count = Count(layout_.shape);
    for (int64_t i = 0; i < position_count; ++i) {
      const int64_t first = Offset(layout_.shape, layout_.out_strides, i);
      const int64_t hit = Hit(i);
      for (int64_t c = 0; c < layout_.class_count; ++c) {
        const int64_t place = first + c * layout_.class_stride;
        written[view_begin_ + place] = 1;
        if (c == hit) {
          ASSERT_TRUE(IsClose(out_[place], Expected(i, c)))
              << "position " << i << ", class " << c << ": got "
              << ToDouble(out_[place]) << ", expected " << Expected(i, c);
        } else if (!IsPositiveZero(out_[place])) {
          FAIL() << "position " << i << ", class " << c << ": got "
                 << ToDouble(out_[place]) << ", expected +0";
        }
      }
    }
    Out filler;
    std::memset(&filler, kFiller, sizeof filler);
    for (size_t i = 0; i < storage_.size(); ++i) {
      if (written[i] != 0) continue;
      ASSERT_EQ(std::memcmp(&storage_[i], &filler, sizeof filler), 0)
          << "element " << static_cast<int64_t>(i) - view_begin_
          << " is outside the view";
    }
  }

  TargetFaults::Found found() const { return faults_.found(); }
  std::vector<T>& grad_output() { return grad_output_; }
  std::vector<T>& weight() { return weight_; }
  std::vector<T>& total_weight() { return total_weight_; }
  std::span<Out> out() { return out_; }
  Target& target(int64_t i) { return target_[TargetPlace(i)]; }

 private:
  static constexpr int kFiller = 0xa5;
  static constexpr uintptr_t kLineBytes = 64;
  static constexpr int64_t kGuard = 64;  // elements around the view, at least

  std::vector<T> Random(int64_t count) {
    std::uniform_real_distribution<double> uniform(0.5, 4);
    std::vector<T> values;
    for (int64_t i = 0; i < count; ++i) {
      const double value = uniform(random_);
      values.push_back(FromDouble<T>(random_() % 2 ? value : -value));
    }
    return values;
  }

  Target RandomTarget() {
    const bool fits =
        std::numeric_limits<Target>::min() <= options_.ignore_index &&
        std::numeric_limits<Target>::max() >= options_.ignore_index;
    if (fits && random_() % 8 == 0) {
      return static_cast<Target>(options_.ignore_index);
    }
    return static_cast<Target>(random_() % layout_.class_count);
  }

  int64_t TargetPlace(int64_t i) const {
    return Offset(layout_.shape, layout_.target_strides, i);
  }

  // The class that has a value at this position, or -1.
  int64_t Hit(int64_t i) const {
    const auto t = static_cast<int64_t>(target_[TargetPlace(i)]);
    return t == options_.ignore_index || t >= layout_.class_count ? -1 : t;
  }

  static bool IsPositiveZero(Out value) {
    static constexpr char kZero[sizeof(Out)] = {};
    return std::memcmp(&value, kZero, sizeof value) == 0;
  }

  // At the class that has a value.
  long double Expected(int64_t i, int64_t c) const {
    long double grad =
        ToDouble(grad_output_[Offset(layout_.shape, layout_.grad_strides, i)]);
    if (options_.mean) grad /= ToDouble(total_weight_[0]);
    return -(
        grad *
        ToDouble(
            weight_[Offset(layout_.weight_shape, layout_.weight_strides, c)]));
  }

  // Loops in the order of out's strides, none merged.
  ClassScatterParameters MakeParameters() const {
    ClassScatterParameters parameters = {};
    std::vector<size_t> order(layout_.shape.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [this](size_t a, size_t b) {
      return layout_.out_strides[a] > layout_.out_strides[b];
    });
    const Numbers index_strides = Contiguous(layout_.shape);
    auto& loops = parameters.positions;
    loops.loop_count = static_cast<int>(order.size());
    for (size_t i = 0; i < order.size(); ++i) {
      const size_t d = order[i];
      loops.extents[i] = layout_.shape[d];
      loops.strides[parameters.kTarget][i] = layout_.target_strides[d];
      loops.strides[parameters.kGradOutput][i] = layout_.grad_strides[d];
      loops.strides[parameters.kOut][i] = layout_.out_strides[d];
      loops.strides[parameters.kIndex][i] = index_strides[d];
    }
    auto& weight = parameters.weight;
    weight.loop_count = static_cast<int>(layout_.weight_shape.size());
    std::copy(layout_.weight_shape.begin(), layout_.weight_shape.end(),
              weight.extents);
    std::copy(layout_.weight_strides.begin(), layout_.weight_strides.end(),
              weight.strides[0]);
    parameters.class_count = layout_.class_count;
    parameters.class_stride = layout_.class_stride;
    parameters.ignore_index = options_.ignore_index;
    parameters.mean = options_.mean;
    parameters.streaming_stores = layout_.streaming_stores;
    parameters.piece_positions = layout_.piece_positions;
    parameters.piece_classes = layout_.piece_classes;
    return parameters;
  }

  Layout layout_;
  Options options_;
  std::mt19937 random_{5};
  std::vector<Target> target_;
  std::vector<T> grad_output_;
  std::vector<T> weight_;
  std::vector<T> total_weight_;
  std::vector<Out> storage_;
  int64_t view_begin_ = 0;
  std::span<Out> out_;
  TargetFaults faults_;
};

inline Layout Planes(int64_t n, int64_t c, int64_t plane) {
  return {.shape = {n, plane},
          .target_strides = {plane, 1},
          .grad_strides = {plane, 1},
          .out_strides = {c * plane, 1},
          .class_count = c,
          .class_stride = plane};
}

inline Layout ChannelsLast(int64_t positions, int64_t c) {
  return {.shape = {positions},
          .target_strides = {1},
          .grad_strides = {1},
          .out_strides = {c},
          .class_count = c,
          .class_stride = 1};
}

// Under every SIMD target, for the caches and past them.
template <class T, class Target = int64_t, class Out = T>
void ExpectRight(Layout layout, const Options& options = {}) {
  for (const int64_t target : UsableTargets()) {
    UseTarget(target);
    for (const bool streaming_stores : {false, true}) {
      layout.streaming_stores = streaming_stores;
      Call<T, Target, Out> call(layout, options);
      ASSERT_NO_FATAL_FAILURE(call.Run());
      ASSERT_NO_FATAL_FAILURE(call.ExpectRightEverywhere());
      EXPECT_EQ(call.found().count, 0);
    }
  }
  UseTarget(0);
}

using ValueTypes = testing::Types<float, Float16, BFloat16>;
struct ValueNames {
  template <class T>
  static const char* GetName(int) {
    return std::is_same_v<T, float>     ? "Float"
           : std::is_same_v<T, Float16> ? "Float16"
                                        : "BFloat16";
  }
};

}  // namespace hostnn::kernels::class_scatter_test

#endif  // HOSTNN_KERNELS_CLASS_SCATTER_TEST_H_
