// SPDX-License-Identifier: Apache-2.0
// Every line of tests/cases against the library: status, message, values, and
// what must not be touched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
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

// The storages of a case in device memory: each in an allocation of its own, or
// all in one block at odd element offsets, as a caching allocator deals them.
class Storages {
 public:
  Storages(const Case& value, bool in_one_block) {
    for (const CaseArgument& argument : value.arguments) {
      if (!argument.IsTensor()) {
        places_.push_back({});
        continue;
      }
      if (!in_one_block || images_.empty()) images_.emplace_back();
      std::vector<uint8_t>& image = images_.back();
      if (in_one_block) {
        const size_t odd = 2 * (places_.size() % 4) + 1;
        image.resize((image.size() + 63) / 64 * 64 +
                         odd * ElementSize(argument.view.dtype),
                     kFiller);
      }
      places_.push_back({images_.size() - 1, image.size()});
      image.insert(image.end(), argument.data.begin(), argument.data.end());
      if (in_one_block) image.insert(image.end(), 3, kFiller);
    }
    for (const auto& image : images_) blocks_.emplace_back(image);
  }

  void* Address(size_t argument) const {
    const Place& place = places_[argument];
    const DeviceBuffer& block = blocks_[place.block];
    return block.get() == nullptr ? nullptr : block.At(place.byte_offset);
  }

  // The bytes of the output's view, element by element. Everything else must be
  // as it was.
  std::vector<uint8_t> TakeOutput(size_t argument, const View& view) {
    const size_t size = ElementSize(view.dtype);
    std::vector<uint8_t> output;
    for (size_t block = 0; block < blocks_.size(); ++block) {
      const std::vector<uint8_t> now = blocks_[block].Read();
      if (block == places_[argument].block) {
        for (const int64_t index : view.Indices()) {
          const size_t at = places_[argument].byte_offset + index * size;
          output.insert(output.end(), &now[at], &now[at] + size);
          std::copy_n(&now[at], size, &images_[block][at]);
        }
      }
      EXPECT_EQ(now, images_[block]) << "bytes outside the output have changed";
    }
    return output;
  }

 private:
  static constexpr uint8_t kFiller = 0x5a;
  struct Place {
    size_t block = 0;
    size_t byte_offset = 0;
  };
  std::vector<Place> places_;
  std::vector<std::vector<uint8_t>> images_;
  std::vector<DeviceBuffer> blocks_;
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
  void Synchronize(aclrtStream stream) const;

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

void CaseRun::Synchronize(aclrtStream stream) const {
  TakeMessages();
  if (!case_.fault) {
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS) << TakeMessages();
    return;
  }
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_THAT(TakeMessages(), ::testing::HasSubstr(case_.op));
  EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
}

void CaseRun::Run(const Setting& setting) const {
  const Case& value = case_;
  const Operator* op = FindOperator(value.op);
  ASSERT_NE(op, nullptr) << value.op << " is not in tests/harness/operators.cc";
  Storages storages(value, setting.in_one_block);
  std::vector<Tensor> tensors(value.arguments.size());
  std::vector<ArgumentValue> values(value.arguments.size());
  size_t out = 0;
  for (size_t i = 0; i < value.arguments.size(); ++i) {
    const CaseArgument& argument = value.arguments[i];
    values[i].integer = argument.integer;
    if (!argument.IsTensor()) continue;
    tensors[i] = Tensor(argument.view, storages.Address(i));
    values[i].tensor = tensors[i].get();
    if (argument.kind == CaseArgument::Kind::kOut) out = i;
  }

  TakeMessages();
  uint64_t workspace_size = 4711;
  auto* const untouched = reinterpret_cast<aclOpExecutor*>(&workspace_size);
  aclOpExecutor* executor = untouched;
  const aclnnStatus status = op->plan(values, &workspace_size, &executor);
  if (value.phase1 != 0) {
    ExpectRefusal(status);
    EXPECT_EQ(workspace_size, 4711u);
    EXPECT_EQ(executor, untouched);
    return;
  }
  ASSERT_EQ(status, 0) << TakeMessages();
  ASSERT_NE(executor, untouched);

  const DeviceBuffer workspace(workspace_size);
  std::optional<Stream> own;
  if (setting.on_stream) own.emplace();
  const aclrtStream stream = own ? own->get() : nullptr;
  EXPECT_EQ(op->run(workspace.get(), workspace_size, executor, stream), 0)
      << TakeMessages();
  if (setting.destroy_early) tensors.clear();
  Synchronize(stream);
  const View& view = value.arguments[out].view;
  ExpectValues(storages.TakeOutput(out, view), view.dtype);
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
