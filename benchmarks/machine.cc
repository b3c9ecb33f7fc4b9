// SPDX-License-Identifier: Apache-2.0
#include "machine.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

#include "hostnn/hostnn.h"
#include "pytorch.h"

namespace hostnn::bench {
namespace {

std::string FirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string CpuModel() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

// Such as "L1 32K, L2 512K, L3 8192K", without the one for instructions.
std::string Caches() {
  std::string text;
  for (int i = 0; i < 8; ++i) {
    const std::string cache =
        "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i);
    const std::string type = FirstLine(cache + "/type");
    if (type != "Data" && type != "Unified") continue;
    if (!text.empty()) text += ", ";
    text += 'L';
    text += FirstLine(cache + "/level") + " " + FirstLine(cache + "/size");
  }
  return text;
}

}  // namespace

nlohmann::json DescribeMachine() {
  return {{"cpu", CpuModel()},
          {"cpus", std::thread::hardware_concurrency()},
          {"caches", Caches()},
          {"compiler", "GCC " __VERSION__},
          {"hostnn", hostnnGetVersion()},
          {"pytorch", PyTorchVersion()}};
}

double LoadAverage() {
  double load = 0;
  return getloadavg(&load, 1) == 1 ? load : 0;
}

}  // namespace hostnn::bench
