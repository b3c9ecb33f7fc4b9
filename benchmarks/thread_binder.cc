// SPDX-License-Identifier: Apache-2.0
#include "thread_binder.h"

#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace hostnn::bench {
namespace {

void Bind(int thread, const std::vector<int>& cpus) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int it : cpus) CPU_SET(it, &set);
  if (sched_setaffinity(thread, sizeof(set), &set) != 0) {
    std::perror("benchmark: sched_setaffinity");
    std::exit(EXIT_FAILURE);
  }
}

// In the order in which they were started, as their numbers grow.
std::set<int> Threads() {
  std::set<int> result;
  for (const auto& it :
       std::filesystem::directory_iterator("/proc/self/task")) {
    result.insert(std::stoi(it.path().filename()));
  }
  return result;
}

}  // namespace

ThreadBinder::ThreadBinder(int cpu_count) {
  cpu_set_t set;
  sched_getaffinity(0, sizeof(set), &set);
  for (int i = CPU_SETSIZE; i-- > 0;) {
    if (CPU_ISSET(i, &set) && static_cast<int>(cpus_.size()) < cpu_count) {
      cpus_.insert(cpus_.begin(), i);
    }
  }
  if (static_cast<int>(cpus_.size()) < cpu_count) {
    std::fprintf(stderr, "benchmark: fewer than %d CPUs\n", cpu_count);
    std::exit(EXIT_FAILURE);
  }
  Bind(0, cpus_);
}

void ThreadBinder::BindNewThreads() {
  const int self = gettid();
  Bind(self, {cpus_.front()});
  bound_.insert(self);
  size_t next = 1;
  for (const int it : Threads()) {
    if (bound_.insert(it).second) Bind(it, {cpus_[next++ % cpus_.size()]});
  }
}

}  // namespace hostnn::bench
