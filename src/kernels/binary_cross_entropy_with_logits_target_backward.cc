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
template <class Accuracy, class V, class P>
HWY_INLINE V Difference(const V& x, const P& p, const V& linear) {
  const DoubleTag d;
  const auto softplus = SoftplusOfMinus<Accuracy>(d, bn::Abs(x));
  return Fms(bn::Sub(p, hn::Set(d, 1.0)), softplus, linear);
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
HWY_NOINLINE DoubleVector RareBracket(DoubleVector x, DoubleVector p,
                                      DoubleVector linear,
                                      DoubleVector ordinary) {
  const DoubleTag d;
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

// `p` is a bundle, or a vector that is the same for all.
template <class P>
HWY_INLINE Doubles Bracket(const Doubles& x, const P& p) {
  const DoubleTag d;
  const auto linear = bn::IfThenElse(bn::Lt(x, hn::Zero(d)), bn::Mul(p, x), x);
  const auto bracket = Difference<OrdinaryAccuracy>(x, p, linear);
  // Not for infinities, either, whose difference is NaN.
  const auto excess = Fms(bn::Abs(bracket), hn::Set(d, 0x1p8), bn::Abs(linear));
  const auto is_ordinary = bn::Ge(excess, hn::Zero(d));
  if (HWY_LIKELY(bn::AllTrue(d, is_ordinary))) return bracket;
  return Each(RareBracket, x, p, linear, bracket);
}

// bracket * gradOutput * weight * scale, in this order.
template <class Grad, class Weight>
HWY_INLINE Doubles Product(const Doubles& bracket, const Grad& grad,
                           const Weight& weight, double scale) {
  const auto times = [](const auto& input, const Doubles& product) HWY_ATTR {
    return input.With([&](auto factor)
                          HWY_ATTR { return bn::Mul(product, factor); });
  };
  auto product = times(grad, bracket);
  if (!weight.IsOne()) product = times(weight, product);
  return bn::Mul(product, hn::Set(DoubleTag(), scale));
}

void BinaryCrossEntropyWithLogitsTargetBackward(const KernelCall& call) {
  ComputeElementwise<4>(call, [](const auto& tile) HWY_ATTR {
    const double scale = tile.scale;
    ForEachBundle<0b0101, 0b1101>(
        DoubleTag(), tile,
        // Inlined, so that bundles stay in registers: 1.1 times as fast.
        [scale](auto grad, auto self, auto weight, auto pos_weight) HWY_ATTR
        __attribute__((always_inline)) {
          const auto x = self.Load();
          const auto bracket = pos_weight.With([&](auto p) HWY_ATTR
                                               __attribute__((always_inline)) {
                                                 return Bracket(x, p);
                                               });
          return Product(bracket, grad, weight, scale);
        });
  });
}

// p is absent, and the bracket is -x: a stream of numbers without exp and log.
void BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight(
    const KernelCall& call) {
  ComputeElementwise<4>(call, [](const auto& tile) HWY_ATTR {
    const double minus_scale = -tile.scale;
    ForEachBundle<0b1000, 0b1001, 0b1100, 0b1101>(
        DoubleTag(), tile,
        [minus_scale](auto grad, auto self, auto weight, auto) HWY_ATTR {
          return Product(self.Load(), grad, weight, minus_scale);
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
