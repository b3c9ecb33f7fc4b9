// SPDX-License-Identifier: Apache-2.0
// Starts the conformance tests with the library initialised and device 0 set.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/session.h"

int main(int argc, char** argv) {
  ::testing::InitGoogleMock(&argc, argv);
  ::testing::AddGlobalTestEnvironment(new hostnn::harness::SessionEnvironment);
  return RUN_ALL_TESTS();
}
