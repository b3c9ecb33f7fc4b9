// SPDX-License-Identifier: Apache-2.0
// The bits of results under settings that are read once a process, each in a
// process of its own.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

namespace hostnn::harness {
namespace {

// What result_hash prints with that environment and those arguments; "" if it
// fails.
std::string Hash(const std::string& environment,
                 const std::string& arguments = "") {
  const std::string command =
      environment + " " HOSTNN_RESULT_HASH_PROGRAM " " + arguments;
  std::FILE* output = popen(command.c_str(), "r");
  if (output == nullptr) return "";
  std::array<char, 64> line = {};
  const bool read = std::fgets(line.data(), line.size(), output) != nullptr;
  return pclose(output) == 0 && read ? line.data() : "";
}

class ResultHashTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    usual_ = Hash("");
    ASSERT_FALSE(usual_.empty());
  }

  static std::string usual_;
};

std::string ResultHashTest::usual_;

TEST_F(ResultHashTest, DoesNotDependOnTheNumberOfThreads) {
  for (const char* count : {"1", "2", "3", "7", "16"}) {
    EXPECT_EQ(Hash("HOSTNN_NUM_THREADS=" + std::string(count)), usual_)
        << count << " threads";
  }
}

TEST_F(ResultHashTest, DoesNotDependOnTheInstructionSet) {
  for (const char* target : {"scalar", "avx2"}) {
    EXPECT_EQ(Hash("HOSTNN_SIMD_TARGET=" + std::string(target)), usual_)
        << target;
  }
}

TEST_F(ResultHashTest, DoesNotDependOnWritingPastTheCache) {
  for (const char* environment :
       {"HOSTNN_CACHE_SIZE=1", "HOSTNN_CACHE_SIZE=1 HOSTNN_SIMD_TARGET=scalar",
        "HOSTNN_CACHE_SIZE=1T"}) {
    EXPECT_EQ(Hash(environment), usual_) << environment;
  }
}

// The library starts its threads after the caller has set its modes.
TEST_F(ResultHashTest, DoesNotDependOnTheFloatModesBeforeTheFirstCall) {
  EXPECT_EQ(Hash("HOSTNN_NUM_THREADS=3", "unusual_float_modes"), usual_);
}

}  // namespace
}  // namespace hostnn::harness
