// SPDX-License-Identifier: Apache-2.0
// Prints a number made of the bits of random calls of every operator;
// result_hash_test.cc runs it under different settings. With the argument
// unusual_float_modes it sets such before it first calls the library.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <string_view>
#include <vector>

#include "acl/acl.h"
#include "harness/call.h"
#include "harness/float_modes.h"
#include "harness/operators.h"
#include "harness/random.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

struct ChosenCall {
  const Operator* op;
  Arguments arguments;
};

CallSize SizeOfCall(int64_t number) {
  if (number % 75 == 0) return CallSize::kManyElements;
  return number % 10 == 0 ? CallSize::kLongRows : CallSize::kSmall;
}

std::vector<ChosenCall> ChooseCalls() {
  std::vector<ChosenCall> calls;
  for (const Operator* op : AllOperators()) {
    for (int64_t i = 0; i < RepetitionCount(150); ++i) {
      Random random(TestSeed() + static_cast<uint64_t>(i));
      calls.push_back(
          {op, op->oracle->RandomArguments(random, {.size = SizeOfCall(i)})});
    }
  }
  return calls;
}

uint64_t HashOfResults(const std::vector<ChosenCall>& calls) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const ChosenCall& chosen : calls) {
    for (const uint8_t byte : BitsOf(*chosen.op, chosen.arguments)) {
      hash = (hash ^ byte) * 0x100000001b3u;
    }
  }
  return hash;
}

}  // namespace
}  // namespace hostnn::harness

int main(int argc, char** argv) {
  GTEST_FLAG_SET(throw_on_failure, true);
  ::testing::InitGoogleTest(&argc, argv);
  const auto calls = hostnn::harness::ChooseCalls();
  if (argc > 1 && std::string_view(argv[1]) == "unusual_float_modes") {
    hostnn::harness::SetUnusualFloatModes();
  }
  if (aclInit(nullptr) != ACL_SUCCESS) return 1;
  if (aclrtSetDevice(0) != ACL_SUCCESS) return 1;
  const uint64_t hash = hostnn::harness::HashOfResults(calls);
  std::printf("%016llx\n", static_cast<unsigned long long>(hash));
  if (aclrtResetDevice(0) != ACL_SUCCESS) return 1;
  return aclFinalize() == ACL_SUCCESS ? 0 : 1;
}
