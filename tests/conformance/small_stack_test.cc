// SPDX-License-Identifier: Apache-2.0
// How much of the calling thread's stack operators need where they run on it.
#include <gtest/gtest.h>
#include <pthread.h>

#include <cstddef>
#include <cstdint>

#include "harness/call.h"
#include "harness/each_operator.h"
#include "harness/random.h"
#include "harness/session.h"
#include "harness/test_settings.h"

namespace hostnn::harness {
namespace {

// docs/compatibility.md promises that it will do; sanitizers take more.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr size_t kStackBytes = 512 << 10;
#else
constexpr size_t kStackBytes = 64 << 10;
#endif

class SmallStackTest : public EachOperatorTest {
 protected:
  // Body() on a thread with that much stack, which ends in a page that cannot
  // be touched.
  template <class Body>
  static void RunOnSmallStack(Body body) {
    pthread_attr_t attributes;
    ASSERT_EQ(pthread_attr_init(&attributes), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, kStackBytes), 0);
    pthread_t thread;
    const auto run = [](void* argument) -> void* {
      (*static_cast<Body*>(argument))();
      return nullptr;
    };
    ASSERT_EQ(pthread_create(&thread, &attributes, run, &body), 0);
    ASSERT_EQ(pthread_join(thread, nullptr), 0);
    ASSERT_EQ(pthread_attr_destroy(&attributes), 0);
  }
};

TEST_P(SmallStackTest, IsEnoughForCallsOfAnyKind) {
  for (int64_t i = 0; i < RepetitionCount(60); ++i) {
    const uint64_t seed = TestSeed() + static_cast<uint64_t>(i);
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const CallSize size = i % 3 == 0 ? CallSize::kLongRows : CallSize::kSmall;
    const Arguments arguments =
        op().oracle->RandomArguments(random, {.size = size});
    Call call(op(), arguments);
    call.Upload();
    aclnnStatus status = -1;
    RunOnSmallStack([&] {
      if (aclrtSetDevice(0) != ACL_SUCCESS) return;
      status = call.Launch();
      // Some targets may be out of range.
      static_cast<void>(aclrtSynchronizeStream(nullptr));
    });
    ASSERT_EQ(status, 0);
    ASSERT_EQ(call.TakeOutput(), BitsOf(op(), arguments));
  }
}

INSTANTIATE_TEST_SUITE_P(Each, SmallStackTest, OfEachOperator(),
                         NameOfOperator);

}  // namespace
}  // namespace hostnn::harness
