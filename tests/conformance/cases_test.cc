// SPDX-License-Identifier: Apache-2.0
// Every line of tests/cases against the library: status, message, values, and
// what must not be touched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "harness/call.h"
#include "harness/case.h"
#include "harness/device_buffer.h"
#include "harness/float_format.h"
#include "harness/operators.h"
#include "harness/session.h"
#include "harness/stream.h"

namespace hostnn::harness {

// How gtest prints a case.
void PrintTo(const Case& value, std::ostream* out) { *out << value.name; }

namespace {

// One block of device memory in which the storages of a case lie at odd element
// offsets, as a caching allocator deals them.
class SharedBlock {
 public:
  explicit SharedBlock(const Arguments& arguments) {
    size_t end = 0;
    for (const Argument& argument : arguments) {
      const size_t odd = 2 * (places_.size() % 4) + 1;
      const size_t begin =
          (end + 63) / 64 * 64 + odd * ElementSize(argument.view.dtype);
      end = begin + argument.data.size();
      places_.push_back({begin, end});
    }
    block_ = DeviceBuffer(std::vector<uint8_t>(end + 3, kFiller));
  }

  std::vector<void*> Addresses() const {
    std::vector<void*> addresses;
    for (const Place& place : places_) {
      addresses.push_back(block_.At(place.begin));
    }
    return addresses;
  }

  void ExpectGapsAreUntouched() const {
    std::vector<uint8_t> bytes = block_.Read();
    for (const Place& place : places_) {
      std::fill(&bytes[place.begin], &bytes[place.end], kFiller);
    }
    EXPECT_EQ(bytes, std::vector<uint8_t>(bytes.size(), kFiller))
        << "bytes between the tensors have changed";
  }

 private:
  static constexpr uint8_t kFiller = 0x5a;
  struct Place {
    size_t begin;
    size_t end;
  };
  std::vector<Place> places_;
  DeviceBuffer block_;
};

struct Setting {
  bool in_one_block = false;
  bool on_stream = false;
  bool destroy_early = false;  // tensors, right after phase two
};

// One case against the library, on the calling thread.
class CaseRun {
 public:
  explicit CaseRun(const Case& value) : case_(value) {}

  void Run(const Setting& setting) const;

 private:
  void ExpectRefusal(aclnnStatus status) const;
  void ExpectValues(const std::vector<uint8_t>& output,
                    aclDataType dtype) const;

  const Case& case_;
};

void CaseRun::ExpectRefusal(aclnnStatus status) const {
  EXPECT_EQ(status, case_.phase1);
  const std::string message = TakeMessages();
  EXPECT_THAT(message, ::testing::HasSubstr(case_.op));
  for (const std::string& part : case_.messages) {
    EXPECT_THAT(message, ::testing::HasSubstr(part));
  }
}

void CaseRun::ExpectValues(const std::vector<uint8_t>& output,
                           aclDataType dtype) const {
  const size_t size = ElementSize(dtype);
  const std::vector<long double>& exact = case_.exact;
  ASSERT_EQ(output.size(), exact.size() * size);
  for (size_t i = 0; i < exact.size(); ++i) {
    const void* element = &output[i * size];
    ASSERT_LE(UlpDistance(dtype, element, exact[i]), case_.ulp)
        << "element " << i << ": got " << ToDouble(dtype, element) << ", exact "
        << exact[i];
  }
}

void CaseRun::Run(const Setting& setting) const {
  const Operator* op = FindOperator(case_.op);
  ASSERT_NE(op, nullptr) << case_.op << " has no case file";
  std::optional<SharedBlock> block;
  if (setting.in_one_block) block.emplace(case_.arguments);
  Call call(*op, case_.arguments,
            block ? block->Addresses() : std::vector<void*>());

  TakeMessages();
  uint64_t workspace_size = 4711;
  auto* const untouched = reinterpret_cast<aclOpExecutor*>(&workspace_size);
  aclOpExecutor* executor = untouched;
  const aclnnStatus status = call.Plan(&workspace_size, &executor);
  if (case_.phase1 != 0) {
    ExpectRefusal(status);
    EXPECT_EQ(workspace_size, 4711u);
    EXPECT_EQ(executor, untouched);
    return;
  }
  ASSERT_EQ(status, 0) << TakeMessages();
  ASSERT_NE(executor, untouched);

  std::optional<Stream> own;
  if (setting.on_stream) own.emplace();
  const aclrtStream stream = own ? own->get() : nullptr;
  EXPECT_EQ(call.Run(workspace_size, executor, stream), 0) << TakeMessages();
  if (setting.destroy_early) call.DestroyTensors();
  SynchronizeCall(*op, stream, case_.fault);
  ExpectValues(call.TakeOutput(), OutputOf(case_.arguments).view.dtype);
  if (block) block->ExpectGapsAreUntouched();
}

// Equal but for rounding to the digits of the files, and for what is 0 in every
// type.
bool IsClose(long double a, long double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::fabs(a - b) <= 1e-17L * std::fabs(b) + 0x1p-1074L;
}

class CasesTest : public ::testing::TestWithParam<Case> {
 protected:
  static void Run(const Setting& setting) {
    const ScopedSoc soc(GetParam().soc);
    CaseRun(GetParam()).Run(setting);
  }
};

TEST_P(CasesTest, HoldsOnTheDefaultStream) { Run({}); }

TEST_P(CasesTest, HoldsOnAStreamOfItsOwn) { Run({.on_stream = true}); }

TEST_P(CasesTest, HoldsAtOddOffsetsInsideALargerBlock) {
  Run({.in_one_block = true});
}

TEST_P(CasesTest, HoldsWhenTensorsAreDestroyedRightAfterPhaseTwo) {
  Run({.in_one_block = true, .on_stream = true, .destroy_early = true});
}

// The product is the process's, so the cases for another one stay out.
TEST(CasesTogetherTest, HoldOnEightThreadsEachWithAStreamOfItsOwn) {
  const std::vector<Case> cases = ReadCases(HOSTNN_CASES_FOLDER);
  const int device_count = DeviceCount();
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&cases, device_count, i] {
      ASSERT_EQ(aclrtSetDevice(i % device_count), ACL_SUCCESS);
      for (const Case& value : cases) {
        if (!value.soc.empty()) continue;
        SCOPED_TRACE(value.name);
        CaseRun(value).Run({.in_one_block = i % 2 == 1, .on_stream = true});
      }
      EXPECT_EQ(aclrtResetDevice(i % device_count), ACL_SUCCESS);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// So that neither can be wrong alone.
TEST(CasesTogetherTest, AreWhatTheOraclesExpect) {
  for (const Case& value : ReadCases(HOSTNN_CASES_FOLDER)) {
    if (value.phase1 != 0) continue;
    SCOPED_TRACE(value.name);
    const Operator* op = FindOperator(value.op);
    ASSERT_NE(op, nullptr) << value.op << " has no case file";
    const Expectation expected = op->oracle->Expect(value.arguments);
    EXPECT_EQ(expected.fault, value.fault);
    EXPECT_LE(value.ulp,
              op->oracle->PromisedUlp(OutputOf(value.arguments).view.dtype));
    ASSERT_EQ(expected.elements.size(), value.exact.size());
    for (size_t i = 0; i < value.exact.size(); ++i) {
      ASSERT_TRUE(IsClose(expected.elements[i].exact, value.exact[i]))
          << "element " << i << ": " << expected.elements[i].exact << " and "
          << value.exact[i];
    }
  }
}

std::string NameOfCase(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.name;
  for (char& letter : name) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0) letter = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(Exact, CasesTest,
                         ::testing::ValuesIn(ReadCases(HOSTNN_CASES_FOLDER)),
                         NameOfCase);

}  // namespace
}  // namespace hostnn::harness
