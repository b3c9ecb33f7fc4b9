// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <cstdio>

#include "statistics.h"

namespace hostnn::bench {
namespace {

// What a goal may be missed by before the gate fails: runs differ by as much.
constexpr double kTolerance = 0.1;

const char* NameOf(Role role) {
  switch (role) {
    case Role::kHostnn:
      return "hostnn";
    case Role::kPyTorch:
      return "PyTorch";
    case Role::kFolded:
      return "PyTorch, factors folded";
    case Role::kAutograd:
      return "PyTorch, autograd";
    case Role::kFlat:
      return "PyTorch, flat";
    case Role::kCopy:
      return "PyTorch, copy";
    case Role::kStream:
      return "stream limit";
    case Role::kCompute:
      return "compute limit";
    case Role::kContiguous:
      return "contiguous";
  }
  return "";
}

const char* NameOf(Section section) {
  switch (section) {
    case Section::kGoals:
      return "goals";
    case Section::kMore:
      return "more";
    case Section::kViews:
      return "views";
    case Section::kScale:
      return "scale";
  }
  return "";
}

struct Ratio {
  Role against;
  Summary summary;
  std::optional<double> goal;

  bool IsMissedBy(double tolerance) const {
    if (!goal) return false;
    return IsPyTorch(against) ? summary.median < *goal * (1 - tolerance)
                              : summary.median > *goal * (1 + tolerance);
  }
};

std::optional<double> GoalAgainst(const Row& row, Role role) {
  const auto found =
      std::find_if(row.goals.begin(), row.goals.end(),
                   [role](const Goal& it) { return it.against == role; });
  if (found == row.goals.end()) return std::nullopt;
  return found->ratio;
}

// PyTorch's time over hostnn's; hostnn's over all others'.
std::vector<Ratio> RatiosOf(const RowResult& result) {
  std::vector<Ratio> ratios;
  const std::vector<double>& ours = result.times.front().ns;
  for (size_t i = 1; i < result.times.size(); ++i) {
    const Times& other = result.times[i];
    std::vector<double> values(ours.size());
    for (size_t k = 0; k < ours.size(); ++k) {
      values[k] =
          IsPyTorch(other.role) ? other.ns[k] / ours[k] : ours[k] / other.ns[k];
    }
    ratios.push_back(
        {other.role, Summarize(values), GoalAgainst(result.row, other.role)});
  }
  return ratios;
}

nlohmann::json ToJson(const Summary& summary) {
  return {
      {"median", summary.median}, {"p10", summary.p10}, {"p90", summary.p90}};
}

nlohmann::json ToJson(const Ratio& ratio) {
  nlohmann::json json = ToJson(ratio.summary);
  json["against"] = NameOf(ratio.against);
  json["at_least"] = IsPyTorch(ratio.against);
  if (ratio.goal) json["goal"] = *ratio.goal;
  return json;
}

std::string Number(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g", value);
  return text;
}

}  // namespace

nlohmann::json ToJson(const RowResult& result) {
  nlohmann::json json = {{"name", result.row.name},
                         {"section", NameOf(result.row.section)},
                         {"elements", result.element_count},
                         {"rounds", result.times.front().ns.size()}};
  for (const Ratio& it : RatiosOf(result)) json["ratios"].push_back(ToJson(it));
  for (const Times& it : result.times) {
    json["ns"][NameOf(it.role)] = ToJson(Summarize(it.ns));
  }
  if (result.parts) {
    json["parts_ns"] = {{"phase one", result.parts->phase_one},
                        {"phase two", result.parts->phase_two},
                        {"synchronise", result.parts->synchronize}};
  }
  return json;
}

std::string ToText(const RowResult& result) {
  std::string text = result.row.name + ":";
  for (const Ratio& it : RatiosOf(result)) {
    text += std::string("  ") + NameOf(it.against) + " " +
            Number(it.summary.median);
    if (it.goal) text += " [" + Number(*it.goal) + "]";
  }
  return text;
}

std::vector<std::string> Misses(const RowResult& result) {
  std::vector<std::string> misses;
  for (const Ratio& it : RatiosOf(result)) {
    if (!it.IsMissedBy(kTolerance)) continue;
    misses.push_back(
        result.row.name + ": " + NameOf(it.against) + " " +
        Number(it.summary.median) +
        (IsPyTorch(it.against) ? ", goal at least " : ", goal at most ") +
        Number(*it.goal));
  }
  return misses;
}

}  // namespace hostnn::bench
