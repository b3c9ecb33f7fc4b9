// SPDX-License-Identifier: Apache-2.0
// The compute bound of the gradient of the binary cross entropy for its target.
// Compiled for the very machine it runs on.
//
// Multiplications and fused multiply-adds per vector of double in the tier that
// nearly all elements take:
//
//   exp      quotient by ln 2                  1
//            remainder, ln 2 in two parts      2
//            polynomial of 8 terms: 2 powers,  9
//            7 multiply-adds
//            1 + r + r^2 * polynomial          1
//            times the power of 2              1
//   log1p    square                            1
//            polynomial of 7 terms: 2 powers,  8
//            6 multiply-adds
//            2 s + 2 s z * polynomial          2
//   bracket  p * x                             1
//            (p - 1) * L - linear              1
//            is it ordinary: 2^-8 of linear    1
//   product  gradOutput, scale                 2
//                                       in all 30
//
// Not counted are 5 additions, 3 comparisons, the minimum, the division, and
// what moves or converts: other units than the multipliers can do that
// meanwhile. The kernel does have the conversions to double and back, and the
// loads and stores.
#include <cstddef>

#include "chunks.h"
#include "hwy/cache_control.h"
#include "hwy/highway.h"
#include "machine_limits.h"

namespace hostnn::bench {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::ScalableTag<double>;
using Vector = hn::Vec<Tag>;
using FloatTag = hn::Rebind<float, Tag>;

constexpr int kMultiplyAdds = 30;
// In lock-step, and in two chains each that do not wait for each other.
constexpr size_t kVectorsAStep = 4;

HWY_INLINE Vector Load(const float* from) {
  return hn::PromoteTo(Tag(), hn::Load(FloatTag(), from));
}

template <bool kStreaming>
HWY_INLINE void Write(Vector value, float* to) {
  const auto narrow = hn::DemoteTo(FloatTag(), value);
  if constexpr (kStreaming) {
    hn::Stream(narrow, FloatTag(), to);
  } else {
    hn::Store(narrow, FloatTag(), to);
  }
}

// Both chains tend to twice the last input's value, so nothing overflows.
template <bool kStreaming>
HWY_INLINE void MultiplyAdds(const float* first, const float* last,
                             float* out) {
  const Tag d;
  const size_t lanes = hn::Lanes(d);
  const Vector half = hn::Set(d, 0.5);
  Vector even[kVectorsAStep], odd[kVectorsAStep], factor[kVectorsAStep];
  for (size_t v = 0; v < kVectorsAStep; ++v) {
    even[v] = Load(first + v * lanes);
    odd[v] = half;
    factor[v] = Load(last + v * lanes);
  }
  for (int i = 0; i + 2 < kMultiplyAdds; i += 2) {
    for (size_t v = 0; v < kVectorsAStep; ++v) {
      even[v] = hn::MulAdd(even[v], half, factor[v]);
      odd[v] = hn::MulAdd(odd[v], half, factor[v]);
    }
  }
  for (size_t v = 0; v < kVectorsAStep; ++v) {
    odd[v] = hn::MulAdd(odd[v], half, factor[v]);
    Write<kStreaming>(hn::MulAdd(even[v], half, odd[v]), out + v * lanes);
  }
}

template <bool kStreaming>
void Run(const float* first, const float* last, float* out, size_t count) {
  const size_t step = kVectorsAStep * hn::Lanes(Tag());
  for (size_t i = 0; i + step <= count; i += step) {
    MultiplyAdds<kStreaming>(first + i, last + i, out + i);
  }
  if constexpr (kStreaming) hwy::FlushStream();
}

template <bool kStreaming>
Contender ComputeContender(const std::vector<Tensor>& inputs,
                           const Tensor& out) {
  const auto* first = static_cast<const float*>(inputs.front().storage);
  const auto* last = static_cast<const float*>(inputs.back().storage);
  auto* to = static_cast<float*>(out.storage);
  const size_t byte_count = out.StorageBytes();
  return {Role::kCompute, [=] {
            InChunks(byte_count, [=](size_t begin, size_t end) {
              const size_t i = begin / sizeof(float);
              Run<kStreaming>(first + i, last + i, to + i,
                              (end - begin) / sizeof(float));
            });
          }};
}

}  // namespace

std::vector<Contender> MultiplyAdds(const std::vector<Tensor>& inputs,
                                    const Tensor& out) {
  return {ComputeContender<false>(inputs, out),
          ComputeContender<true>(inputs, out)};
}

}  // namespace hostnn::bench
