// SPDX-License-Identifier: Apache-2.0
#include "parts.h"

#include <chrono>
#include <vector>

#include "statistics.h"
#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace hostnn::bench {
namespace {

constexpr int kBatches = 31;
constexpr int kCalls = 2000;

// The clock of the CPU, as asking the system's takes as long as a part.
uint64_t Ticks() {
#if defined(__x86_64__)
  return __rdtsc();
#else
  return std::chrono::steady_clock::now().time_since_epoch().count();
#endif
}

// Between two readings of the clock with nothing in between, on average.
double EmptyTicks() {
  uint64_t sum = 0;
  for (int i = 0; i < kCalls; ++i) {
    const uint64_t begin = Ticks();
    sum += Ticks() - begin;
  }
  return static_cast<double>(sum) / kCalls;
}

Parts RunBatch(const OperatorCall& call) {
  const double empty = EmptyTicks();
  uint64_t sums[3] = {};
  const auto clock_begin = std::chrono::steady_clock::now();
  const uint64_t begin = Ticks();
  for (int i = 0; i < kCalls; ++i) {
    const uint64_t start = Ticks();
    aclOpExecutor* executor = call.Plan();
    const uint64_t planned = Ticks();
    call.Launch(executor);
    const uint64_t launched = Ticks();
    call.Synchronize();
    const uint64_t done = Ticks();
    sums[0] += planned - start;
    sums[1] += launched - planned;
    sums[2] += done - launched;
  }
  const auto ticks = static_cast<double>(Ticks() - begin);
  const std::chrono::duration<double, std::nano> ns =
      std::chrono::steady_clock::now() - clock_begin;
  const auto part = [&](uint64_t sum) {
    return (static_cast<double>(sum) / kCalls - empty) * ns.count() / ticks;
  };
  return {part(sums[0]), part(sums[1]), part(sums[2])};
}

}  // namespace

Parts MeasureParts(const OperatorCall& call) {
  std::vector<double> one, two, synchronize;
  for (int i = 0; i < kBatches; ++i) {
    const Parts batch = RunBatch(call);
    one.push_back(batch.phase_one);
    two.push_back(batch.phase_two);
    synchronize.push_back(batch.synchronize);
  }
  return {Summarize(one).median, Summarize(two).median,
          Summarize(synchronize).median};
}

}  // namespace hostnn::bench
