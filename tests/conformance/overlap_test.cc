// SPDX-License-Identifier: Apache-2.0
// Inputs that share memory with the output: the result is as if all of them had
// been read before anything is written.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/call.h"
#include "harness/device_buffer.h"
#include "harness/each_operator.h"
#include "harness/float_format.h"
#include "harness/random.h"
#include "harness/session.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

class OverlapTest : public EachOperatorTest {
 protected:
  // The output's elements when argument `input` lies `shift` bytes behind the
  // beginning of the output.
  static std::vector<uint8_t> RunOverlapped(const Arguments& arguments,
                                            size_t input, size_t shift);
  static void ExpectAsIfApart(const Arguments& arguments);
};

std::vector<uint8_t> OverlapTest::RunOverlapped(const Arguments& arguments,
                                                size_t input, size_t shift) {
  std::vector<DeviceBuffer> buffers;
  std::vector<void*> addresses;
  size_t output = 0;
  for (size_t i = 0; i < arguments.size(); ++i) {
    buffers.emplace_back(arguments[i].data.size());
    addresses.push_back(buffers[i].get());
    if (arguments[i].kind == Argument::Kind::kOut) output = i;
  }
  const std::vector<uint8_t>& data = arguments[input].data;
  const DeviceBuffer both(shift + data.size() + arguments[output].data.size());
  addresses[output] = both.get();
  addresses[input] = both.At(shift);
  Call call(op(), arguments, addresses);
  EXPECT_EQ(aclrtMemcpy(both.At(shift), data.size(), data.data(), data.size(),
                        ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  EXPECT_EQ(call.Launch(), 0) << TakeMessages();
  EXPECT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << TakeMessages();
  return ElementBytes(arguments[output].view, both.Read());
}

void OverlapTest::ExpectAsIfApart(const Arguments& arguments) {
  const std::vector<uint8_t> apart = RunCall(op(), arguments);
  for (size_t input = 0; input < arguments.size(); ++input) {
    const Argument& argument = arguments[input];
    if (argument.kind != Argument::Kind::kTensor || argument.data.empty()) {
      continue;
    }
    const size_t size = ElementSize(argument.view.dtype);
    for (const size_t shift : {size_t{0}, size, 3 * size, 64 * size}) {
      ASSERT_EQ(RunOverlapped(arguments, input, shift), apart)
          << argument.name << ", " << shift << " bytes behind the output";
    }
  }
}

TEST_P(OverlapTest, ResultsAreAsIfInputsAndOutputWereApart) {
  for (int64_t i = 0; i < RepetitionCount(100); ++i) {
    const uint64_t seed = TestSeed() + static_cast<uint64_t>(i);
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    ExpectAsIfApart(
        op().oracle->RandomArguments(random, {.ordinary_values = true}));
    if (HasFailure()) return;
  }
}

TEST_P(OverlapTest, SoTheyAreWhenSeveralThreadsTakePart) {
  Random random(TestSeed());
  ExpectAsIfApart(op().oracle->RandomArguments(
      random, {.size = CallSize::kManyElements, .ordinary_values = true}));
}

INSTANTIATE_TEST_SUITE_P(Each, OverlapTest, OfEachOperator(), NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
