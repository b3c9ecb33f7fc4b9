// SPDX-License-Identifier: Apache-2.0
// Measures hostnn, through its public interface, against PyTorch and against
// what the machine allows. scripts/bench.sh builds and runs this.
#include <cstdio>
#include <fstream>
#include <regex>

#include "agreement.h"
#include "machine.h"
#include "options.h"
#include "parts.h"
#include "pytorch.h"
#include "report.h"
#include "rows.h"
#include "runner.h"
#include "thread_binder.h"

namespace hostnn::bench {
namespace {

// Longer than OpenMP's threads spin before they sleep.
constexpr double kPauseSeconds = 0.01;
// Up to here a call's time is told in parts.
constexpr int64_t kSmallCount = 64;
// What the program ends with when all is measured, but a goal is missed.
constexpr int kGoalMissed = 3;

aclrtStream Start(int thread_count) {
  ThreadBinder binder(thread_count);
  StartPyTorch(thread_count);
#pragma omp parallel num_threads(thread_count)
  {}
  binder.BindNewThreads();
  const aclrtStream stream = StartDevice(thread_count);
  binder.BindNewThreads();
  return stream;
}

std::vector<Row> ChosenRows(const Options& options) {
  const std::regex filter(options.filter);
  std::vector<Row> rows;
  for (Row& row : AllRows()) {
    if (options.thread_count > 1 && !row.is_for_threads) continue;
    if (std::regex_search(row.name, filter)) rows.push_back(std::move(row));
  }
  return rows;
}

RowResult RunRow(const Row& row, const Options& options, aclrtStream stream) {
  const Problem problem = row.make(stream);
  RequireAgreement(row.name, problem);
  const double pause = options.thread_count > 1 ? kPauseSeconds : 0;
  RowResult result = {row, problem.element_count,
                      Measure(problem, {options.round_count, pause}),
                      std::nullopt};
  if (problem.element_count <= kSmallCount) {
    result.parts = MeasureParts(problem.hostnn);
  }
  return result;
}

void WriteJson(const std::string& path, const Options& options, double load,
               const std::vector<RowResult>& results) {
  nlohmann::json json = {{"machine", DescribeMachine()},
                         {"threads", options.thread_count},
                         {"load_before", load},
                         {"rows", nlohmann::json::array()}};
  for (const RowResult& it : results) json["rows"].push_back(ToJson(it));
  std::ofstream file(path);
  file << json.dump(1) << '\n';
  file.close();
  Check(file ? 0 : -1, ("writing " + path).c_str());
}

int PrintMisses(const std::vector<RowResult>& results) {
  int count = 0;
  for (const RowResult& result : results) {
    if (result.row.section != Section::kGoals) continue;
    for (const std::string& miss : Misses(result)) {
      std::fprintf(stderr, "missed: %s\n", miss.c_str());
      ++count;
    }
  }
  return count;
}

int Run(const Options& options) {
  const double load = LoadAverage();
  const std::vector<Row> rows = ChosenRows(options);
  if (options.list) {
    for (const Row& it : rows) std::puts(it.name.c_str());
    return 0;
  }
  if (load > 0.5) {
    std::fprintf(stderr, "benchmark: this machine is not idle: load %.2f\n",
                 load);
  }
  const aclrtStream stream = Start(options.thread_count);
  std::vector<RowResult> results;
  for (const Row& it : rows) {
    results.push_back(RunRow(it, options, stream));
    std::puts(ToText(results.back()).c_str());
    std::fflush(stdout);
  }
  if (!options.json_path.empty()) {
    WriteJson(options.json_path, options, load, results);
  }
  Check(aclrtDestroyStream(stream), "aclrtDestroyStream");
  Check(aclrtResetDevice(0), "aclrtResetDevice");
  Check(aclFinalize(), "aclFinalize");
  return options.gate && PrintMisses(results) > 0 ? kGoalMissed : 0;
}

}  // namespace
}  // namespace hostnn::bench

int main(int count, char** arguments) {
  return hostnn::bench::Run(hostnn::bench::ReadOptions(count, arguments));
}
