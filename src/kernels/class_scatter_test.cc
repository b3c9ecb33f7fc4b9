// SPDX-License-Identifier: Apache-2.0
#include "kernels/class_scatter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <type_traits>
#include <vector>

#include "base/half.h"

namespace hostnn::kernels {
namespace {

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
  bool streaming_stores = false;
};

struct Options {
  bool mean = false;
  int64_t ignore_index = -100;
  Numbers bad_positions = {};  // row-major indices with a target out of range
  int64_t bad_target = 0;
};

Numbers Contiguous(const Numbers& shape) {
  Numbers strides(shape.size());
  int64_t stride = 1;
  for (size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= shape[d];
  }
  return strides;
}

int64_t Count(const Numbers& shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1},
                         std::multiplies<>());
}

// The place of the element with this row-major index.
int64_t Offset(const Numbers& shape, const Numbers& strides, int64_t index) {
  int64_t offset = 0;
  for (size_t d = shape.size(); d-- > 0;) {
    offset += index % shape[d] * strides[d];
    index /= shape[d];
  }
  return offset;
}

int64_t Length(const Numbers& shape, const Numbers& strides) {
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
    out_.resize(Length(layout_.shape, layout_.out_strides) +
                (layout_.class_count - 1) * layout_.class_stride);
    std::memset(static_cast<void*>(out_.data()), kFiller,
                out_.size() * sizeof(Out));
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
    std::vector<char> written(out_.size(), 0);
    for (int64_t i = 0; i < Count(layout_.shape); ++i) {
      for (int64_t c = 0; c < layout_.class_count; ++c) {
        const int64_t place = Offset(layout_.shape, layout_.out_strides, i) +
                              c * layout_.class_stride;
        ASSERT_TRUE(IsClose(out_[place], Expected(i, c)))
            << "position " << i << ", class " << c << ": got "
            << ToDouble(out_[place]) << ", expected " << Expected(i, c);
        ASSERT_FALSE(ToDouble(out_[place]) == 0 && Expected(i, c) == 0 &&
                     std::signbit(ToDouble(out_[place])) && !Hit(i, c))
            << "a zero that is negative";
        written[place] = 1;
      }
    }
    Out filler;
    std::memset(&filler, kFiller, sizeof filler);
    for (size_t place = 0; place < out_.size(); ++place) {
      if (written[place] != 0) continue;
      ASSERT_EQ(std::memcmp(&out_[place], &filler, sizeof filler), 0)
          << "element " << place << " is outside the view";
    }
  }

  TargetFaults::Found found() const { return faults_.found(); }
  std::vector<T>& grad_output() { return grad_output_; }
  std::vector<T>& weight() { return weight_; }
  std::vector<T>& total_weight() { return total_weight_; }
  std::vector<Out>& out() { return out_; }
  Target& target(int64_t i) { return target_[TargetPlace(i)]; }

 private:
  static constexpr int kFiller = 0xa5;

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

  bool Hit(int64_t i, int64_t c) const {
    const auto t = static_cast<int64_t>(target_[TargetPlace(i)]);
    return t == c && t != options_.ignore_index;
  }

  long double Expected(int64_t i, int64_t c) const {
    if (!Hit(i, c)) return 0;
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
  std::vector<Out> out_;
  TargetFaults faults_;
};

Layout Planes(int64_t n, int64_t c, int64_t plane) {
  return {.shape = {n, plane},
          .target_strides = {plane, 1},
          .grad_strides = {plane, 1},
          .out_strides = {c * plane, 1},
          .class_count = c,
          .class_stride = plane};
}

Layout ChannelsLast(int64_t positions, int64_t c) {
  return {.shape = {positions},
          .target_strides = {1},
          .grad_strides = {1},
          .out_strides = {c},
          .class_count = c,
          .class_stride = 1};
}

template <class T, class Target = int64_t, class Out = T>
void ExpectRight(Layout layout, const Options& options = {}) {
  for (const bool streaming_stores : {false, true}) {
    layout.streaming_stores = streaming_stores;
    Call<T, Target, Out> call(layout, options);
    ASSERT_NO_FATAL_FAILURE(call.Run());
    ASSERT_NO_FATAL_FAILURE(call.ExpectRightEverywhere());
    EXPECT_EQ(call.found().count, 0);
  }
}

template <class T>
class ClassScatterTest : public testing::Test {};
using ValueTypes = testing::Types<float, Float16, BFloat16>;
struct ValueNames {
  template <class T>
  static const char* GetName(int) {
    return std::is_same_v<T, float>     ? "Float"
           : std::is_same_v<T, Float16> ? "Float16"
                                        : "BFloat16";
  }
};
TYPED_TEST_SUITE(ClassScatterTest, ValueTypes, ValueNames);

TYPED_TEST(ClassScatterTest, PlanesOfEverySize) {
  for (const int64_t plane : {1, 2, 3, 7, 8, 31, 64, 1023, 1024, 1025, 2100}) {
    ExpectRight<TypeParam>(Planes(2, 5, plane));
  }
}

TYPED_TEST(ClassScatterTest, ChannelsLastOfEverySize) {
  for (const int64_t positions : {1, 2, 9, 1023, 1024, 1025, 2100}) {
    for (const int64_t classes : {1, 2, 3, 21}) {
      ExpectRight<TypeParam>(ChannelsLast(positions, classes));
    }
  }
  ExpectRight<TypeParam>(ChannelsLast(7, 20000));
}

TYPED_TEST(ClassScatterTest, EveryTargetType) {
  for (const Layout& layout : {Planes(3, 11, 50), ChannelsLast(150, 11)}) {
    ExpectRight<TypeParam, int64_t>(layout);
    ExpectRight<TypeParam, int32_t>(layout);
    ExpectRight<TypeParam, uint8_t>(layout);
  }
}

TYPED_TEST(ClassScatterTest, EveryOutputType) {
  for (const Layout& layout : {Planes(3, 11, 50), ChannelsLast(150, 11)}) {
    ExpectRight<TypeParam, int64_t, float>(layout);
    ExpectRight<TypeParam, int32_t, Float16>(layout);
    ExpectRight<TypeParam, uint8_t, BFloat16>(layout);
  }
  ExpectRight<TypeParam, int32_t, Float16>(ChannelsLast(2, 70000));
}

TYPED_TEST(ClassScatterTest, OneGradientForAll) {
  Layout layout = Planes(2, 5, 40);
  layout.grad_strides = {0, 0};
  ExpectRight<TypeParam>(layout);
  ExpectRight<TypeParam>(layout, {.mean = true});
}

TYPED_TEST(ClassScatterTest, OddStridesEverywhere) {
  // (N, C, H, W) = (2, 4, 3, 5) with holes in every dimension.
  const Layout layout = {.shape = {2, 3, 5},
                         .target_strides = {40, 11, 2},
                         .grad_strides = {1, 30, 6},
                         .out_strides = {300, 13, 2},
                         .class_count = 4,
                         .class_stride = 50};
  ExpectRight<TypeParam>(layout);
}

TYPED_TEST(ClassScatterTest, PermutedOutput) {
  // W outside, then H, then N, classes anywhere between.
  for (const int64_t class_stride : {1, 6, 24}) {
    Layout layout = {.shape = {2, 3, 5},
                     .target_strides = {15, 5, 1},
                     .grad_strides = {15, 5, 1},
                     .out_strides = {4, 8, 24},
                     .class_count = 4,
                     .class_stride = 1};
    if (class_stride == 6) {
      layout.out_strides = {1, 2, 24};
      layout.class_stride = 6;
    } else if (class_stride == 24) {
      layout.out_strides = {1, 2, 6};
      layout.class_stride = 30;
    }
    ExpectRight<TypeParam>(layout);
  }
}

TYPED_TEST(ClassScatterTest, ClassesBetweenThePositions) {
  // Class and position strides interleave: 2 * i and 3 * c never meet.
  ExpectRight<TypeParam>({.shape = {6},
                          .target_strides = {1},
                          .grad_strides = {1},
                          .out_strides = {2},
                          .class_count = 2,
                          .class_stride = 3});
  // Rows of classes with gaps, inside and between.
  ExpectRight<TypeParam>({.shape = {30},
                          .target_strides = {1},
                          .grad_strides = {1},
                          .out_strides = {20},
                          .class_count = 7,
                          .class_stride = 2});
  ExpectRight<TypeParam>({.shape = {30},
                          .target_strides = {1},
                          .grad_strides = {1},
                          .out_strides = {20},
                          .class_count = 7,
                          .class_stride = 1});
}

TYPED_TEST(ClassScatterTest, ExpandedTargetsAndGradients) {
  Layout layout = Planes(3, 4, 20);
  layout.target_strides = {0, 1};
  layout.grad_strides = {1, 0};
  ExpectRight<TypeParam>(layout);
}

TYPED_TEST(ClassScatterTest, WeightOfSeveralDimensions) {
  Layout layout = Planes(2, 12, 30);
  layout.weight_shape = {3, 4};
  layout.weight_strides = {2, 7};
  ExpectRight<TypeParam>(layout);
}

TYPED_TEST(ClassScatterTest, EveryCutGivesTheSameBits) {
  for (Layout layout : {Planes(3, 5, 700), ChannelsLast(2100, 5)}) {
    Call<TypeParam, int64_t> whole(layout, {});
    whole.Run();
    whole.ExpectRightEverywhere();
    for (const int64_t piece : {1, 3, 64, 699, 1024, 2000}) {
      layout.piece_positions = piece;
      Call<TypeParam, int64_t> cut(layout, {});
      cut.Run();
      ASSERT_EQ(std::memcmp(cut.out().data(), whole.out().data(),
                            whole.out().size() * sizeof(TypeParam)),
                0);
    }
  }
}

TYPED_TEST(ClassScatterTest, MoreClassesThanSixteenBitsCount) {
  Call<TypeParam, int32_t> planes(Planes(1, 140000, 3), {});
  planes.target(0) = 65534;
  planes.target(1) = 65535;
  planes.target(2) = 139999;
  planes.Run();
  planes.ExpectRightEverywhere();
  EXPECT_EQ(planes.found().count, 0);
  Call<TypeParam, int32_t> rows(ChannelsLast(3, 140000), {});
  rows.target(0) = 65534;
  rows.target(1) = 65536;
  rows.target(2) = 140000;
  rows.Run();
  rows.ExpectRightEverywhere();
  EXPECT_EQ(rows.found().count, 1);
}

TYPED_TEST(ClassScatterTest, AbsentClassesHaveNoInfluence) {
  Call<TypeParam, int64_t> call(Planes(1, 3, 4), {});
  for (int64_t i = 0; i < 4; ++i) call.target(i) = i % 2;
  call.weight()[2] =
      FromDouble<TypeParam>(std::numeric_limits<double>::quiet_NaN());
  call.total_weight()[0] = call.weight()[2];
  call.Run();
  call.ExpectRightEverywhere();
}

TYPED_TEST(ClassScatterTest, IgnoreIndexMayBeAClass) {
  ExpectRight<TypeParam, int64_t>(Planes(2, 5, 40), {.ignore_index = 3});
  ExpectRight<TypeParam, uint8_t>(ChannelsLast(80, 5), {.ignore_index = 0});
}

TYPED_TEST(ClassScatterTest, AnUnsignedTargetIsNeverMinusHundred) {
  // 156 is what -100 would be in eight bits.
  Call<TypeParam, uint8_t> call(Planes(1, 200, 6),
                                {.bad_positions = {4}, .bad_target = 156});
  call.Run();
  call.ExpectRightEverywhere();
  EXPECT_EQ(call.found().count, 0);
}

TYPED_TEST(ClassScatterTest, TargetsOutOfRangeAreCountedAndTheFirstNamed) {
  for (const int64_t bad : {int64_t{5}, int64_t{-1}, int64_t{1} << 32,
                            std::numeric_limits<int64_t>::min(),
                            std::numeric_limits<int64_t>::max()}) {
    for (Layout layout : {Planes(3, 5, 700), ChannelsLast(2100, 5)}) {
      layout.piece_positions = 500;
      Call<TypeParam, int64_t> call(
          layout, {.bad_positions = {1999, 903, 1500, 904}, .bad_target = bad});
      call.Run();
      call.ExpectRightEverywhere();
      EXPECT_EQ(call.found().count, 4);
      EXPECT_EQ(call.found().first_index, 903);
      EXPECT_EQ(call.found().first_value, bad);
    }
  }
}

TYPED_TEST(ClassScatterTest, TheFirstBadTargetIsTheOneInIndexOrder) {
  // The loops run over W, H, N; index order is N, H, W.
  Call<TypeParam, int64_t> call({.shape = {2, 3, 5},
                                 .target_strides = {15, 5, 1},
                                 .grad_strides = {15, 5, 1},
                                 .out_strides = {4, 8, 24},
                                 .class_count = 4,
                                 .class_stride = 1},
                                {.bad_positions = {4, 15}, .bad_target = 4});
  call.Run();
  EXPECT_EQ(call.found().count, 2);
  EXPECT_EQ(call.found().first_index, 4);
}

TEST(ClassScatterKernelTest, ThereIsNoneForOtherTypes) {
  EXPECT_EQ(ClassScatter(ACL_DOUBLE, ACL_INT64, ACL_FLOAT), nullptr);
  EXPECT_EQ(ClassScatter(ACL_FLOAT, ACL_INT8, ACL_FLOAT), nullptr);
  EXPECT_EQ(ClassScatter(ACL_FLOAT, ACL_INT64, ACL_DOUBLE), nullptr);
}

TEST(ClassScatterKernelTest, TheQuotientIsNotRoundedOnTheWay) {
  // 1/3 * 3 in double is 1; with the quotient rounded to half it is not.
  Layout layout = Planes(1, 1, 1);
  layout.grad_strides = {0, 0};
  Call<Float16, int64_t> call(layout, {.mean = true});
  call.total_weight()[0] = FromDouble<Float16>(3);
  call.weight()[0] = FromDouble<Float16>(3);
  call.target(0) = 0;
  call.Run();
  call.ExpectRightEverywhere();
}

TEST(ClassScatterKernelTest, ValuesAreRoundedToTheOutputsTypeAtOnce) {
  // The square of 1 + 2^-12 is 1 + 2^-11 + 2^-24; in float the last term would
  // go, and what is left is halfway between two halves.
  Call<float, int64_t, Float16> call(Planes(1, 1, 1), {});
  call.grad_output()[0] = 1 + 0x1p-12f;
  call.weight()[0] = 1 + 0x1p-12f;
  call.Run();
  EXPECT_EQ(ToDouble(call.out()[0]), -(1 + 0x1p-10));
}

}  // namespace
}  // namespace hostnn::kernels
