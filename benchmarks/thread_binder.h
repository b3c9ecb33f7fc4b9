// SPDX-License-Identifier: Apache-2.0
// Binds threads to CPUs, so that no measurement depends on where the system
// puts them.
#ifndef HOSTNN_BENCHMARKS_THREAD_BINDER_H_
#define HOSTNN_BENCHMARKS_THREAD_BINDER_H_

#include <set>
#include <vector>

namespace hostnn::bench {

class ThreadBinder {
 public:
  // Leaves this process the last `cpu_count` of its CPUs; for use before any
  // other thread is started. Ends the program if there are fewer.
  explicit ThreadBinder(int cpu_count);

  // This thread to the first of the CPUs; then those that were started since
  // the last call to the others, in turn.
  void BindNewThreads();

 private:
  std::vector<int> cpus_;
  std::set<int> bound_;
};

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_THREAD_BINDER_H_
