// SPDX-License-Identifier: Apache-2.0
#include "api/acl/init_config.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <system_error>

namespace hostnn {
namespace {

using Json = nlohmann::json;

constexpr int kMaxDepth = 10;  // of { and of [, each

// A number that is written as a number or, as documented, as a string.
bool ReadNumber(const Json& value, int32_t* number) {
  if (value.is_number_integer()) {
    const auto wide = value.get<int64_t>();
    *number = static_cast<int32_t>(wide);
    return wide == *number;
  }
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, *number);
  return result.ec == std::errc() && result.ptr == end;
}

Status ReadDefaultDevice(const Json& root, Configuration* configuration) {
  const auto section = root.find("defaultDevice");
  if (section == root.end()) return Status();
  const Json device = section->is_object()
                          ? section->value("default_device", Json("-"))
                          : Json("-");
  HOSTNN_CHECK(ReadNumber(device, &configuration->default_device) &&
                   configuration->default_device >= 0,
               Code::kAclInvalidParam,
               "configPath: expected defaultDevice as {\"default_device\": "
               "\"<device id>\"}, got %s",
               section->dump().c_str());
  return Status();
}

Status ReadErrorScope(const Json& root, Configuration* configuration) {
  const auto mode = root.find("err_msg_mode");
  if (mode == root.end()) return Status();
  int32_t number = -1;
  HOSTNN_CHECK(ReadNumber(*mode, &number) && (number == 0 || number == 1),
               Code::kAclInvalidParam,
               "configPath: expected err_msg_mode as \"0\" (per thread) or "
               "\"1\" (per process), got %s",
               mode->dump().c_str());
  configuration->error_scope =
      number == 1 ? ErrorScope::kProcess : ErrorScope::kThread;
  return Status();
}

// Follows a parser and remembers how deeply objects and arrays nested.
class DepthMeter {
 public:
  void Note(Json::parse_event_t event) {
    using Event = Json::parse_event_t;
    if (event == Event::object_start) Enter(&objects_);
    if (event == Event::array_start) Enter(&arrays_);
    if (event == Event::object_end) --objects_;
    if (event == Event::array_end) --arrays_;
  }
  bool too_deep() const { return deepest_ > kMaxDepth; }

 private:
  void Enter(int* depth) { deepest_ = std::max(deepest_, ++*depth); }

  int objects_ = 0;
  int arrays_ = 0;
  int deepest_ = 0;  // of either
};

// Only of a regular file: others may never end, or wait for a writer.
bool ReadFile(const char* path, std::string* text) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  char chunk[4096];
  while (file.read(chunk, sizeof chunk) || file.gcount() > 0) {
    text->append(chunk, static_cast<size_t>(file.gcount()));
  }
  return file.is_open() && !file.bad();
}

}  // namespace

Status ParseInitConfig(const std::string& text, Configuration* configuration) {
  DepthMeter meter;
  const auto follow = [&meter](int, Json::parse_event_t event, Json&) {
    meter.Note(event);
    return true;
  };
  const Json root = Json::parse(text, follow, /*allow_exceptions=*/false);
  HOSTNN_CHECK(root.is_object(), Code::kAclParseFile,
               "configPath: expected a file with a JSON object, got other "
               "content");
  HOSTNN_CHECK(!meter.too_deep(), Code::kAclParseFile,
               "configPath: expected at most %d levels of { and of [, got more",
               kMaxDepth);
  // {} says as much as no file.
  if (!root.empty()) configuration->text = text;
  HOSTNN_RETURN_IF_ERROR(ReadDefaultDevice(root, configuration));
  return ReadErrorScope(root, configuration);
}

Status ReadInitConfig(const char* path, Configuration* configuration) {
  if (path == nullptr) return Status();
  std::string text;
  HOSTNN_CHECK(ReadFile(path, &text), Code::kAclInvalidFile,
               "configPath: expected a readable file, got \"%s\"", path);
  return ParseInitConfig(text, configuration);
}

}  // namespace hostnn
