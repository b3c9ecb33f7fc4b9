// SPDX-License-Identifier: Apache-2.0
#include "base/last_level_cache.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace hostnn {
namespace {

class LastLevelCacheTest : public testing::Test {
 protected:
  ~LastLevelCacheTest() override { std::filesystem::remove_all(directory_); }

  void AddCache(const std::string& index, const std::string& size) {
    const auto cache = directory_ / index;
    std::filesystem::create_directories(cache);
    std::ofstream(cache / "size") << size << "\n";
  }

  uint64_t Bytes() const { return LastLevelCacheBytes(directory_.string()); }

 private:
  const std::filesystem::path directory_ =
      std::filesystem::path(testing::TempDir()) /
      testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(LastLevelCacheTest, IsTheLargestThatIsTold) {
  AddCache("index0", "32K");
  AddCache("index2", "512K");
  AddCache("index3", "8192K");
  EXPECT_EQ(Bytes(), uint64_t{8} << 20);
  AddCache("index4", "64M");
  EXPECT_EQ(Bytes(), uint64_t{64} << 20);
}

TEST_F(LastLevelCacheTest, IsTheUsualWhereNothingIsTold) {
  EXPECT_EQ(Bytes(), uint64_t{32} << 20);
  AddCache("index0", "large");
  EXPECT_EQ(Bytes(), uint64_t{32} << 20);
}

TEST(LastLevelCacheOfThisMachineTest, IsPlausible) {
  EXPECT_GE(LastLevelCacheBytes(), uint64_t{128} << 10);
  EXPECT_LE(LastLevelCacheBytes(), uint64_t{4} << 30);
}

}  // namespace
}  // namespace hostnn
