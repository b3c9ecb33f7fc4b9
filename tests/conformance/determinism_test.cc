// SPDX-License-Identifier: Apache-2.0
// The bits of a result depend on nothing but the values that go in.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/call.h"
#include "harness/device_buffer.h"
#include "harness/each_operator.h"
#include "harness/float_format.h"
#include "harness/random.h"
#include "harness/random_layout.h"
#include "harness/session.h"
#include "harness/test_settings.h"
#include "hostnn/hostnn.h"

namespace hostnn::harness {
namespace {

class DeterminismTest : public EachOperatorTest {
 protected:
  static Arguments MakeArguments(const CallOptions& options,
                                 uint64_t seed = TestSeed()) {
    Random random(seed);
    return op().oracle->RandomArguments(random, options);
  }

  static std::vector<uint8_t> Run(const Arguments& arguments,
                                  const std::vector<void*>& addresses = {}) {
    return BitsOf(op(), arguments, addresses);
  }
};

// The same tensors, laid out anew.
template <class Layout>
Arguments LaidOut(Arguments arguments, Layout layout) {
  for (Argument& argument : arguments) {
    if (!argument.IsTensor()) continue;
    const bool is_output = argument.kind == Argument::Kind::kOut;
    argument = WithView(
        argument, layout(argument.view.dtype, argument.view.shape, is_output));
  }
  return arguments;
}

TEST_P(DeterminismTest, BitsAreThoseOfEveryRun) {
  const Arguments arguments =
      MakeArguments({.size = CallSize::kManyElements, .ordinary_values = true});
  Call call(op(), arguments);
  std::vector<uint8_t> first;
  for (int64_t run = 0; run < RepetitionCount(100); ++run) {
    call.Upload();
    ASSERT_EQ(call.Launch(), 0) << TakeMessages();
    ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS);
    const std::vector<uint8_t> output = call.TakeOutput();
    if (run == 0) first = output;
    ASSERT_EQ(output, first) << "run " << run;
  }
}

TEST_P(DeterminismTest, BitsDoNotDependOnTheNumberOfThreads) {
  const ScopedThreadCount count_before;
  const Arguments arguments = MakeArguments({.size = CallSize::kManyElements});
  const std::vector<uint8_t> output = Run(arguments);
  for (const int32_t count : {1, 2, 3, 7, 16}) {
    ASSERT_EQ(hostnnSetThreadCount(count), ACL_SUCCESS);
    EXPECT_EQ(Run(arguments), output) << count << " threads";
  }
}

TEST_P(DeterminismTest, BitsDoNotDependOnTheLayout) {
  const auto contiguous = [](aclDataType dtype, const Dims& shape, bool) {
    return View::Contiguous(dtype, shape);
  };
  for (int64_t i = 0; i < RepetitionCount(200); ++i) {
    SCOPED_TRACE(::testing::Message() << "seed " << TestSeed() + i);
    const CallSize size = i % 20 == 0 ? CallSize::kLongRows : CallSize::kSmall;
    const Arguments arguments = MakeArguments({.size = size}, TestSeed() + i);
    const std::vector<uint8_t> output = Run(LaidOut(arguments, contiguous));
    ASSERT_EQ(Run(arguments), output);
    const RandomLayout layout(static_cast<uint32_t>(i),
                              /*expand_inputs=*/false);
    ASSERT_EQ(Run(LaidOut(arguments, layout)), output);
  }
}

// Every tensor at `misalignment` bytes behind a multiple of 64, or as near to
// that as its element type allows.
std::vector<void*> Misaligned(const std::vector<DeviceBuffer>& blocks,
                              const Arguments& arguments, size_t misalignment) {
  std::vector<void*> addresses;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const auto begin = reinterpret_cast<uintptr_t>(blocks[i].get());
    const size_t to_line = (64 - begin % 64) % 64;
    const size_t size = arguments[i].IsTensor()
                            ? ElementSize(arguments[i].view.dtype)
                            : size_t{1};
    addresses.push_back(blocks[i].At(to_line + misalignment / size * size));
  }
  return addresses;
}

TEST_P(DeterminismTest, BitsDoNotDependOnTheAlignment) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const int64_t length : {1, 67, 1031}) {
      const Arguments arguments =
          MakeArguments({.length = length, .dtype = dtype, .contiguous = true});
      std::vector<DeviceBuffer> blocks;
      for (const Argument& argument : arguments) {
        blocks.emplace_back(argument.data.size() + 128);
      }
      const std::vector<uint8_t> output = Run(arguments);
      for (size_t misalignment = 0; misalignment < 64; ++misalignment) {
        ASSERT_EQ(Run(arguments, Misaligned(blocks, arguments, misalignment)),
                  output)
            << "dtype " << dtype << ", length " << length << ", "
            << misalignment << " bytes behind a line";
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Each, DeterminismTest, OfEachOperator(),
                         NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
