// SPDX-License-Identifier: Apache-2.0
// What is told of a row: ratios on the screen, everything as JSON.
#ifndef HOSTNN_BENCHMARKS_REPORT_H_
#define HOSTNN_BENCHMARKS_REPORT_H_

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "parts.h"
#include "rows.h"
#include "runner.h"

namespace hostnn::bench {

struct RowResult {
  Row row;
  int64_t element_count;
  std::vector<Times> times;  // hostnn's first
  std::optional<Parts> parts;
};

nlohmann::json ToJson(const RowResult& result);

// One line: name and medians of the ratios, with the goals in brackets.
std::string ToText(const RowResult& result);

// A line for each goal that is missed by more than a tenth.
std::vector<std::string> Misses(const RowResult& result);

}  // namespace hostnn::bench

#endif  // HOSTNN_BENCHMARKS_REPORT_H_
