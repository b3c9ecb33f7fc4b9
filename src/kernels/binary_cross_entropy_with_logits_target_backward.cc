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

// With L = log(1 + exp(-|x|)) the bracket is (p - 1) * L - linear.
template <class Accuracy>
HWY_INLINE DoubleVector Difference(DoubleTag d, DoubleVector x, DoubleVector p,
                                   DoubleVector linear) {
  const auto softplus = SoftplusOfMinus<Accuracy>(d, hn::Abs(x));
  const auto p_minus_1 = hn::Sub(p, hn::Set(d, 1.0));
  return Fma(p_minus_1, softplus, hn::Neg(linear));
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
      is_small, Difference<FullAccuracy>(d, x, p, linear), ordinary);
  const auto is_tiny =
      hn::Lt(hn::Abs(bracket), hn::Mul(size, hn::Set(d, 0x1p-18)));
  bracket = ReplacePrecisely(d, is_tiny, x, p, bracket);
  // Infinite x: L vanishes, but not where p is infinite, too.
  const auto infinity = hn::Inf(d);
  const auto above = Fma(p, hn::Zero(d), hn::Neg(x));
  bracket = hn::IfThenElse(hn::Eq(x, infinity), above, bracket);
  return hn::IfThenElse(hn::Eq(x, hn::Neg(infinity)), hn::Neg(linear), bracket);
}

HWY_INLINE DoubleVector Bracket(DoubleTag d, DoubleVector x, DoubleVector p) {
  const auto linear = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), hn::Mul(p, x), x);
  const auto ordinary = Difference<OrdinaryAccuracy>(d, x, p, linear);
  const auto is_ordinary = hn::And(
      hn::Ge(hn::Abs(ordinary), hn::Mul(hn::Abs(linear), hn::Set(d, 0x1p-8))),
      hn::Lt(hn::Abs(x), hn::Inf(d)));
  if (hn::AllTrue(d, is_ordinary)) return ordinary;
  return RareBracket(d, x, p, linear, ordinary);
}

// bracket * gradOutput * weight * scale, in this order, rounded once.
HWY_INLINE FewFloats Product(DoubleVector bracket, FewFloats grad,
                             FewFloats weight, double scale, bool out_is_half) {
  const DoubleTag d;
  auto product = hn::Mul(bracket, hn::PromoteTo(d, grad));
  product = hn::Mul(product, hn::PromoteTo(d, weight));
  product = hn::Mul(product, hn::Set(d, scale));
  return out_is_half ? ToFloatByOdd(product) : ToFloat(product);
}

void BinaryCrossEntropyWithLogitsTargetBackward(const KernelCall& call) {
  ComputeElementwise<4>(call, [](const Tile<4>& tile) HWY_ATTR {
    ForEachVector(
        FewFloatsTag(), tile,
        [&tile](auto, auto grad, auto self, auto weight,
                auto pos_weight) HWY_ATTR {
          const DoubleTag d;
          const auto bracket =
              Bracket(d, hn::PromoteTo(d, self), hn::PromoteTo(d, pos_weight));
          return Product(bracket, grad, weight, tile.scale, tile.out_is_half);
        });
  });
}

// p is absent, and the bracket is -x: a stream of numbers without exp and log.
void BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight(
    const KernelCall& call) {
  ComputeElementwise<4>(call, [](const Tile<4>& tile) HWY_ATTR {
    ForEachVector(FewFloatsTag(), tile,
                  [&tile](auto, auto grad, auto self, auto weight, auto)
                      HWY_ATTR {
                        const DoubleTag d;
                        return Product(hn::Neg(hn::PromoteTo(d, self)), grad,
                                       weight, tile.scale, tile.out_is_half);
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
