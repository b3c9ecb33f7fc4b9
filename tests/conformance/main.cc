// SPDX-License-Identifier: Apache-2.0
// Starts the conformance tests with the library initialised and device 0 set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/session.h"

// Sanitizers let an allocation that is far too large fail, as it does without
// them; they ask these functions for their settings.
extern "C" const char* __asan_default_options() {
  return "allocator_may_return_null=1";
}
extern "C" const char* __tsan_default_options() {
  return "allocator_may_return_null=1";
}

int main(int argc, char** argv) {
  ::testing::InitGoogleMock(&argc, argv);
  ::testing::AddGlobalTestEnvironment(new hostnn::harness::SessionEnvironment);
  return RUN_ALL_TESTS();
}
