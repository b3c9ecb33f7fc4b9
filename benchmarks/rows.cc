// SPDX-License-Identifier: Apache-2.0
#include "rows.h"

#include <utility>

#include "problems.h"

namespace hostnn::bench {
namespace {

constexpr int64_t kKi = 1 << 10;
constexpr int64_t kMi = 1 << 20;
constexpr int64_t kMemorySized = 15 * kMi;  // elements

using Goals = std::vector<Goal>;

Goal PyTorch(double ratio) { return {Role::kPyTorch, ratio}; }
Goal Autograd(double ratio) { return {Role::kAutograd, ratio}; }
Goal Copy(double ratio) { return {Role::kCopy, ratio}; }
Goal Stream(double ratio) { return {Role::kStream, ratio}; }
Goal Compute(double ratio) { return {Role::kCompute, ratio}; }
Goal Contiguous(double ratio) { return {Role::kContiguous, ratio}; }

std::string CountText(int64_t count) {
  if (count % kMi == 0) return std::to_string(count / kMi) + " Mi";
  if (count % kKi == 0) return std::to_string(count / kKi) + " Ki";
  return std::to_string(count);
}

std::string ShapeText(const Shape& shape) {
  std::string text;
  for (const int64_t it : shape) {
    text += text.empty() ? '(' : ',';
    text += std::to_string(it);
  }
  text += ')';
  return text;
}

const char* NameOf(Labels labels) {
  return labels == Labels::kRandom ? "random" : "blobs";
}

Shape Without(const Shape& shape, size_t dimension) {
  Shape result = shape;
  result.erase(result.begin() + static_cast<int64_t>(dimension));
  return result;
}

Layout ChannelsLast(const Shape& shape) {
  return DenseInOrder(shape, {0, 2, 3, 1});
}

Row Mse(Section section, DType dtype, Grad grad, int64_t count, Goals goals) {
  const Layout dense = Dense({count});
  return {std::string("MSE ") + NameOf(dtype) +
              (grad == Grad::kOne ? ", scalar grad, " : ", full grad, ") +
              CountText(count),
          section, std::move(goals), count >= kMemorySized,
          [=](aclrtStream stream) {
            return MakeMse({dtype, grad, dense, dense, dense}, stream);
          }};
}

Row MseView(const std::string& view, const Layout& self, const Layout& target,
            const Layout& out) {
  return {
      "MSE FP32, " + view + " " + ShapeText(out.shape),
      Section::kViews,
      {Contiguous(1.3), Copy(1.0)},
      /*is_for_threads=*/false,
      [=](aclrtStream stream) {
        return MakeMse({DType::kFloat, Grad::kOne, self, target, out}, stream);
      }};
}

Row Nll(Section section, DType dtype, const Shape& shape, Labels labels,
        Goals goals) {
  const bool is_image = shape.size() == 4;
  const std::string text = std::string(is_image ? "NLL2d " : "NLL ") +
                           NameOf(dtype) + " " + ShapeText(shape) +
                           (is_image ? std::string(", ") + NameOf(labels) : "");
  return {text, section, std::move(goals), ElementCount(shape) >= kMemorySized,
          [=](aclrtStream stream) {
            return MakeNll(
                {dtype, labels, Dense(Without(shape, 1)), Dense(shape)},
                stream);
          }};
}

Row NllView(Section section, const std::string& view, const NllCase& it,
            Goals goals) {
  return {std::string("NLL2d ") + NameOf(it.dtype) + ", " + view + " " +
              ShapeText(it.out.shape) + ", " + NameOf(it.labels),
          section, std::move(goals), section != Section::kViews,
          [=](aclrtStream stream) { return MakeNll(it, stream); }};
}

Row NllChannelsLast(Section section, DType dtype, const Shape& shape,
                    Labels labels, Goals goals) {
  return NllView(section, "channels-last",
                 {dtype, labels, Dense(Without(shape, 1)), ChannelsLast(shape)},
                 std::move(goals));
}

Row Bce(Section section, const std::string& arguments, const BceCase& it,
        Goals goals) {
  const int64_t count = ElementCount(it.shape);
  return {std::string("BCE target ") + NameOf(it.dtype) + ", " + arguments +
              ", " + CountText(count),
          section, std::move(goals), count >= kMemorySized,
          [=](aclrtStream stream) { return MakeBce(it, stream); }};
}

// The goals of this project. What is not met within a tenth fails the gate.
void AddGoals(std::vector<Row>* rows) {
  constexpr auto kSection = Section::kGoals;
  const auto mse = [rows](DType dtype, Grad grad, int64_t count, Goals goals) {
    rows->push_back(Mse(kSection, dtype, grad, count, std::move(goals)));
  };
  const auto nll = [rows](DType dtype, const Shape& shape, Labels labels,
                          Goals goals) {
    rows->push_back(Nll(kSection, dtype, shape, labels, std::move(goals)));
  };
  for (const int64_t count : {64 * kMi, 4 * kMi}) {
    mse(DType::kFloat, Grad::kOne, count, {PyTorch(1.33), Stream(1.02)});
    mse(DType::kFloat, Grad::kFull, count, {PyTorch(1.25), Stream(1.02)});
  }
  for (const Grad grad : {Grad::kOne, Grad::kFull}) {
    mse(DType::kFloat, grad, kMi, {PyTorch(1.00), Stream(1.03)});
    mse(DType::kFloat, grad, 256 * kKi, {PyTorch(1.00), Stream(1.03)});
    mse(DType::kFloat, grad, 16 * kKi, {PyTorch(1.35)});
    mse(DType::kFloat, grad, kKi, {PyTorch(5)});
    mse(DType::kFloat, grad, 64, {PyTorch(10)});
  }
  mse(DType::kBFloat16, Grad::kOne, 64 * kMi, {PyTorch(3.8), Stream(1.05)});
  mse(DType::kBFloat16, Grad::kFull, 64 * kMi, {PyTorch(3.0), Stream(1.05)});
  mse(DType::kBFloat16, Grad::kOne, kMi, {PyTorch(8), Stream(1.25)});
  mse(DType::kBFloat16, Grad::kOne, 256 * kKi, {PyTorch(8), Stream(1.25)});
  mse(DType::kBFloat16, Grad::kOne, 16 * kKi, {PyTorch(12), Stream(1.75)});
  mse(DType::kHalf, Grad::kOne, 64 * kMi, {PyTorch(25), Stream(1.05)});
  mse(DType::kHalf, Grad::kFull, 64 * kMi, {PyTorch(25), Stream(1.05)});

  const Shape few = {8, 21, 512, 512}, many = {2, 150, 512, 512};
  nll(DType::kFloat, few, Labels::kRandom, {PyTorch(4.4), Stream(1.03)});
  nll(DType::kFloat, few, Labels::kBlobs, {PyTorch(4.1), Stream(1.03)});
  nll(DType::kFloat, many, Labels::kRandom, {PyTorch(3.4), Stream(1.05)});
  nll(DType::kFloat, many, Labels::kBlobs, {PyTorch(2.8), Stream(1.05)});
  nll(DType::kBFloat16, few, Labels::kRandom, {PyTorch(4.3), Stream(1.05)});
  rows->push_back(NllChannelsLast(kSection, DType::kFloat, few, Labels::kRandom,
                                  {Copy(16), Stream(1.10)}));
  rows->push_back(NllChannelsLast(kSection, DType::kFloat, many, Labels::kBlobs,
                                  {Copy(45), Stream(1.08)}));
  nll(DType::kFloat, {4096, 1000}, Labels::kRandom,
      {PyTorch(2.7), Stream(1.00)});
  nll(DType::kFloat, {2, 21, 64, 64}, Labels::kRandom,
      {PyTorch(3), Stream(1.20)});
  nll(DType::kFloat, {1, 16, 2, 2}, Labels::kRandom, {PyTorch(10)});
  nll(DType::kFloat, {4, 16}, Labels::kRandom, {PyTorch(10)});

  const Shape images = {60 * kMi / 80, 80}, one = {1};
  const auto bce = [rows](const char* arguments, const BceCase& it,
                          Goals goals) {
    rows->push_back(Bce(kSection, arguments, it, std::move(goals)));
  };
  bce("one posWeight, scalar grad",
      {DType::kFloat, Grad::kOne, images, false, one, /*with_autograd=*/true},
      {PyTorch(5), Autograd(13), Compute(1.3)});
  bce("no posWeight, scalar grad",
      {DType::kFloat, Grad::kOne, images, false, {}, /*with_autograd=*/true},
      {PyTorch(3.4), Autograd(19), Stream(1.01)});
  bce("one posWeight, scalar grad",
      {DType::kBFloat16, Grad::kOne, images, false, one}, {PyTorch(12)});
  bce("one posWeight, scalar grad",
      {DType::kFloat, Grad::kOne, {64}, false, one}, {PyTorch(60)});
}

void AddMore(std::vector<Row>* rows) {
  constexpr auto kSection = Section::kMore;
  rows->push_back(Mse(kSection, DType::kBFloat16, Grad::kOne, 64, {}));
  rows->push_back(Mse(kSection, DType::kBFloat16, Grad::kFull, 16 * kKi, {}));
  const Shape few = {8, 21, 512, 512};
  for (const DType dtype : {DType::kFloat, DType::kBFloat16}) {
    rows->push_back(Nll(kSection, dtype, {64, 1000}, Labels::kRandom, {}));
  }
  rows->push_back(
      Nll(kSection, DType::kBFloat16, {4096, 1000}, Labels::kRandom, {}));
  rows->push_back(NllView(kSection, "full grad",
                          {DType::kFloat, Labels::kRandom, Dense({8, 512, 512}),
                           Dense(few), Dense({8, 512, 512})},
                          {}));
  rows->push_back(
      NllChannelsLast(kSection, DType::kBFloat16, few, Labels::kRandom, {}));

  const Shape images = {15 * kMi / 80, 80}, one = {1};
  for (const DType dtype : {DType::kFloat, DType::kBFloat16}) {
    const auto bce = [&](const char* arguments, Grad grad, bool has_weight,
                         const std::optional<Shape>& pos_weight) {
      rows->push_back(Bce(kSection, arguments,
                          {dtype, grad, images, has_weight, pos_weight}, {}));
    };
    bce("80 posWeights, scalar grad", Grad::kOne, false, Shape{80});
    bce("full posWeight, scalar grad", Grad::kOne, false, images);
    bce("one posWeight, weight, full grad", Grad::kFull, true, one);
    bce("no posWeight, weight, full grad", Grad::kFull, true, std::nullopt);
  }
  rows->push_back(Bce(kSection, "no posWeight, scalar grad",
                      {DType::kFloat, Grad::kOne, {64}, false, {}}, {}));
}

// Rows of at least 256 bytes lie together in every tensor.
void AddViews(std::vector<Row>* rows) {
  const Shape blocks = {256, 64, 1024};
  const Layout permuted = DenseInOrder(blocks, {1, 0, 2});
  rows->push_back(
      MseView("permuted inputs", permuted, permuted, Dense(blocks)));
  const Layout channels_last = ChannelsLast({16, 64, 128, 128});
  rows->push_back(
      MseView("channels-last", channels_last, channels_last, channels_last));
  rows->push_back(MseView("channels-last target", Dense(channels_last.shape),
                          channels_last, Dense(channels_last.shape)));
  const Layout slice = SliceOf({kMi / 4, 64}, 96);
  rows->push_back(MseView("slices", slice, slice, slice));
  const Layout whole = Dense({256, 64 * kKi});
  rows->push_back(
      MseView("expanded target", whole, Expanded(whole.shape), whole));

  const Shape shape = {4, 21, 512, 512}, positions = {4, 512, 512};
  const auto nll = [rows](const char* view, const Layout& target,
                          const Layout& out,
                          const std::optional<Layout>& grad = std::nullopt) {
    rows->push_back(NllView(Section::kViews, view,
                            {DType::kFloat, Labels::kRandom, target, out, grad},
                            {Contiguous(1.3), Copy(1.0)}));
  };
  nll("permuted", DenseInOrder(positions, {1, 0, 2}),
      DenseInOrder(shape, {1, 0, 2, 3}));
  nll("channels-last", Dense(positions), ChannelsLast(shape));
  nll("slices", SliceOf(positions, 576), SliceOf(shape, 576));
  nll("expanded grad", Dense(positions), Dense(shape), Expanded(positions));
}

void AddScale(std::vector<Row>* rows) {
  for (const int64_t count : {64 * kKi, kMi, 16 * kMi, 256 * kMi, 1024 * kMi}) {
    Row row = Mse(Section::kScale, DType::kBFloat16, Grad::kOne, count, {});
    row.make = [make = row.make](aclrtStream stream) {
      Problem problem = make(stream);
      for (Contender& it : problem.others) {
        it.is_timed = !IsPyTorch(it.role);
      }
      return problem;
    };
    row.name = "scale: " + row.name;
    row.is_for_threads = false;
    rows->push_back(std::move(row));
  }
}

}  // namespace

std::vector<Row> AllRows() {
  std::vector<Row> rows;
  AddGoals(&rows);
  AddMore(&rows);
  AddViews(&rows);
  AddScale(&rows);
  return rows;
}

}  // namespace hostnn::bench
