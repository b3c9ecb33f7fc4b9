// SPDX-License-Identifier: Apache-2.0
// The class-scatter engine's values: -(gradient * weight), in double, rounded
// once. Compiled once per target.
#if defined(HOSTNN_KERNELS_CLASS_SCATTER_VALUES_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_CLASS_SCATTER_VALUES_INL_H_
#undef HOSTNN_KERNELS_CLASS_SCATTER_VALUES_INL_H_
#else
#define HOSTNN_KERNELS_CLASS_SCATTER_VALUES_INL_H_
#endif

#include <type_traits>

#include "base/half.h"
#include "hwy/highway.h"
#include "kernels/arithmetic-inl.h"
#include "kernels/half-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// The numbers to multiply in. Float does where it rounds only once: a product
// of two halves is exact, or so small that it rounds to zero in any half; one
// of two floats is rounded to out's type at once if that is float.
template <class Gradient, class Out>
using ProductTag = std::conditional_t<std::is_same_v<Gradient, double> ||
                                          (std::is_same_v<Gradient, float> &&
                                           !std::is_same_v<Out, float>),
                                      DoubleTag, hn::ScalableTag<float>>;

template <class Value>
HWY_INLINE auto LoadNumbers(hn::ScalableTag<float> d, const Value* from) {
  return LoadAsFloat(d, from);
}
template <class Value>
HWY_INLINE DoubleVector LoadNumbers(DoubleTag d, const Value* from) {
  return hn::PromoteTo(d, LoadAsFloat(FewFloatsTag(), from));
}

template <class V, class Out>
HWY_INLINE void StoreNumbers(hn::ScalableTag<float> d, V value, Out* to) {
  StoreFloat(d, value, to);
}
template <class Out>
HWY_INLINE void StoreNumbers(DoubleTag /*d*/, DoubleVector value, Out* to) {
  constexpr bool kIsHalf = sizeof(Out) == 2;
  StoreFloat(FewFloatsTag(), kIsHalf ? ToFloatByOdd(value) : ToFloat(value),
             to);
}

// gradient(i) is a vector of numbers from position i on. Whole vectors are read
// and written.
template <class D, class Gradient, class Value, class Out>
HWY_INLINE void MultiplyByWeights(D d, const Gradient& gradient,
                                  const Value* weights, int count, Out* out) {
  for (int i = 0; i < count; i += static_cast<int>(hn::Lanes(d))) {
    const auto product = hn::Mul(gradient(i), LoadNumbers(d, weights + i));
    StoreNumbers(d, hn::Neg(product), out + i);
  }
}

template <class Value, class Out>
HWY_NOINLINE void MakeValues(double gradient, const Value* weights, int count,
                             Out* out) {
  const ProductTag<double, Out> d;
  const auto same = hn::Set(d, gradient);
  MultiplyByWeights(
      d, [same](int) HWY_ATTR { return same; }, weights, count, out);
}

template <class Value, class Out>
HWY_NOINLINE void MakeValues(const Value* gradients, const Value* weights,
                             int count, Out* out) {
  const ProductTag<Value, Out> d;
  const auto load = [d, gradients](int i)
                        HWY_ATTR { return LoadNumbers(d, gradients + i); };
  MultiplyByWeights(d, load, weights, count, out);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
