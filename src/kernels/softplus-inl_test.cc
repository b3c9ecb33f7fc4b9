// SPDX-License-Identifier: Apache-2.0
// The errors of exp and log1p on every target, over all floats in a long run.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/softplus-inl_test.cc"
#include "hwy/foreach_target.h"
// What each target compiles comes after the line above.
#include <vector>

#include "kernels/softplus-inl.h"
#include "kernels/targets.h"

HWY_BEFORE_NAMESPACE();
namespace hostnn::kernels::HWY_NAMESPACE {

// f(d, each vector); the size is a multiple of every vector's lanes.
template <class F>
HWY_INLINE void ForEach(const std::vector<double>& from,
                        std::vector<double>* to, const F& f) {
  const DoubleTag d;
  to->resize(from.size());
  for (size_t i = 0; i < from.size(); i += hn::Lanes(d)) {
    hn::StoreU(f(d, hn::LoadU(d, &from[i])), d, &(*to)[i]);
  }
}

#define HOSTNN_FOR_EACH(name, function)                                        \
  void name(const std::vector<double>& from, std::vector<double>* to) {        \
    ForEach(from, to, [](auto d, auto x) HWY_ATTR { return function(d, x); }); \
  }
HOSTNN_FOR_EACH(OrdinaryExp, ExpOfMinus<OrdinaryAccuracy>)
HOSTNN_FOR_EACH(FullExp, ExpOfMinus<FullAccuracy>)
HOSTNN_FOR_EACH(OrdinaryLog1p, Log1p<OrdinaryAccuracy>)
HOSTNN_FOR_EACH(FullLog1p, Log1p<FullAccuracy>)
HOSTNN_FOR_EACH(OrdinarySoftplus, SoftplusOfMinus<OrdinaryAccuracy>)
HOSTNN_FOR_EACH(FullSoftplus, SoftplusOfMinus<FullAccuracy>)
#undef HOSTNN_FOR_EACH

void SingleSoftplus(const std::vector<double>& from, std::vector<double>* to) {
  ForEach(from, to, [](auto d, auto x) HWY_ATTR {
    const auto softplus = SingleSoftplusOfMinus(FewFloatsTag(), ToFloat(x));
    return hn::PromoteTo(d, softplus);
  });
}

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace hostnn::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <thread>

#include "kernels/target_test.h"

namespace hostnn::kernels {
namespace {

HWY_EXPORT(OrdinaryExp);
HWY_EXPORT(FullExp);
HWY_EXPORT(OrdinaryLog1p);
HWY_EXPORT(FullLog1p);
HWY_EXPORT(OrdinarySoftplus);
HWY_EXPORT(FullSoftplus);
HWY_EXPORT(SingleSoftplus);

using Function = void (*)(const std::vector<double>&, std::vector<double>*);
using Reference = long double (*)(long double);

constexpr size_t kBlock = 4096;

// The largest relative error of a block of results.
long double LargestError(const std::vector<double>& arguments,
                         const std::vector<double>& results, Reference exact) {
  long double largest = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const long double expected = exact(arguments[i]);
    if (expected == 0) continue;
    const long double error = std::fabs(results[i] / expected - 1);
    largest = std::max(largest, error);
  }
  return largest;
}

// The largest relative error over the floats from 0 to `last`: all of them in a
// long run, else one in thousands. As the exponent of a power of 2.
double LargestErrorExponent(Function function, Reference exact, float last) {
  const uint64_t step = IsLongRun() ? 1 : 7919;
  const uint64_t end = std::bit_cast<uint32_t>(last) / step + 1;
  std::atomic<uint64_t> next = 0;
  const auto work = [&](long double* largest) {
    std::vector<double> arguments(kBlock), results;
    for (;;) {
      const uint64_t begin = next.fetch_add(kBlock);
      if (begin >= end) return;
      for (size_t i = 0; i < kBlock; ++i) {
        const uint64_t bits = std::min(begin + i, end - 1) * step;
        arguments[i] = std::bit_cast<float>(static_cast<uint32_t>(bits));
      }
      function(arguments, &results);
      *largest = std::max(*largest, LargestError(arguments, results, exact));
    }
  };
  long double one = 0, other = 0;
  std::thread thread(work, &other);
  work(&one);
  thread.join();
  return static_cast<double>(std::log2(std::max(one, other)));
}

long double ExactExp(long double a) { return std::exp(-a); }
long double ExactLog1p(long double y) { return std::log1p(y); }
long double ExactSoftplus(long double a) { return std::log1p(std::exp(-a)); }

// The errors that docs/design.md tells, in a long run on the best target the
// measured ones.
class SoftplusTest : public TargetTest {
 protected:
  static void ExpectError(double bound, Function function, Reference exact,
                          float last) {
    const double exponent = LargestErrorExponent(function, exact, last);
    RecordProperty("error_exponent", std::to_string(exponent));
    if (IsLongRun()) std::printf("largest error 2^%.2f\n", exponent);
    EXPECT_LE(exponent, bound);
    EXPECT_GT(exponent, bound - 2);
  }
};

constexpr auto kLargest = static_cast<float>(kLargestExponent);

TEST_P(SoftplusTest, OrdinaryExpIsGoodToFortyBits) {
  ExpectError(-43, ForTargetInUse(HWY_DISPATCH_TABLE(OrdinaryExp)), ExactExp,
              kLargest);
}

TEST_P(SoftplusTest, OrdinaryLog1pIsGoodToFortyBits) {
  ExpectError(-41, ForTargetInUse(HWY_DISPATCH_TABLE(OrdinaryLog1p)),
              ExactLog1p, 1);
}

TEST_P(SoftplusTest, OrdinarySoftplusIsGoodToFortyBits) {
  ExpectError(-41, ForTargetInUse(HWY_DISPATCH_TABLE(OrdinarySoftplus)),
              ExactSoftplus, kLargest);
}

TEST_P(SoftplusTest, SingleSoftplusIsGoodToTwentyOneBits) {
  // 5.9 * 2^-24, on which the gradient's enclosure stands.
  ExpectError(std::log2(5.9) - 24,
              ForTargetInUse(HWY_DISPATCH_TABLE(SingleSoftplus)), ExactSoftplus,
              std::nextafter(80.0f, 0.0f));
}

TEST_P(SoftplusTest, FullExpIsGoodToTheLastPlaces) {
  ExpectError(-52, ForTargetInUse(HWY_DISPATCH_TABLE(FullExp)), ExactExp,
              kLargest);
}

TEST_P(SoftplusTest, FullLog1pIsGoodToTheLastPlaces) {
  ExpectError(-51.5, ForTargetInUse(HWY_DISPATCH_TABLE(FullLog1p)), ExactLog1p,
              1);
}

TEST_P(SoftplusTest, FullSoftplusIsGoodToTheLastPlaces) {
  ExpectError(-51, ForTargetInUse(HWY_DISPATCH_TABLE(FullSoftplus)),
              ExactSoftplus, kLargest);
}

TEST_P(SoftplusTest, ArgumentsBeyondTheRangeOfDoubleGiveNextToNothing) {
  const std::vector<double> arguments(kBlock, HUGE_VAL);
  std::vector<double> results;
  ForTargetInUse(HWY_DISPATCH_TABLE(FullSoftplus))(arguments, &results);
  EXPECT_GT(results[0], 0);
  EXPECT_LT(results[0], 0x1p-1000);
}

INSTANTIATE_TARGETS(SoftplusTest);

}  // namespace
}  // namespace hostnn::kernels
#endif
