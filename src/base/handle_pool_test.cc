// SPDX-License-Identifier: Apache-2.0
#include "base/handle_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <stdexcept>
#include <thread>

namespace hostnn {
namespace {

// An object that counts how many of it live. Its kind is one that no test of
// this program uses otherwise.
struct Counted {
  static constexpr HandleKind kHandleKind = HandleKind{30};
  static inline std::atomic<int> alive{0};

  explicit Counted(int number) : value(number) {
    if (number < 0) throw std::runtime_error("refused");
    ++alive;
  }
  ~Counted() { --alive; }
  int value;
};

struct Other {
  static constexpr HandleKind kHandleKind = HandleKind{31};
};

HandlePool<Counted>& Pool() { return HandlePool<Counted>::Instance(); }

TEST(HandlePoolTest, FindsWhatWasCreated) {
  const void* handle = Pool().Create(7).handle();
  EXPECT_EQ(Pool().Find(handle)->value, 7);
  EXPECT_TRUE(Pool().Remove(handle));
}

TEST(HandlePoolTest, ARemovedHandleIsStaleForGood) {
  const void* handle = Pool().Create(1).handle();
  EXPECT_TRUE(Pool().Remove(handle));
  EXPECT_FALSE(Pool().Find(handle));
  EXPECT_FALSE(Pool().Remove(handle));
  const void* successor = Pool().Create(2).handle();
  EXPECT_NE(successor, handle);
  EXPECT_FALSE(Pool().Find(handle));
  EXPECT_TRUE(Pool().Remove(successor));
}

TEST(HandlePoolTest, TheObjectLivesUntilTheLastReferenceGoes) {
  const int before = Counted::alive;
  Ref<Counted> ref = Pool().Create(3);
  EXPECT_TRUE(Pool().Remove(ref.handle()));
  Ref<Counted> copy = ref;
  ref = Ref<Counted>();
  EXPECT_EQ(Counted::alive, before + 1);
  EXPECT_EQ(copy->value, 3);
  copy = Ref<Counted>();
  EXPECT_EQ(Counted::alive, before);
}

TEST(HandlePoolTest, NullForeignAndMadeUpHandlesAreNotFound) {
  const void* foreign = HandlePool<Other>::Instance().Create().handle();
  int local = 0;
  EXPECT_FALSE(Pool().Find(nullptr));
  EXPECT_FALSE(Pool().Find(foreign));
  EXPECT_FALSE(Pool().Find(&local));
  for (uint64_t bits = 1; bits != 0; bits <<= 1) {
    EXPECT_FALSE(Pool().Find(reinterpret_cast<void*>(bits)));
    EXPECT_FALSE(Pool().Find(reinterpret_cast<void*>(~bits)));
  }
  EXPECT_TRUE(HandlePool<Other>::Instance().Remove(foreign));
}

TEST(HandlePoolTest, WhatIsMadeIsFoundOncePublished) {
  const int before = Counted::alive;
  Ref<Counted> made = Pool().Make(5);
  EXPECT_FALSE(Pool().Find(made.handle()));
  const void* unpublished = made.handle();
  made = Ref<Counted>();
  EXPECT_EQ(Counted::alive, before);
  EXPECT_FALSE(Pool().Find(unpublished));

  const void* handle = Pool().Publish(Pool().Make(6));
  EXPECT_EQ(Pool().Find(handle)->value, 6);
  EXPECT_TRUE(Pool().Remove(handle));
  EXPECT_EQ(Counted::alive, before);
}

TEST(HandlePoolTest, WhatIsTakenIsNotFoundAgainUnlessItIsKept) {
  const int before = Counted::alive;
  const void* handle = Pool().Publish(Pool().Make(7));
  EXPECT_EQ(Pool().Take(handle)->value, 7);
  EXPECT_FALSE(Pool().Take(handle));
  EXPECT_FALSE(Pool().Contains(handle));
  EXPECT_EQ(Counted::alive, before);

  handle = Pool().Publish(Pool().Make(8));
  const Ref<Counted> kept = Pool().Find(handle);
  EXPECT_FALSE(Pool().IsKept(kept));
  Pool().Keep(kept);
  EXPECT_TRUE(Pool().IsKept(kept));
  EXPECT_TRUE(Pool().Take(handle) == kept);
  EXPECT_TRUE(Pool().Contains(handle));
  EXPECT_TRUE(Pool().Remove(handle));
  // The next object of the slot is not kept.
  handle = Pool().Publish(Pool().Make(9));
  EXPECT_TRUE(Pool().Take(handle));
  EXPECT_FALSE(Pool().Take(handle));
}

TEST(HandlePoolTest, ReadingWithoutAReferenceTellsWhatIsStale) {
  const void* handle = Pool().Publish(Pool().Make(10));
  int value = 0;
  const auto read = [&value](const Counted& object) { value = object.value; };
  EXPECT_TRUE(Pool().ReadUnreferenced(handle, read));
  EXPECT_EQ(value, 10);
  EXPECT_FALSE(Pool().ReadUnreferenced(
      handle, [&](const Counted&) { Pool().Remove(handle); }));
  EXPECT_FALSE(Pool().ReadUnreferenced(handle, read));
  EXPECT_FALSE(Pool().ReadUnreferenced(nullptr, read));
}

TEST(HandlePoolTest, AThrowingConstructorLeavesNothingBehind) {
  const int before = Counted::alive;
  EXPECT_THROW(Pool().Create(-1), std::runtime_error);
  EXPECT_EQ(Counted::alive, before);
}

TEST(HandlePoolTest, ManyLiveHandlesAreAllDifferent) {
  std::set<const void*> handles;
  for (int i = 0; i < 2000; ++i) handles.insert(Pool().Create(i).handle());
  EXPECT_EQ(handles.size(), 2000u);
  EXPECT_GE(Pool().All().size(), 2000u);
  for (const void* handle : handles) EXPECT_TRUE(Pool().Remove(handle));
  EXPECT_TRUE(Pool().All().empty());
}

TEST(HandlePoolTest, OfManyThreadsOneRemoves) {
  for (int round = 0; round < 200; ++round) {
    const void* handle = Pool().Create(round).handle();
    std::atomic<int> removed{0};
    std::thread threads[4];
    for (std::thread& thread : threads) {
      thread = std::thread([&] {
        if (const Ref<Counted> ref = Pool().Find(handle); ref) {
          EXPECT_EQ(ref->value, round);
        }
        removed += Pool().Remove(handle) ? 1 : 0;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(removed, 1);
  }
}

}  // namespace
}  // namespace hostnn
