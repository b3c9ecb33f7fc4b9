// SPDX-License-Identifier: Apache-2.0
// Start and end of the library. A program of its own: every test begins and
// ends with the library not initialised.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/aclnn_base.h"
#include "harness/nll_loss2d.h"
#include "harness/session.h"

namespace hostnn::harness {
namespace {

using ::testing::HasSubstr;

// A file that is there during a test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content)
      : path_(std::filesystem::path(::testing::TempDir()) /
              ("hostnn_init_test_" + std::to_string(::getpid()) + "_" +
               std::to_string(++count_) + ".json")) {
    std::ofstream(path_) << content;
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_.string(); }

 private:
  static inline int count_ = 0;
  std::filesystem::path path_;
};

void ExpectWorks() {
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  {
    const NllLoss2d nll;
    ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    nll.ExpectResult();
  }
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
}

class InitTest : public ::testing::Test {
 protected:
  void SetUp() override { TakeMessages(); }
  void TearDown() override {
    EXPECT_NE(aclFinalize(), ACL_SUCCESS)
        << "the test has left the library initialised";
  }
};

// The first of this process.
TEST_F(InitTest, CannotEndBeforeItBegan) {
  EXPECT_EQ(aclFinalize(), ACL_ERROR_UNINITIALIZE);
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_ERROR_UNINITIALIZE);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_ERROR_REPEAT_FINALIZE);
}

TEST_F(InitTest, DevicesAndContextsNeedIt) {
  aclrtContext context = nullptr;
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
  EXPECT_THAT(TakeMessages(), HasSubstr("aclrtSetDevice"));
  EXPECT_EQ(aclrtCreateContext(&context, 0), ACL_ERROR_UNINITIALIZE);
  void* memory = nullptr;
  EXPECT_NE(aclrtMalloc(&memory, 64, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  EXPECT_EQ(memory, nullptr);
}

TEST_F(InitTest, TakesNoConfiguration) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ExpectWorks();
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitTest, BeginsAndEndsManyTimes) {
  for (int i = 0; i < 5; ++i) {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ExpectWorks();
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE);
  }
}

TEST_F(InitTest, RepeatCountsAndIsToldApart) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  uint64_t count = 4711;
  EXPECT_EQ(aclFinalizeReference(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 2u);
  ExpectWorks();
  EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
  ExpectWorks();
  EXPECT_EQ(aclFinalizeReference(&count), ACL_SUCCESS);
  EXPECT_EQ(count, 0u);
  count = 4711;
  EXPECT_EQ(aclFinalizeReference(&count), ACL_ERROR_REPEAT_FINALIZE);
  EXPECT_EQ(count, 4711u);
}

TEST_F(InitTest, FinalizeEndsItWhateverTheCount) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitTest, RepeatDisturbsNothing) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  const NllLoss2d nll;
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(nll.Launch(), 0);
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
  EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(InitTest, ReadsAConfigurationFile) {
  for (const char* content :
       {"{}", "{\n  \"dump\": {}\n}", "{\"max_opqueue_num\": \"20000\"}"}) {
    const TemporaryFile file(content);
    ASSERT_EQ(aclInit(file.path().c_str()), ACL_SUCCESS) << content;
    ExpectWorks();
    EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  }
}

TEST_F(InitTest, ConfigurationMayNameADefaultDevice) {
  const TemporaryFile file(R"({"defaultDevice": {"default_device": "0"}})");
  ASSERT_EQ(aclInit(file.path().c_str()), ACL_SUCCESS);
  std::thread([] {
    int32_t device = -1;
    EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
    EXPECT_EQ(device, 0);
    const NllLoss2d nll;
    ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
    EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    nll.ExpectResult();
  }).join();
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_ERROR_RT_CONTEXT_NULL);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(InitTest, AResetLeavesTheDefaultDeviceToItsOtherUsers) {
  const TemporaryFile file(R"({"defaultDevice": {"default_device": "0"}})");
  ASSERT_EQ(aclInit(file.path().c_str()), ACL_SUCCESS);
  const NllLoss2d nll;  // the first use of the device, by default
  std::thread([] {
    EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
  }).join();
  ASSERT_EQ(nll.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
  nll.ExpectResult();
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(InitTest, SettingADeviceWinsOverTheDefaultOne) {
  const TemporaryFile file(R"({"defaultDevice": {"default_device": "0"}})");
  ASSERT_EQ(aclInit(file.path().c_str()), ACL_SUCCESS);
  const int last = DeviceCount() - 1;
  ASSERT_EQ(aclrtSetDevice(last), ACL_SUCCESS);
  int32_t device = -1;
  EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS);
  EXPECT_EQ(device, last);
  EXPECT_EQ(aclrtResetDevice(last), ACL_SUCCESS);
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(InitTest, ConfigurationMayShareMessagesAmongThreads) {
  const TemporaryFile file(R"({"err_msg_mode": "1"})");
  ASSERT_EQ(aclInit(file.path().c_str()), ACL_SUCCESS);
  std::thread([] {
    EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  }).join();
  EXPECT_THAT(TakeMessages(), HasSubstr("aclrtFree"));
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  std::thread([] {
    EXPECT_EQ(aclrtFree(nullptr), ACL_ERROR_INVALID_PARAM);
  }).join();
  EXPECT_EQ(TakeMessages(), "");
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(InitTest, FileThatIsNotThereIsRefused) {
  for (const char* path : {"/nowhere/at/all.json", ""}) {
    EXPECT_EQ(aclInit(path), ACL_ERROR_INVALID_FILE) << path;
    EXPECT_THAT(TakeMessages(), HasSubstr("aclInit")) << path;
  }
  EXPECT_EQ(aclInit(::testing::TempDir().c_str()), ACL_ERROR_INVALID_FILE);
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitTest, FileThatIsNotJsonIsRefused) {
  for (const char* content : {"", "{", "not json", "{\"a\": }", "{} {}"}) {
    const TemporaryFile file(content);
    EXPECT_EQ(aclInit(file.path().c_str()), ACL_ERROR_PARSE_FILE) << content;
    EXPECT_THAT(TakeMessages(), HasSubstr("aclInit")) << content;
  }
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

TEST_F(InitTest, RepeatWithTheSameConfigurationIsFineWithAnotherItIsNot) {
  const TemporaryFile file(R"({"max_opqueue_num": "1000"})");
  const TemporaryFile same(R"({"max_opqueue_num": "1000"})");
  const TemporaryFile other(R"({"max_opqueue_num": "2000"})");
  ASSERT_EQ(aclInit(file.path().c_str()), ACL_SUCCESS);
  EXPECT_EQ(aclInit(file.path().c_str()), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclInit(same.path().c_str()), ACL_ERROR_REPEAT_INITIALIZE);
  EXPECT_EQ(aclInit(other.path().c_str()), ACL_ERROR_INVALID_PARAM);
  ExpectWorks();
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(InitTest, AclnnMayBeInitialisedBesidesIt) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  EXPECT_EQ(aclnnInit(nullptr), 0);
  ExpectWorks();
  EXPECT_EQ(aclnnFinalize(), 0);
  ExpectWorks();
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

TEST_F(InitTest, ThreadsMayComeAndGoTogether) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 50; ++round) {
        const aclError status = aclInit(nullptr);
        EXPECT_TRUE(status == ACL_SUCCESS ||
                    status == ACL_ERROR_REPEAT_INITIALIZE);
        // Nobody else's leaving takes the device away meanwhile.
        EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
        int32_t device = -1;
        EXPECT_EQ(aclrtGetDevice(&device), ACL_SUCCESS) << TakeMessages();
        EXPECT_EQ(aclrtResetDevice(0), ACL_SUCCESS);
        EXPECT_EQ(aclFinalizeReference(nullptr), ACL_SUCCESS);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TEST_F(InitTest, EndsWithWorkAndHandlesLeftOver) {
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
  aclrtStream stream = nullptr;
  void* memory = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ASSERT_EQ(aclrtMalloc(&memory, 1 << 20, ACL_MEM_MALLOC_HUGE_FIRST),
            ACL_SUCCESS);
  for (int i = 0; i < 100; ++i) {
    ASSERT_EQ(aclrtMemsetAsync(memory, 1 << 20, i, 1 << 20, stream),
              ACL_SUCCESS);
  }
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
  ExpectWorks();
  EXPECT_EQ(aclFinalize(), ACL_SUCCESS);
}

// Runs with HOSTNN_SOC_NAME=Ascend1.
TEST(UnknownSocEnvironmentTest, MakesInitFailNamingTheKnownProducts) {
  TakeMessages();
  EXPECT_EQ(aclInit(nullptr), ACL_ERROR_INVALID_PARAM);
  const std::string messages = TakeMessages();
  EXPECT_THAT(messages, HasSubstr("Ascend910B3"));
  EXPECT_THAT(messages, HasSubstr("Ascend310P3"));
  EXPECT_EQ(aclrtSetDevice(0), ACL_ERROR_UNINITIALIZE);
}

}  // namespace
}  // namespace hostnn::harness
