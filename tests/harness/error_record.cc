// SPDX-License-Identifier: Apache-2.0
#include "harness/error_record.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>

#include <nlohmann/json.hpp>

#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

using nlohmann::json;

// The file to record into; nullptr: none.
const char* RecordPath() { return std::getenv("HOSTNN_RECORD_ERRORS"); }

const char* NameOf(aclDataType dtype) {
  if (dtype == ACL_FLOAT) return "FLOAT";
  return dtype == ACL_FLOAT16 ? "FLOAT16" : "BF16";
}

// An empty object where there is no such file.
json ReadRecord(const char* path) {
  std::ifstream file(path);
  return file ? json::parse(file) : json::object();
}

double Find(const json& record, const std::string& op, const char* dtype,
            double otherwise) {
  const auto found = record.find(op);
  return found == record.end() ? otherwise : found->value(dtype, otherwise);
}

// operator, then type: {"aclnnMseLossBackward": {"FLOAT": 1.49, ...}, ...}
json& NotedErrors() {
  static json noted = json::object();
  return noted;
}

}  // namespace

double RecordedError(const std::string& op, aclDataType dtype) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static const json record = ReadRecord(HOSTNN_MEASURED_ERRORS);
  if (RecordPath() != nullptr || !AreTestSettingsUsual()) return kInfinity;
  return Find(record, op, NameOf(dtype), kInfinity);
}

void NoteError(const std::string& op, aclDataType dtype, double error) {
  const double before = Find(NotedErrors(), op, NameOf(dtype), 0);
  NotedErrors()[op][NameOf(dtype)] = std::max(error, before);
}

void SaveNotedErrors() {
  if (RecordPath() == nullptr) return;
  json record = ReadRecord(RecordPath());
  for (const auto& [op, errors] : NotedErrors().items()) {
    for (const auto& [dtype, error] : errors.items()) {
      const double rounded = std::ceil(error.get<double>() * 1000) / 1000;
      record[op][dtype] = std::max(rounded, Find(record, op, dtype.c_str(), 0));
    }
  }
  std::ofstream(RecordPath()) << record.dump(2) << '\n';
}

}  // namespace hostnn::harness
