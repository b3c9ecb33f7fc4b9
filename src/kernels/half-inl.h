// SPDX-License-Identifier: Apache-2.0
// Vectors of float16 and bfloat16 to vectors of float and back, exact as in
// base/half.h: subnormals are kept, rounding is to nearest even, overflow gives
// infinity. A NaN is stored as the positive quiet one, whatever its bits, since
// targets differ in which NaN an operation passes on. Once per target.
#if defined(HOSTNN_KERNELS_HALF_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_HALF_INL_H_
#undef HOSTNN_KERNELS_HALF_INL_H_
#else
#define HOSTNN_KERNELS_HALF_INL_H_
#endif

#include "base/half.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// `from` points to as many elements as D has lanes.
template <class D>
HWY_INLINE hn::Vec<D> LoadAsFloat(D d, const float* from) {
  return hn::LoadU(d, from);
}

template <class D, class Half>
HWY_INLINE auto LoadBits(D /*d*/, const Half* from) {
  const hn::Rebind<uint16_t, D> d16;
  const hn::RebindToUnsigned<D> d32;
  return hn::PromoteTo(d32,
                       hn::LoadU(d16, reinterpret_cast<const uint16_t*>(from)));
}

template <class D>
HWY_INLINE hn::Vec<D> LoadAsFloat(D d, const BFloat16* from) {
  return hn::BitCast(d, hn::ShiftLeft<16>(LoadBits(d, from)));
}

template <class D>
HWY_INLINE hn::Vec<D> LoadAsFloat(D d, const Float16* from) {
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const auto bits = LoadBits(d, from);
  const auto magnitude = hn::And(bits, hn::Set(du, 0x7FFF));
  const auto sign = hn::ShiftLeft<16>(hn::Xor(bits, magnitude));
  // Rebias the exponent, twice where it is the one of infinity and NaN.
  const auto rebias = hn::Set(du, (127 - 15) << 23);
  const auto is_finite =
      hn::Lt(hn::BitCast(di, magnitude), hn::Set(di, 0x7C00));
  const auto once = hn::Add(hn::ShiftLeft<13>(magnitude), rebias);
  const auto normal = hn::IfThenElse(hn::RebindMask(du, is_finite), once,
                                     hn::Add(once, rebias));
  // A subnormal number is so many units of 2^-24: exact.
  const auto subnormal = hn::Mul(hn::ConvertTo(d, hn::BitCast(di, magnitude)),
                                 hn::Set(d, 0x1p-24f));
  const auto is_subnormal =
      hn::Lt(hn::BitCast(di, magnitude), hn::Set(di, 0x400));
  const auto result = hn::IfThenElse(hn::RebindMask(d, is_subnormal), subnormal,
                                     hn::BitCast(d, normal));
  return hn::Or(result, hn::BitCast(d, sign));
}

template <class D>
HWY_INLINE void StoreFloat(D d, hn::Vec<D> value, float* to) {
  const auto is_nan = hn::IsNaN(value);
  const auto nan =
      hn::BitCast(d, hn::Set(hn::RebindToUnsigned<D>(), uint32_t{0x7FC00000}));
  hn::StoreU(hn::IfThenElse(is_nan, nan, value), d, to);
}

template <class D, class Bits, class Half>
HWY_INLINE void StoreBits(D /*d*/, Bits bits, Half* to) {
  const hn::Rebind<uint16_t, D> d16;
  const hn::RebindToSigned<D> di;
  hn::StoreU(hn::DemoteTo(d16, hn::BitCast(di, bits)), d16,
             reinterpret_cast<uint16_t*>(to));
}

// bits / 2^kShift, to nearest even.
template <int kShift, class DU>
HWY_INLINE hn::Vec<DU> ShiftRightRounding(DU du, hn::Vec<DU> bits) {
  const auto odd =
      hn::And(hn::ShiftRight<kShift>(bits), hn::Set(du, uint32_t{1}));
  const auto below_half = hn::Set(du, (uint32_t{1} << (kShift - 1)) - 1);
  return hn::ShiftRight<kShift>(hn::Add(bits, hn::Add(odd, below_half)));
}

template <class D>
HWY_INLINE void StoreFloat(D d, hn::Vec<D> value, BFloat16* to) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = ShiftRightRounding<16>(du, hn::BitCast(du, value));
  const auto is_nan = hn::RebindMask(du, hn::IsNaN(value));
  StoreBits(d, hn::IfThenElse(is_nan, hn::Set(du, 0x7FC0), bits), to);
}

template <class D>
HWY_INLINE void StoreFloat(D d, hn::Vec<D> value, Float16* to) {
  const hn::RebindToUnsigned<D> du;
  const auto magnitude = hn::Abs(value);
  const auto bits = hn::BitCast(du, magnitude);
  const auto sign = hn::ShiftRight<16>(hn::Xor(hn::BitCast(du, value), bits));
  const auto normal =
      ShiftRightRounding<13>(du, hn::Sub(bits, hn::Set(du, (127 - 15) << 23)));
  // The last place of numbers in [0.5, 1) is a subnormal number's unit, 2^-24:
  // an addition rounds to it.
  const auto half = hn::Set(d, 0.5f);
  const auto subnormal =
      hn::Sub(hn::BitCast(du, hn::Add(magnitude, half)), hn::BitCast(du, half));
  const auto is_subnormal = hn::Lt(magnitude, hn::Set(d, 0x1p-14f));
  auto result =
      hn::IfThenElse(hn::RebindMask(du, is_subnormal), subnormal, normal);
  // From the middle between the largest number and the next on.
  const auto is_too_large = hn::Ge(magnitude, hn::Set(d, 65520.0f));
  result = hn::IfThenElse(hn::RebindMask(du, is_too_large), hn::Set(du, 0x7C00),
                          result);
  const auto is_nan = hn::RebindMask(du, hn::IsNaN(value));
  StoreBits(
      d, hn::IfThenElse(is_nan, hn::Set(du, 0x7E00), hn::Or(result, sign)), to);
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
