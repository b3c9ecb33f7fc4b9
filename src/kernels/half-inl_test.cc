// SPDX-License-Identifier: Apache-2.0
// The vector conversions of halves on every target, against those of
// base/half.h, which have tests of their own.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/half-inl_test.cc"
#include "hwy/foreach_target.h"
// What each target compiles comes after the line above.
#include <vector>

#include "kernels/bundle_memory-inl.h"
#include "kernels/half-inl.h"
#include "kernels/targets.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

// The sizes are multiples of every vector's lanes.
template <class Half>
void ToFloats(const std::vector<Half>& from, std::vector<float>* to) {
  const hn::ScalableTag<float> d;
  to->resize(from.size());
  for (size_t i = 0; i < from.size(); i += hn::Lanes(d)) {
    hn::StoreU(LoadAsFloat(d, &from[i]), d, &(*to)[i]);
  }
}
void Float16ToFloats(const std::vector<Float16>& from, std::vector<float>* to) {
  ToFloats(from, to);
}
void BFloat16ToFloats(const std::vector<BFloat16>& from,
                      std::vector<float>* to) {
  ToFloats(from, to);
}

template <class Half>
void FromFloats(const std::vector<float>& from, std::vector<Half>* to) {
  const hn::ScalableTag<float> d;
  to->resize(from.size());
  for (size_t i = 0; i < from.size(); i += hn::Lanes(d)) {
    StoreFloat(d, hn::LoadU(d, &from[i]), &(*to)[i]);
  }
}
void FloatsToFloat16(const std::vector<float>& from, std::vector<Float16>* to) {
  FromFloats(from, to);
}
void FloatsToBFloat16(const std::vector<float>& from,
                      std::vector<BFloat16>* to) {
  FromFloats(from, to);
}

// As the element-wise engine stores them: of each two vectors the first has the
// even elements, unless vectors have one lane.
void BundlesToBFloat16(const std::vector<float>& from,
                       std::vector<BFloat16>* to) {
  const hn::ScalableTag<float> d;
  const size_t lanes = hn::Lanes(d);
  const size_t step = BundleLanes(d);
  HWY_ALIGN float bundle[4 * hn::MaxLanes(d)];
  to->resize(from.size());
  for (size_t i = 0; i < from.size(); i += step) {
    for (size_t k = 0; k < step; ++k) {
      const size_t in_pair = k % (2 * lanes);
      const size_t place = in_pair % 2 * lanes + in_pair / 2;
      bundle[lanes == 1 ? k : k - in_pair + place] = from[i + k];
    }
    const auto vector = [&](size_t v) HWY_ATTR {
      return hn::Load(d, bundle + v * lanes);
    };
    StoreBundle<false>(d,
                       Bundle<hn::Vec<decltype(d)>>{
                           {vector(0), vector(1), vector(2), vector(3)}},
                       false, &(*to)[i]);
  }
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/target_test.h"

namespace hostnn::kernels {
namespace {

HWY_EXPORT(Float16ToFloats);
HWY_EXPORT(BFloat16ToFloats);
HWY_EXPORT(FloatsToFloat16);
HWY_EXPORT(FloatsToBFloat16);
HWY_EXPORT(BundlesToBFloat16);

class HalfVectorTest : public TargetTest {
 protected:
  template <class Half, class Function>
  static void ExpectEveryHalf(const Function& to_floats) {
    std::vector<Half> halves;
    for (int bits = 0; bits < 1 << 16; ++bits) {
      halves.push_back({static_cast<uint16_t>(bits)});
    }
    std::vector<float> floats;
    to_floats(halves, &floats);
    for (size_t i = 0; i < halves.size(); ++i) {
      const auto expected = ConvertNumber<float>(halves[i]);
      if (std::isnan(expected)) {
        ASSERT_TRUE(std::isnan(floats[i])) << "bits " << i;
      } else {
        ASSERT_EQ(std::bit_cast<uint32_t>(floats[i]),
                  std::bit_cast<uint32_t>(expected))
            << "bits " << i;
      }
    }
  }

  // Over every step-th float, a block at a time.
  template <class Half, class Function>
  static void ExpectFloats(uint64_t step, uint16_t nan,
                           const Function& to_halves) {
    constexpr uint64_t kEnd = uint64_t{1} << 32;
    constexpr size_t kBlock = 1 << 16;
    std::vector<float> floats(kBlock);
    std::vector<Half> halves;
    for (uint64_t bits = 0; bits < kEnd;) {
      for (float& value : floats) {
        value = std::bit_cast<float>(static_cast<uint32_t>(bits));
        bits = std::min(bits + step, kEnd - 1);
      }
      to_halves(floats, &halves);
      for (size_t i = 0; i < kBlock; ++i) {
        const uint16_t expected =
            std::isnan(floats[i]) ? nan : ConvertNumber<Half>(floats[i]).bits;
        ASSERT_EQ(halves[i].bits, expected) << floats[i];
      }
      if (bits == kEnd - 1) break;
    }
  }

  // A power of two, so that each half itself and the middle of two bfloat16 are
  // among them.
  static uint64_t Step() { return IsLongRun() ? 1 : 1 << 13; }
};

TEST_P(HalfVectorTest, EveryFloat16BecomesItsFloat) {
  ExpectEveryHalf<Float16>(ForTargetInUse(HWY_DISPATCH_TABLE(Float16ToFloats)));
}

TEST_P(HalfVectorTest, EveryBFloat16BecomesItsFloat) {
  ExpectEveryHalf<BFloat16>(
      ForTargetInUse(HWY_DISPATCH_TABLE(BFloat16ToFloats)));
}

TEST_P(HalfVectorTest, FloatsRoundToFloat16) {
  ExpectFloats<Float16>(Step(), 0x7E00,
                        ForTargetInUse(HWY_DISPATCH_TABLE(FloatsToFloat16)));
}

TEST_P(HalfVectorTest, FloatsRoundToBFloat16) {
  ExpectFloats<BFloat16>(Step(), 0x7FC0,
                         ForTargetInUse(HWY_DISPATCH_TABLE(FloatsToBFloat16)));
  ExpectFloats<BFloat16>(Step(), 0x7FC0,
                         ForTargetInUse(HWY_DISPATCH_TABLE(BundlesToBFloat16)));
}

TEST_P(HalfVectorTest, FloatsBesideTheMiddleOfTwoHalvesRoundToTheNearer) {
  std::vector<float> floats;
  for (uint32_t middle = 0; middle < uint32_t{0x7F80} << 16; middle += 0x1000) {
    for (const uint32_t bits : {middle - 1, middle + 1}) {
      floats.push_back(std::bit_cast<float>(bits));
    }
  }
  std::vector<Float16> float16;
  std::vector<BFloat16> bfloat16;
  std::vector<BFloat16> of_bundles;
  ForTargetInUse(HWY_DISPATCH_TABLE(FloatsToFloat16))(floats, &float16);
  ForTargetInUse(HWY_DISPATCH_TABLE(FloatsToBFloat16))(floats, &bfloat16);
  ForTargetInUse(HWY_DISPATCH_TABLE(BundlesToBFloat16))(floats, &of_bundles);
  for (size_t i = 1; i < floats.size(); ++i) {  // the first is NaN
    ASSERT_EQ(float16[i].bits, ConvertNumber<Float16>(floats[i]).bits);
    ASSERT_EQ(bfloat16[i].bits, ConvertNumber<BFloat16>(floats[i]).bits);
    ASSERT_EQ(of_bundles[i].bits, bfloat16[i].bits);
  }
}

INSTANTIATE_TARGETS(HalfVectorTest);

}  // namespace
}  // namespace hostnn::kernels
#endif
