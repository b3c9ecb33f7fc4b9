// SPDX-License-Identifier: Apache-2.0
#include "executor/launch.h"

#include <array>
#include <cstring>
#include <new>
#include <string>
#include <utility>

#include "base/settings.h"
#include "runtime/memory.h"
#include "runtime/thread_pool.h"

namespace hostnn {
namespace {

// Whether a run touches the argument's memory.
bool IsTouched(const PlanArgument& argument) {
  return argument.present && argument.role != Role::kUnusedInput &&
         argument.first_byte < argument.end_byte;
}

std::byte* FirstByte(const PlanArgument& argument) {
  return reinterpret_cast<std::byte*>(
      reinterpret_cast<uintptr_t>(argument.storage) +
      static_cast<uintptr_t>(argument.first_byte));
}

uint64_t ByteCount(const PlanArgument& argument) {
  return static_cast<uint64_t>(argument.end_byte - argument.first_byte);
}

// Finds the allocation that holds the argument's bytes on this device.
Status FindBlock(const PlanArgument& argument, int32_t device,
                 AllocationRef* block) {
  std::byte* const first = FirstByte(argument);
  const uint64_t bytes = ByteCount(argument);
  HOSTNN_CHECK(argument.storage != nullptr, Code::kBadArgument,
               "%s: expected an address, got NULL", argument.name);
  HOSTNN_CHECK(reinterpret_cast<uintptr_t>(first) %
                       static_cast<uintptr_t>(argument.element_size) ==
                   0,
               Code::kBadArgument,
               "%s: expected an address that is a multiple of %lld, got %p",
               argument.name, static_cast<long long>(argument.element_size),
               static_cast<void*>(first));
  *block = FindAllocation(first);
  const bool is_usable = *block != nullptr &&
                         (*block)->kind != Allocation::Kind::kHost &&
                         (*block)->device == device;
  HOSTNN_CHECK(
      is_usable, Code::kBadArgument,
      "%s: expected bytes inside a live allocation of device %d, got "
      "[%p,%p), which is %s",
      argument.name, device, static_cast<void*>(first),
      reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(first) + bytes),
      IsDeviceAddress(first)
          ? "device memory not allocated (any more) or another device's"
          : "host memory: copy it to memory of aclrtMalloc, or register it "
            "with aclrtHostRegister");
  // Programs exist that describe a little more than they allocated; reading
  // the reserved tail is harmless.
  const uint64_t limit =
      argument.role == Role::kOutput ? (*block)->size : (*block)->readable_size;
  return CheckInside(**block, limit, argument.name, first, bytes,
                     Code::kBadArgument);
}

bool Overlap(const PlanArgument& a, const PlanArgument& b) {
  return FirstByte(a) < FirstByte(b) + ByteCount(b) &&
         FirstByte(b) < FirstByte(a) + ByteCount(a);
}

// Whether writing the plan's output could change what is read of this input
// later. Exactly the same view is safe: each element is read before its result
// is written.
bool MustCopy(const Plan& plan, const PlanArgument& input) {
  for (int i = 0; i < plan.argument_count(); ++i) {
    const PlanArgument& output = plan.argument(i);
    if (output.role != Role::kOutput || !IsTouched(output)) continue;
    const bool same_view = (input.same_view_outputs >> i & 1) != 0 &&
                           FirstByte(input) == FirstByte(output);
    if (!same_view && Overlap(input, output)) return true;
  }
  return false;
}

class Launch : public Work {
 public:
  explicit Launch(const Plan& plan)
      : plan_(plan), reports_faults_(TargetCheckEnabled()) {}

  // Checks one argument and takes hold of its memory.
  Status Bind(int i, int32_t device) {
    const PlanArgument& argument = plan_.argument(i);
    if (!IsTouched(argument)) return Status();
    HOSTNN_RETURN_IF_ERROR(FindBlock(argument, device, &blocks_[i]));
    addresses_[i] = FirstByte(argument);
    return Status();
  }

  // Provides the copy of an input that the output would overwrite.
  Status BindCopy(int i) {
    const PlanArgument& argument = plan_.argument(i);
    if (argument.role == Role::kOutput || !IsTouched(argument) ||
        !MustCopy(plan_, argument)) {
      return Status();
    }
    copies_[i].reset(new (std::nothrow) std::byte[ByteCount(argument)]);
    HOSTNN_CHECK(copies_[i] != nullptr, Code::kRuntimeError,
                 "%s: expected %llu bytes for a copy, as the output overlaps "
                 "it, but memory has run out",
                 argument.name,
                 static_cast<unsigned long long>(ByteCount(argument)));
    return Status();
  }

  Status Run(Stream&) override {
    for (int i = 0; i < plan_.argument_count(); ++i) {
      if (copies_[i] == nullptr) continue;
      std::memcpy(copies_[i].get(), addresses_[i],
                  ByteCount(plan_.argument(i)));
      addresses_[i] = copies_[i].get();
    }
    TargetFaults faults;
    ThreadPool::Instance().ParallelFor(
        plan_.piece_count(), plan_.nanoseconds(), [&](int64_t piece) {
          plan_.kernel()({.parameters = plan_.parameters(),
                          .addresses = addresses_.data(),
                          .piece = piece,
                          .faults = &faults});
        });
    if (faults.found().count == 0 || !reports_faults_ ||
        plan_.describe_faults() == nullptr) {
      return Status();
    }
    const std::string text =
        plan_.describe_faults()(plan_.parameters(), faults.found());
    return Status::Format(Code::kVectorCoreException, "%s: %s",
                          plan_.operator_name(), text.c_str());
  }

 private:
  const Plan plan_;
  const bool reports_faults_;
  std::array<void*, kMaxArguments> addresses_{};
  std::array<AllocationRef, kMaxArguments> blocks_;  // kept until here
  std::array<std::unique_ptr<std::byte[]>, kMaxArguments> copies_;
};

}  // namespace

Status MakeLaunch(const Plan& plan, int32_t device,
                  std::unique_ptr<Work>* work) {
  auto launch = std::make_unique<Launch>(plan);
  for (int i = 0; i < plan.argument_count(); ++i) {
    HOSTNN_RETURN_IF_ERROR(launch->Bind(i, device));
  }
  for (int i = 0; i < plan.argument_count(); ++i) {
    HOSTNN_RETURN_IF_ERROR(launch->BindCopy(i));
  }
  *work = std::move(launch);
  return Status();
}

}  // namespace hostnn
