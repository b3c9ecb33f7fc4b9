// SPDX-License-Identifier: Apache-2.0
// gradTarget = (logsigmoid(-x) - p * logsigmoid(x)) * gradOutput * weight *
// scale, in double, for logits x and weights p of the positive class.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "kernels/binary_cross_entropy_with_logits_target_backward.cc"
#include "hwy/foreach_target.h"
// What each target compiles comes after the line above.
#include "kernels/arithmetic-inl.h"
#include "kernels/elementwise-inl.h"
#include "kernels/logit_bracket.h"
#include "kernels/loss_backward.h"
#include "kernels/softplus-inl.h"
#include "kernels/targets.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

using Doubles = Bundle<DoubleVector>;

// With L = log(1 + exp(-|x|)) the bracket is (p - 1) * L - linear.
template <class Accuracy, class V>
HWY_INLINE V Difference(V x, V p, V linear) {
  const DoubleTag d;
  const auto softplus = SoftplusOfMinus<Accuracy>(d, bn::Abs(x));
  const auto p_minus_1 = bn::Sub(p, hn::Set(d, 1.0));
  return Fms(p_minus_1, softplus, linear);
}

// The exact value where nearly everything cancels, lane by lane.
HWY_INLINE DoubleVector ReplacePrecisely(DoubleTag d, hn::Mask<DoubleTag> where,
                                         DoubleVector x, DoubleVector p,
                                         DoubleVector bracket) {
  if (hn::AllFalse(d, where)) return bracket;
  HWY_ALIGN double xs[hn::MaxLanes(DoubleTag())];
  HWY_ALIGN double ps[hn::MaxLanes(DoubleTag())];
  HWY_ALIGN double values[hn::MaxLanes(DoubleTag())];
  hn::Store(x, d, xs);
  hn::Store(p, d, ps);
  hn::Store(hn::IfThenElse(where, hn::Set(d, 1.0), hn::Zero(d)), d, values);
  for (size_t i = 0; i < hn::Lanes(d); ++i) {
    if (values[i] != 0) values[i] = PreciseLogitBracket(xs[i], ps[i]);
  }
  return hn::IfThenElse(where, hn::Load(d, values), bracket);
}

// What ordinary accuracy does not reach: results that are small beside their
// terms, and infinities. Each lane's value depends on that lane alone.
HWY_NOINLINE DoubleVector RareBracket(DoubleTag d, DoubleVector x,
                                      DoubleVector p, DoubleVector linear,
                                      DoubleVector ordinary) {
  const auto size = hn::Abs(linear);
  const auto is_small =
      hn::Lt(hn::Abs(ordinary), hn::Mul(size, hn::Set(d, 0x1p-8)));
  auto bracket = hn::IfThenElse(
      is_small, Difference<FullAccuracy>(x, p, linear), ordinary);
  const auto is_tiny =
      hn::Lt(hn::Abs(bracket), hn::Mul(size, hn::Set(d, 0x1p-18)));
  bracket = ReplacePrecisely(d, is_tiny, x, p, bracket);
  // Infinite x: L vanishes, but not where p is infinite, too.
  const auto infinity = hn::Inf(d);
  const auto above = Fma(p, hn::Zero(d), hn::Neg(x));
  bracket = hn::IfThenElse(hn::Eq(x, infinity), above, bracket);
  return hn::IfThenElse(hn::Eq(x, hn::Neg(infinity)), hn::Neg(linear), bracket);
}

HWY_INLINE Doubles Bracket(const Doubles& x, const Doubles& p) {
  const DoubleTag d;
  const auto linear = bn::IfThenElse(bn::Lt(x, hn::Zero(d)), bn::Mul(p, x), x);
  auto bracket = Difference<OrdinaryAccuracy>(x, p, linear);
  // Not for infinities, either, whose difference is NaN.
  const auto excess = Fms(bn::Abs(bracket), hn::Set(d, 0x1p8), bn::Abs(linear));
  const auto is_ordinary = bn::Ge(excess, hn::Zero(d));
  if (HWY_LIKELY(bn::AllTrue(d, is_ordinary))) return bracket;
  for (size_t i = 0; i < 4; ++i) {
    bracket.v[i] = RareBracket(d, x.v[i], p.v[i], linear.v[i], bracket.v[i]);
  }
  return bracket;
}

// bracket * gradOutput * weight * scale, in this order.
HWY_INLINE Doubles Product(const Doubles& bracket, const Doubles& grad,
                           const Doubles& weight, bool weight_is_one,
                           double scale) {
  auto product = bn::Mul(bracket, grad);
  if (!weight_is_one) product = bn::Mul(product, weight);
  return bn::Mul(product, hn::Set(DoubleTag(), scale));
}

constexpr size_t kWeight = 2;  // of gradOutput, self, weight, posWeight

void BinaryCrossEntropyWithLogitsTargetBackward(const KernelCall& call) {
  ComputeElementwise<4>(call, [](const auto& tile) HWY_ATTR {
    const bool weight_is_one = tile.IsOne(kWeight);
    const double scale = tile.scale;
    ForEachBundle(DoubleTag(), tile,
                  [=](const Doubles& grad, const Doubles& self,
                      const Doubles& weight, const Doubles& pos_weight)
                      HWY_ATTR {
                        return Product(Bracket(self, pos_weight), grad, weight,
                                       weight_is_one, scale);
                      });
  });
}

// p is absent, and the bracket is -x: a stream of numbers without exp and log.
void BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight(
    const KernelCall& call) {
  ComputeElementwise<4>(call, [](const auto& tile) HWY_ATTR {
    const bool weight_is_one = tile.IsOne(kWeight);
    const double minus_scale = -tile.scale;
    ForEachBundle(
        DoubleTag(), tile,
        [=](const Doubles& grad, const Doubles& self, const Doubles& weight,
            const Doubles&) HWY_ATTR {
          return Product(self, grad, weight, weight_is_one, minus_scale);
        });
  });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace hostnn::kernels {

HWY_EXPORT(BinaryCrossEntropyWithLogitsTargetBackward);
Kernel BinaryCrossEntropyWithLogitsTargetBackward() {
  return ForTargetInUse(
      HWY_DISPATCH_TABLE(BinaryCrossEntropyWithLogitsTargetBackward));
}

HWY_EXPORT(BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight);
Kernel BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight() {
  return ForTargetInUse(HWY_DISPATCH_TABLE(
      BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight));
}

}  // namespace hostnn::kernels
#endif
