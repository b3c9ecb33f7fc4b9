// SPDX-License-Identifier: Apache-2.0
// Elements some distance apart in memory, and buffers where they are
// neighbours, numbers of another type perhaps. Compiled once per target.
#if defined(HOSTNN_KERNELS_STRIDED_ROW_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef HOSTNN_KERNELS_STRIDED_ROW_INL_H_
#undef HOSTNN_KERNELS_STRIDED_ROW_INL_H_
#else
#define HOSTNN_KERNELS_STRIDED_ROW_INL_H_
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "acl/acl_base_rt.h"
#include "hwy/highway.h"
#include "kernels/float_type.h"
#include "kernels/half-inl.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Moves elements between memory and a buffer, one after the other there.
template <class T>
HWY_INLINE void LoadRow(const T* from, int64_t stride, size_t count, T* to) {
  if (stride == 1) {
    std::copy_n(from, count, to);
    return;
  }
  for (size_t i = 0; i < count; ++i)
    to[i] = from[static_cast<int64_t>(i) * stride];
}
template <class T>
HWY_INLINE void StoreRow(const T* from, size_t count, int64_t stride, T* to) {
  if (stride == 1) {
    std::copy_n(from, count, to);
    return;
  }
  for (size_t i = 0; i < count; ++i)
    to[static_cast<int64_t>(i) * stride] = from[i];
}

// The same, converting halves to float or float to halves.
template <class T>
requires(!std::is_same_v<T, float>) HWY_INLINE
    void LoadRow(const T* from, int64_t stride, size_t count, float* to) {
  size_t i = 0;
  if (stride == 1) {
    const hn::ScalableTag<float> d;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
      hn::StoreU(LoadAsFloat(d, from + i), d, to + i);
    }
  }
  const hn::CappedTag<float, 1> one;
  for (; i < count; ++i) {
    const int64_t offset = static_cast<int64_t>(i) * stride;
    hn::StoreU(LoadAsFloat(one, from + offset), one, to + i);
  }
}
template <class T>
requires(!std::is_same_v<T, float>) HWY_INLINE
    void StoreRow(const float* from, size_t count, int64_t stride, T* to) {
  size_t i = 0;
  if (stride == 1) {
    const hn::ScalableTag<float> d;
    for (; i + hn::Lanes(d) <= count; i += hn::Lanes(d)) {
      StoreFloat(d, hn::LoadU(d, from + i), to + i);
    }
  }
  const hn::CappedTag<float, 1> one;
  for (; i < count; ++i) {
    const int64_t offset = static_cast<int64_t>(i) * stride;
    StoreFloat(one, hn::LoadU(one, from + i), to + offset);
  }
}

// An element of any float type.
HWY_INLINE float LoadOne(aclDataType type, const void* elements,
                         int64_t offset) {
  return WithFloatType(type, [&]<class From>(From) HWY_ATTR {
    float value;
    const hn::CappedTag<float, 1> one;
    hn::StoreU(LoadAsFloat(one, static_cast<const From*>(elements) + offset),
               one, &value);
    return value;
  });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
