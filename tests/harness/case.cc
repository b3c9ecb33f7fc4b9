// SPDX-License-Identifier: Apache-2.0
#include "harness/case.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string_view>

#include <nlohmann/json.hpp>

#include "harness/float_format.h"

namespace hostnn::harness {
namespace {

using nlohmann::json;

std::vector<uint8_t> BytesOfHex(std::string_view hex) {
  std::vector<uint8_t> bytes(hex.size() / 2);
  const char* digits = hex.data();
  for (uint8_t& byte : bytes) {
    std::from_chars(digits, digits + 2, byte, 16);
    digits += 2;
  }
  return bytes;
}

aclFormat FormatNamed(std::string_view name) {
  if (name == "ND") return ACL_FORMAT_ND;
  if (name == "NCHW") return ACL_FORMAT_NCHW;
  if (name == "NHWC") return ACL_FORMAT_NHWC;
  if (name == "NCL") return ACL_FORMAT_NCL;
  if (name == "NCDHW") return ACL_FORMAT_NCDHW;
  throw std::runtime_error("unknown format in a case: " + std::string(name));
}

View ReadView(const json& argument) {
  const View view = {
      .dtype = DTypeNamed(argument.at("dtype").get<std::string>()),
      .shape = argument.at("shape").get<Dims>(),
      .strides = argument.at("strides").get<Dims>(),
      .offset = argument.at("offset").get<int64_t>(),
      .storage_count = argument.at("storage").get<int64_t>(),
      .format = FormatNamed(argument.value("format", "ND"))};
  if (view.dtype == ACL_DT_UNDEFINED) {
    throw std::runtime_error("unknown dtype in a case: " + argument.dump());
  }
  return view;
}

Argument ReadArgument(const json& argument) {
  const auto name = argument.at("name").get<std::string>();
  const auto kind = argument.at("kind").get<std::string>();
  if (kind == "null") return MakeNull(name);
  if (kind == "int") {
    return MakeInteger(name, argument.at("value").get<int64_t>());
  }
  if (kind != "tensor" && kind != "out") {
    throw std::runtime_error("unknown kind of argument in a case: " + kind);
  }
  const View view = ReadView(argument);
  Argument tensor =
      kind == "out" ? MakeOutput(name, view) : MakeTensor(name, view);
  tensor.data = BytesOfHex(argument.at("data").get_ref<const std::string&>());
  return tensor;
}

Case ReadCase(const json& line) {
  Case result;
  result.name = line.at("name").get<std::string>();
  result.op = line.at("op").get<std::string>();
  result.soc = line.value("soc", "");
  for (const json& argument : line.at("args")) {
    result.arguments.push_back(ReadArgument(argument));
  }
  const json& expect = line.at("expect");
  result.phase1 = expect.at("phase1").get<int>();
  result.messages = expect.value("message", std::vector<std::string>());
  for (const std::string& value :
       expect.value("exact", std::vector<std::string>())) {
    result.exact.push_back(std::strtold(value.c_str(), nullptr));
  }
  result.ulp = expect.value("ulp", 0.0);
  result.fault = expect.value("sync", "") == "error";
  return result;
}

}  // namespace

std::vector<Case> ReadCases(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".jsonl") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<Case> cases;
  for (const auto& path : paths) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
      cases.push_back(ReadCase(json::parse(line)));
    }
  }
  return cases;
}

}  // namespace hostnn::harness
