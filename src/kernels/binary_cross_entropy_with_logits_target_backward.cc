// SPDX-License-Identifier: Apache-2.0
// gradTarget = (logsigmoid(-x) - p * logsigmoid(x)) * gradOutput * weight *
// scale, in double, for logits x and weights p of the positive class.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE \
  "kernels/binary_cross_entropy_with_logits_target_backward.cc"
#include "hwy/foreach_target.h"
// What each target compiles comes after the line above.
#include <type_traits>

#include "base/half.h"
#include "kernels/arithmetic-inl.h"
#include "kernels/elementwise-inl.h"
#include "kernels/enclosure-inl.h"
#include "kernels/logit_bracket.h"
#include "kernels/loss_backward.h"
#include "kernels/softplus-inl.h"
#include "kernels/targets.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

using Doubles = Bundle<DoubleVector>;

// With L = log(1 + exp(-|x|)) the bracket is (p - 1) * L - linear.
template <class V, class P>
HWY_INLINE V Difference(const P& p, const V& softplus, const V& linear) {
  return Fms(bn::Sub(p, hn::Set(DoubleTag(), 1.0)), softplus, linear);
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
  const auto softplus = SoftplusOfMinus<FullAccuracy>(d, hn::Abs(x));
  auto bracket =
      hn::IfThenElse(is_small, Difference(p, softplus, linear), ordinary);
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
HWY_INLINE Doubles Bracket(const Doubles& softplus, const Doubles& x,
                           const P& p) {
  const DoubleTag d;
  const auto linear = bn::IfThenElse(bn::Lt(x, hn::Zero(d)), bn::Mul(p, x), x);
  const auto bracket = Difference(p, softplus, linear);
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

// Encloses bracket * k. With u = 2^-24, each rounding's relative error, the
// first term is within 9.9 u (softplus 5.9 u, p - 1, k and two products), the
// second within 3 u; the difference, the ends and their product with the rows'
// factor add 3 u of both. Where `holds`, nothing is infinite, and what a
// subnormal term loses, 80 * 2^-150 at most, is nothing beside an error of
// 2^-74.
template <class P>
HWY_INLINE Enclosure EncloseBracket(const Floats& x, const P& p,
                                    hn::Vec<FloatsTag> k) {
  constexpr float kError = 6.5f * 0x1p-24f, kErrorOfFirst = 2 * kError;
  const FloatsTag d;
  const auto size = bn::Abs(x);
  const auto first = bn::Mul(SingleSoftplusOfMinus(d, size),
                             bn::Mul(bn::Sub(p, hn::Set(d, 1.0f)), k));
  const auto second = bn::Mul(x, bn::IfNegativeThenElse(x, bn::Mul(p, k), k));
  const auto bracket = bn::Sub(first, second);
  const auto error = Fma(bn::Abs(first), hn::Set(d, kErrorOfFirst),
                         bn::Mul(bn::Abs(second), hn::Set(d, kError)));
  const auto holds = hn::And(hn::And(IsBetween(size, 0, kSingleSoftplusEnd),
                                     IsBetween(error, 0x1p-74f, 0x1p-8f)),
                             IsBetween(hn::Abs(k), 0x1p-100f, 0x1p100f));
  return {bn::Sub(bracket, error), bn::Add(bracket, error), holds};
}

// Encloses x * k, where k, the ends, and the products with them and with the
// rows' factor are each rounded.
HWY_INLINE Enclosure EncloseProduct(const Floats& x, hn::Vec<FloatsTag> k) {
  constexpr float kError = 6 * 0x1p-24f;
  const auto error = hn::Mul(k, hn::Set(FloatsTag(), kError));
  return {bn::Mul(x, hn::Sub(k, error)), bn::Mul(x, hn::Add(k, error)),
          hn::And(IsZeroOrBetween(x, 0x1p-40f, 0x1p9f),
                  IsBetween(hn::Abs(k), 0x1p-34f, 0x1p5f))};
}

// The enclosure's numbers, of at most 2^14, times factors: zeros, also for what
// is too small for float, or such that no product is subnormal or infinite.
HWY_INLINE Enclosure Times(const Enclosure& x, const Floats& factor) {
  return {bn::Mul(x.low, factor), bn::Mul(x.high, factor),
          hn::And(x.holds, IsZeroOrBetween(factor, 0x1p-50f, 0x1p40f))};
}

// The values among the factors, and the scale, make one number.
template <class Grad, class Weight>
HWY_INLINE hn::Vec<FloatsTag> ValuesOf(const Grad& grad, const Weight& weight,
                                       double scale) {
  const double product = scale * grad.ValueOr1() * weight.ValueOr1();
  return hn::Set(FloatsTag(), FromDouble<float>(product));
}

template <class Grad, class Weight>
HWY_INLINE Enclosure TimesRows(const Enclosure& x, const Grad& grad,
                               const Weight& weight) {
  if (grad.IsValue() && weight.IsValue()) return x;
  if (grad.IsValue()) return Times(x, weight.Load());
  if (weight.IsValue()) return Times(x, grad.Load());
  return Times(x, bn::Mul(grad.Load(), weight.Load()));
}

void BinaryCrossEntropyWithLogitsTargetBackward(const KernelCall& call) {
  ComputeElementwise<4>(call, []<class T>(const Tile<T, 4>& tile) HWY_ATTR {
    const double scale = tile.scale;
    // Inlined, so that bundles stay in registers: 1.1 times as fast.
    const auto exact = [scale](auto grad, auto self, auto weight,
                               auto pos_weight) HWY_ATTR
        __attribute__((always_inline)) {
      const auto x = self.Load();
      const auto softplus =
          SoftplusOfMinus<OrdinaryAccuracy>(DoubleTag(), bn::Abs(x));
      const auto bracket =
          pos_weight.With([&](auto p) HWY_ATTR __attribute__((always_inline)) {
            return Bracket(softplus, x, p);
          });
      return Product(bracket, grad, weight, scale);
    };
    if constexpr (std::is_same_v<T, float>) {
      ForEachBundle<0b0101, 0b1101>(DoubleTag(), tile, exact);
    } else {
      const auto enclose = [scale](auto grad, auto self, auto weight,
                                   auto pos_weight) HWY_ATTR
          __attribute__((always_inline)) {
        const auto x = self.Load();
        const auto k = ValuesOf(grad, weight, scale);
        const auto bracket = pos_weight.With([&](auto p) HWY_ATTR
                                             __attribute__((always_inline)) {
                                               return EncloseBracket(x, p, k);
                                             });
        return TimesRows(bracket, grad, weight);
      };
      ForEachBundle<0b0101, 0b1000, 0b1100, 0b1101>(FloatsTag(), tile,
                                                    TwoTiers{enclose, exact});
    }
  });
}

// p is absent, and the bracket is -x: a stream of numbers without exp and log.
// In float for BF16 only, 1.5 to 1.9 times as fast: the small results of a mean
// in FLOAT16 are often halfway between two numbers.
void BinaryCrossEntropyWithLogitsTargetBackwardNoPosWeight(
    const KernelCall& call) {
  ComputeElementwise<4>(call, []<class T>(const Tile<T, 4>& tile) HWY_ATTR {
    const double minus_scale = -tile.scale;
    const auto exact = [minus_scale](auto grad, auto self, auto weight,
                                     auto) HWY_ATTR {
      return Product(self.Load(), grad, weight, minus_scale);
    };
    if constexpr (!std::is_same_v<T, BFloat16>) {
      ForEachBundle<0b1000, 0b1001, 0b1100, 0b1101>(DoubleTag(), tile, exact);
    } else {
      const auto enclose = [minus_scale](auto grad, auto self, auto weight,
                                         auto) HWY_ATTR {
        const auto k = ValuesOf(grad, weight, minus_scale);
        return TimesRows(EncloseProduct(self.Load(), k), grad, weight);
      };
      ForEachBundle<0b1000, 0b1001, 0b1100, 0b1101>(FloatsTag(), tile,
                                                    TwoTiers{enclose, exact});
    }
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
