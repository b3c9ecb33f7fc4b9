// SPDX-License-Identifier: Apache-2.0
// The bits of results for different numbers of threads, each in a process of
// its own.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace hostnn::harness {
namespace {

// What result_hash prints with that many threads; "" if it fails.
std::string HashWithThreads(int count) {
  const std::string command = "HOSTNN_NUM_THREADS=" + std::to_string(count) +
                              " " HOSTNN_RESULT_HASH_PROGRAM;
  std::FILE* output = popen(command.c_str(), "r");
  if (output == nullptr) return "";
  std::array<char, 64> line = {};
  const bool read = std::fgets(line.data(), line.size(), output) != nullptr;
  return pclose(output) == 0 && read ? line.data() : "";
}

TEST(ThreadCountTest, BitsDoNotDependOnTheNumberOfThreads) {
  const std::string one = HashWithThreads(1);
  ASSERT_FALSE(one.empty());
  for (const int count : {2, 3, 7}) {
    EXPECT_EQ(HashWithThreads(count), one) << count << " threads";
  }
}

}  // namespace
}  // namespace hostnn::harness
