// SPDX-License-Identifier: Apache-2.0
// Every buffer of a call against a page that may not be touched: once with its
// end, once with its beginning.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/device_buffer.h"
#include "harness/each_operator.h"
#include "harness/judgement.h"
#include "harness/random.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

constexpr aclDataType kTypes[] = {ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

// A block of device memory: places for buffers, between pages without access.
class GuardedBlock {
 public:
  static constexpr size_t kPlaceCount = 8;

  explicit GuardedBlock(size_t bytes_of_a_place)
      : page_(static_cast<size_t>(sysconf(_SC_PAGESIZE))),
        place_((bytes_of_a_place + page_ - 1) / page_ * page_),
        block_((place_ + page_) * kPlaceCount + 2 * page_) {
    const auto address = reinterpret_cast<uintptr_t>(block_.get());
    first_guard_ = (page_ - address % page_) % page_;
    Protect(PROT_NONE);
  }
  GuardedBlock(const GuardedBlock&) = delete;
  GuardedBlock& operator=(const GuardedBlock&) = delete;
  ~GuardedBlock() { Protect(PROT_READ | PROT_WRITE); }

  // The first address of a place, ...
  void* Begin(size_t place) const { return block_.At(Guard(place) + page_); }
  // ... and where to put so many bytes for them to end at its last.
  void* BeforeEnd(size_t place, size_t byte_count) const {
    return block_.At(Guard(place + 1) - byte_count);
  }
  size_t bytes_of_a_place() const { return place_; }

 private:
  size_t Guard(size_t place) const {
    return first_guard_ + place * (place_ + page_);
  }
  void Protect(int access) const {
    for (size_t place = 0; place <= kPlaceCount; ++place) {
      EXPECT_EQ(mprotect(block_.At(Guard(place)), page_, access), 0);
    }
  }

  size_t page_;
  size_t place_;
  DeviceBuffer block_;
  size_t first_guard_ = 0;
};

class GuardPageTest : public EachOperatorTest {
 protected:
  // Nothing but the views' elements, up to the guards.
  static void ExpectRightBetweenGuards(const GuardedBlock& block,
                                       const CallOptions& options,
                                       uint64_t seed);
};

void GuardPageTest::ExpectRightBetweenGuards(const GuardedBlock& block,
                                             const CallOptions& options,
                                             uint64_t seed) {
  Random random(seed);
  Arguments arguments = op().oracle->RandomArguments(random, options);
  std::vector<void*> before_guards;
  std::vector<void*> behind_guards;
  for (Argument& argument : arguments) {
    if (argument.IsTensor()) argument = Trimmed(argument);
    ASSERT_LE(argument.data.size(), block.bytes_of_a_place());
    const size_t place = before_guards.size();
    before_guards.push_back(block.BeforeEnd(place, argument.data.size()));
    behind_guards.push_back(block.Begin(place));
  }
  ExpectRightCall(op(), arguments, before_guards);
  ExpectRightCall(op(), arguments, behind_guards);
}

TEST_P(GuardPageTest, ShortTensorsAreNotReadOrWrittenPastTheirEnds) {
  const GuardedBlock block(size_t{64} << 10);
  for (const aclDataType dtype : kTypes) {
    for (int64_t length = 1; length <= 70; ++length) {
      SCOPED_TRACE(::testing::Message()
                   << "dtype " << dtype << ", length " << length);
      for (const bool contiguous : {true, false}) {
        ExpectRightBetweenGuards(
            block, {.length = length, .dtype = dtype, .contiguous = contiguous},
            TestSeed() + static_cast<uint64_t>(length));
        if (HasFailure()) return;
      }
    }
  }
}

TEST_P(GuardPageTest, LongTensorsAreNotReadOrWrittenPastTheirEnds) {
  const GuardedBlock block(size_t{8} << 20);
  for (uint64_t seed = TestSeed(); seed < TestSeed() + 8; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    ExpectRightBetweenGuards(block, {.size = CallSize::kLongRows}, seed);
    if (HasFailure()) return;
  }
}

INSTANTIATE_TEST_SUITE_P(Each, GuardPageTest, OfEachOperator(), NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
