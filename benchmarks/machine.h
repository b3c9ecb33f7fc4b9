// SPDX-License-Identifier: Apache-2.0
// What a measurement was made on.
#ifndef HOSTNN_BENCHMARKS_MACHINE_H_
#define HOSTNN_BENCHMARKS_MACHINE_H_

#include <nlohmann/json.hpp>

namespace hostnn::bench {

nlohmann::json DescribeMachine();

// How many threads want to run, on average of the last minute.
double LoadAverage();

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_MACHINE_H_
