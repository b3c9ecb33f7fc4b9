// SPDX-License-Identifier: Apache-2.0
#include "executor/remembered_plans.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace hostnn {
namespace {

constinit thread_local RememberedPlans* plans_of_thread = nullptr;
constinit thread_local bool thread_is_ending = false;

// Made with the plans, so that they end with their thread.
struct Ending {
  ~Ending() {
    thread_is_ending = true;
    delete plans_of_thread;
    plans_of_thread = nullptr;
  }
};

[[gnu::noinline]] RememberedPlans* MakePlansOfThread() {
  if (thread_is_ending) return nullptr;
  static thread_local Ending ending;
  static_cast<void>(ending);
  return plans_of_thread = new (std::nothrow) RememberedPlans;
}

}  // namespace

RememberedPlans* RememberedPlans::OfThisThread() {
  RememberedPlans* const plans = plans_of_thread;
  return plans != nullptr ? plans : MakePlansOfThread();
}

bool RememberedPlans::Entry::IsOf(std::span<const int64_t> other) const {
  return word_count == other.size() &&
         std::memcmp(words.data(), other.data(), other.size_bytes()) == 0;
}

const Plan* RememberedPlans::Find(const PlanKey& key) const {
  for (const Entry& entry : entries_) {
    if (entry.IsOf(key.words())) return &entry.plan;
  }
  return nullptr;
}

void RememberedPlans::Remember(const PlanKey& key, const Plan& plan) {
  const std::span<const int64_t> words = key.words();
  if (words.size() > kMostWords) return;
  Entry& entry = entries_[next_];
  next_ = (next_ + 1) % kEntries;
  entry.word_count = words.size();
  std::ranges::copy(words, entry.words.begin());
  entry.plan = plan;
}

}  // namespace hostnn
