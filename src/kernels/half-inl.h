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

template <class D>
HWY_INLINE hn::Vec<D> LoadAsFloat(D d, const BFloat16* from) {
  const hn::Rebind<uint16_t, D> d16;
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::LoadU(d16, reinterpret_cast<const uint16_t*>(from));
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(du, bits)));
}

template <class D>
HWY_INLINE hn::Vec<D> LoadAsFloat(D d, const Float16* from) {
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(d, ConvertNumber<float>(*from));
#else
  const hn::Rebind<uint16_t, D> d16;
  const hn::Rebind<hwy::float16_t, D> df16;
  const auto bits = hn::LoadU(d16, reinterpret_cast<const uint16_t*>(from));
  return hn::PromoteTo(d, hn::BitCast(df16, bits));
#endif
}

// The value; for any NaN the one that is stored.
template <class D>
HWY_INLINE hn::Vec<D> WithOneNan(D d, hn::Vec<D> value) {
  const auto nan =
      hn::BitCast(d, hn::Set(hn::RebindToUnsigned<D>(), uint32_t{0x7FC00000}));
  return hn::IfThenElse(hn::IsNaN(value), nan, value);
}

// Bits whose upper half is the nearest bfloat16; the lower one is what is left
// of rounding.
template <class D>
HWY_INLINE auto RoundToBFloat16(D /*d*/, hn::Vec<D> value) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::BitCast(du, value);
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(du, 1u));
  return hn::Add(bits, hn::Add(odd, hn::Set(du, 0x7FFFu)));
}

template <class D>
HWY_INLINE void StoreFloat(D d, hn::Vec<D> value, float* to) {
  hn::StoreU(WithOneNan(d, value), d, to);
}

template <class D>
HWY_INLINE void StoreFloat(D d, hn::Vec<D> value, BFloat16* to) {
  const hn::Rebind<uint16_t, D> d16;
  const hn::RebindToSigned<D> di;
  const auto bits = RoundToBFloat16(d, WithOneNan(d, value));
  hn::StoreU(hn::DemoteTo(d16, hn::BitCast(di, hn::ShiftRight<16>(bits))), d16,
             reinterpret_cast<uint16_t*>(to));
}

// The float16, as vectors of its bits.
template <class D>
HWY_INLINE auto RoundToFloat16(D /*d*/, hn::Vec<D> value) {
  const hn::Rebind<uint16_t, D> d16;
#if HWY_TARGET == HWY_SCALAR
  return hn::Set(d16, ConvertNumber<Float16>(hn::GetLane(value)).bits);
#else
  const hn::Rebind<hwy::float16_t, D> df16;
  return hn::BitCast(d16, hn::DemoteTo(df16, value));
#endif
}

template <class D>
HWY_INLINE void StoreFloat(D d, hn::Vec<D> value, Float16* to) {
  const hn::Rebind<uint16_t, D> d16;
  hn::StoreU(RoundToFloat16(d, WithOneNan(d, value)), d16,
             reinterpret_cast<uint16_t*>(to));
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
