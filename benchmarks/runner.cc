// SPDX-License-Identifier: Apache-2.0
#include "runner.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include "statistics.h"

namespace hostnn::bench {
namespace {

constexpr double kBatchNs = 1e6;

struct Batch {
  const Contender* contender;
  int64_t call_count;
  std::vector<double> ns = {};
};

// In all, of so many calls.
template <class Run>
double Time(const Run& run, int64_t call_count) {
  const auto begin = std::chrono::steady_clock::now();
  for (int64_t i = 0; i < call_count; ++i) run();
  const auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double, std::nano>(end - begin).count();
}

// How many calls take a batch's time, and how long one takes.
std::pair<int64_t, double> Calibrate(const Contender& contender) {
  for (int64_t call_count = 1;; call_count *= 2) {
    const double ns = Time(contender.run, call_count);
    if (ns >= kBatchNs) return {call_count, ns / call_count};
  }
}

int RoundsFor(double slowest_ns) {
  if (slowest_ns < 2e6) return 31;
  if (slowest_ns < 1e8) return 15;
  return 9;
}

double TimeCall(const Batch& batch) {
  // Brings the caches into the state that this contender leaves them in.
  if (batch.call_count > 1) batch.contender->run();
  return Time(batch.contender->run, batch.call_count) /
         static_cast<double>(batch.call_count);
}

void RunRound(bool reverse, double pause_seconds, std::vector<Batch>* batches) {
  const auto run = [pause_seconds](Batch& batch) {
    if (pause_seconds > 0) {
      std::this_thread::sleep_for(std::chrono::duration<double>(pause_seconds));
    }
    batch.ns.push_back(TimeCall(batch));
  };
  if (reverse) {
    std::for_each(batches->rbegin(), batches->rend(), run);
  } else {
    std::for_each(batches->begin(), batches->end(), run);
  }
}

std::vector<Times> BestOfEachRole(const std::vector<Batch>& batches) {
  std::vector<Times> result;
  for (const Batch& batch : batches) {
    const Role role = batch.contender->role;
    const auto found =
        std::find_if(result.begin(), result.end(),
                     [role](const Times& it) { return it.role == role; });
    if (found == result.end()) {
      result.push_back({role, batch.ns});
    } else if (Summarize(batch.ns).median < Summarize(found->ns).median) {
      found->ns = batch.ns;
    }
  }
  return result;
}

}  // namespace

std::vector<Times> Measure(const Problem& problem, const Pace& pace) {
  std::vector<Contender> contenders = {{Role::kHostnn, problem.hostnn}};
  contenders.insert(contenders.end(), problem.others.begin(),
                    problem.others.end());
  std::vector<Batch> batches;
  double slowest_ns = 0;
  for (const Contender& it : contenders) {
    if (!it.is_timed) continue;
    const auto [call_count, ns] = Calibrate(it);
    batches.push_back({&it, call_count});
    slowest_ns = std::max(slowest_ns, ns);
  }
  const int rounds =
      pace.round_count > 0 ? pace.round_count : RoundsFor(slowest_ns);
  for (int i = 0; i < rounds; ++i) {
    RunRound(i % 2 == 1, pace.pause_seconds, &batches);
  }
  return BestOfEachRole(batches);
}

}  // namespace hostnn::bench
