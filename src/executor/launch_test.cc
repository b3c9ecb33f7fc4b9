// SPDX-License-Identifier: Apache-2.0
#include "executor/launch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/memory.h"

namespace hostnn {
namespace {

using testing::HasSubstr;

constexpr int64_t kCount = 16;

// out[i] = in[15 - i], a piece per element: sensitive to overlap.
struct Reverse {
  int64_t count;
};
void ReverseKernel(const KernelCall& call) {
  const auto* in = static_cast<const int32_t*>(call.addresses[0]);
  auto* out = static_cast<int32_t*>(call.addresses[1]);
  const auto& parameters = *static_cast<const Reverse*>(call.parameters);
  out[call.piece] = in[parameters.count - 1 - call.piece];
}

void FaultyKernel(const KernelCall& call) {
  call.faults->Add(
      {.count = 2, .first_index = 7 - call.piece, .first_value = call.piece});
}
std::string Describe(const void*, const TargetFaults::Found& found) {
  return FormatText("%lld at %lld, %lld in all",
                    static_cast<long long>(found.first_value),
                    static_cast<long long>(found.first_index),
                    static_cast<long long>(found.count));
}

PlanArgument Argument(const char* name, Role role, void* storage) {
  PlanArgument argument = {};
  argument.name = name;
  argument.role = role;
  argument.present = true;
  argument.storage = storage;
  argument.end_byte = kCount * 4;
  argument.element_size = 4;
  return argument;
}

class LaunchTest : public testing::Test {
 protected:
  LaunchTest() {
    void* memory = nullptr;
    EXPECT_TRUE(
        AllocateDevice(0, kBytes, PageSize::kNormal, true, &memory).ok());
    memory_ = static_cast<std::byte*>(memory);
    std::iota(Numbers(), Numbers() + kBytes / 4, 0);
  }
  ~LaunchTest() override { EXPECT_TRUE(FreeDevice(memory_).ok()); }

  int32_t* Numbers() const { return reinterpret_cast<int32_t*>(memory_); }

  static Plan MakePlan(const PlanArgument& in, const PlanArgument& out) {
    Plan plan("aclnnReverse");
    plan.AddArgument() = in;
    plan.AddArgument() = out;
    plan.MakeParameters<Reverse>() = {kCount};
    plan.SetKernel(ReverseKernel, {kCount, 0});
    return plan;
  }

  static Launch MakeLaunch(const Plan& plan) {
    return Launch(ExecutorPool::Instance().Make(plan));
  }

  static Status Prepare(const Plan& plan) { return MakeLaunch(plan).Bind(0); }

  static Status Run(const Plan& plan) {
    Launch launch = MakeLaunch(plan);
    HOSTNN_RETURN_IF_ERROR(launch.Bind(0));
    Stream stream(nullptr, 0);
    return launch.Run(stream);
  }

  static constexpr uint64_t kBytes = 1024;
  std::byte* memory_ = nullptr;
};

TEST_F(LaunchTest, RunsEveryPieceOnTheViewsFirstElements) {
  PlanArgument in = Argument("in", Role::kInput, memory_);
  in.first_byte = 8;
  in.end_byte = 8 + kCount * 4;
  ASSERT_TRUE(
      Run(MakePlan(in, Argument("out", Role::kOutput, memory_ + 512))).ok());
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(Numbers()[128 + i], 17 - i);
}

TEST_F(LaunchTest, OverlappingInputIsReadBeforeAnythingIsWritten) {
  ASSERT_TRUE(Run(MakePlan(Argument("in", Role::kInput, memory_),
                           Argument("out", Role::kOutput, memory_ + 20)))
                  .ok());
  for (int i = 0; i < kCount; ++i) EXPECT_EQ(Numbers()[5 + i], 15 - i);
}

TEST_F(LaunchTest, TheSameViewIsNotCopied) {
  PlanArgument in = Argument("in", Role::kInput, memory_);
  in.same_view_outputs = 1 << 1;
  Plan plan = MakePlan(in, Argument("out", Role::kOutput, memory_));
  plan.SetKernel(
      [](const KernelCall& call) {
        const bool in_place = call.addresses[0] == call.addresses[1];
        static_cast<int32_t*>(call.addresses[1])[0] = in_place ? 1 : 0;
      },
      {1, 0});
  ASSERT_TRUE(Run(plan).ok());
  EXPECT_EQ(Numbers()[0], 1);
}

TEST_F(LaunchTest, AddressesMustLieInOneLiveAllocationOfTheDevice) {
  const PlanArgument out = Argument("out", Role::kOutput, memory_);
  const auto refused = [&](void* storage) {
    const Status status =
        Prepare(MakePlan(Argument("in", Role::kInput, storage), out));
    EXPECT_EQ(status.code(), Code::kBadArgument);
    return status.message();
  };
  std::vector<int32_t> host(kCount);
  EXPECT_THAT(refused(nullptr), HasSubstr("in: expected an address, got NULL"));
  EXPECT_THAT(refused(memory_ + 2), HasSubstr("multiple of 4"));
  EXPECT_THAT(refused(host.data()), HasSubstr("allocation of device 0"));
  EXPECT_THAT(refused(memory_ + kBytes - 4 * kCount + 40),
              HasSubstr("inside the allocation"));
  EXPECT_THAT(refused(reinterpret_cast<void*>(~uintptr_t{0} - 3)),
              HasSubstr("in: expected"));

  void* freed = nullptr;
  ASSERT_TRUE(AllocateDevice(0, kBytes, PageSize::kNormal, true, &freed).ok());
  ASSERT_TRUE(FreeDevice(freed).ok());
  EXPECT_THAT(refused(freed), HasSubstr("allocation of device 0"));
}

TEST_F(LaunchTest, OnlyInputsMayReachIntoTheReservedTail) {
  std::byte* near_end = memory_ + kBytes - 4 * kCount + 16;
  EXPECT_TRUE(Prepare(MakePlan(Argument("in", Role::kInput, near_end),
                               Argument("out", Role::kOutput, memory_)))
                  .ok());
  EXPECT_FALSE(Prepare(MakePlan(Argument("in", Role::kInput, memory_),
                                Argument("out", Role::kOutput, near_end)))
                   .ok());
}

TEST_F(LaunchTest, UnusedAndEmptyArgumentsNeedNoAddress) {
  PlanArgument empty = Argument("empty", Role::kInput, nullptr);
  empty.end_byte = 0;
  Plan plan = MakePlan(Argument("in", Role::kInput, memory_),
                       Argument("out", Role::kOutput, memory_ + 512));
  plan.AddArgument() = Argument("unused", Role::kUnusedInput, nullptr);
  plan.AddArgument() = empty;
  EXPECT_TRUE(Run(plan).ok());
}

TEST_F(LaunchTest, ALaunchKeepsItsMemoryAfterItWasFreed) {
  void* extra = nullptr;
  ASSERT_TRUE(AllocateDevice(0, kBytes, PageSize::kNormal, true, &extra).ok());
  static_cast<int32_t*>(extra)[0] = 77;
  const uint64_t free_before = DeviceMemoryInfo(0).free;
  std::optional<Launch> launch =
      MakeLaunch(MakePlan(Argument("in", Role::kInput, extra),
                          Argument("out", Role::kOutput, memory_)));
  ASSERT_TRUE(launch->Bind(0).ok());
  ASSERT_TRUE(FreeDevice(extra).ok());
  EXPECT_EQ(DeviceMemoryInfo(0).free, free_before);
  Stream stream(nullptr, 0);
  ASSERT_TRUE(launch->Run(stream).ok());
  EXPECT_EQ(Numbers()[kCount - 1], 77);
  launch.reset();
  EXPECT_GT(DeviceMemoryInfo(0).free, free_before);
}

TEST_F(LaunchTest, FaultsOfAllPiecesBecomeOneStatusWithTheFirst) {
  Plan plan("aclnnFaulty");
  plan.SetKernel(FaultyKernel, {4, 0});
  EXPECT_TRUE(Run(plan).ok());
  plan.ReportTargetFaults(Describe);
  const Status status = Run(plan);
  EXPECT_EQ(status.code(), Code::kVectorCoreException);
  EXPECT_EQ(status.message(), "aclnnFaulty: 3 at 4, 8 in all");
}

}  // namespace
}  // namespace hostnn
