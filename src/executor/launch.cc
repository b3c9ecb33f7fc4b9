// SPDX-License-Identifier: Apache-2.0
#include "executor/launch.h"

#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "base/settings.h"
#include "base/spin_lock.h"
#include "runtime/thread_pool.h"

namespace hostnn {
namespace {

// Memory that launches were in, for the next ones.
struct FreeLaunch {
  FreeLaunch* next;
};
constinit SpinLock free_launches_lock;  // guards free_launches
constinit FreeLaunch* free_launches = nullptr;

// Whether a run touches the argument's memory.
bool IsTouched(const PlanArgument& argument) {
  return argument.present && argument.role != Role::kUnusedInput &&
         argument.first_byte < argument.end_byte;
}

std::byte* FirstByte(const PlanArgument& argument, void* storage) {
  return reinterpret_cast<std::byte*>(
      reinterpret_cast<uintptr_t>(storage) +
      static_cast<uintptr_t>(argument.first_byte));
}

uint64_t ByteCount(const PlanArgument& argument) {
  return static_cast<uint64_t>(argument.end_byte - argument.first_byte);
}

// Finds the allocation that holds the argument's bytes on this device.
Status FindBlock(const PlanArgument& argument, void* storage, int32_t device,
                 AllocationRef* block) {
  std::byte* const first = FirstByte(argument, storage);
  const uint64_t bytes = ByteCount(argument);
  HOSTNN_CHECK(storage != nullptr, Code::kBadArgument,
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

bool Overlap(const void* a, uint64_t a_bytes, const void* b, uint64_t b_bytes) {
  const auto a_begin = reinterpret_cast<uintptr_t>(a);
  const auto b_begin = reinterpret_cast<uintptr_t>(b);
  return a_begin < b_begin + b_bytes && b_begin < a_begin + a_bytes;
}

}  // namespace

Launch::Launch(Ref<Executor> executor)
    : executor_(std::move(executor)), reports_faults_(TargetCheckEnabled()) {
  executor_->ReadStorages(addresses_);
}

void* Launch::operator new(size_t size) {
  static_assert(sizeof(Launch) >= sizeof(FreeLaunch));
  {
    const std::lock_guard lock(free_launches_lock);
    if (free_launches != nullptr) {
      return std::exchange(free_launches, free_launches->next);
    }
  }
  return ::operator new(size);
}

void Launch::operator delete(void* memory) {
  auto* const launch = new (memory) FreeLaunch;
  const std::lock_guard lock(free_launches_lock);
  launch->next = std::exchange(free_launches, launch);
}

Status Launch::Bind(int32_t device) {
  for (int i = 0; i < plan().argument_count(); ++i) {
    HOSTNN_RETURN_IF_ERROR(BindArgument(i, device));
  }
  for (int i = 0; i < plan().argument_count(); ++i) {
    HOSTNN_RETURN_IF_ERROR(BindCopy(i));
  }
  return Status();
}

Status Launch::BindArgument(int i, int32_t device) {
  void* const storage = std::exchange(addresses_[i], nullptr);
  if (!IsTouched(argument(i))) return Status();
  HOSTNN_RETURN_IF_ERROR(FindBlock(argument(i), storage, device, &blocks_[i]));
  addresses_[i] = FirstByte(argument(i), storage);
  return Status();
}

// Provides the copy of an input that the output would overwrite.
Status Launch::BindCopy(int i) {
  if (argument(i).role == Role::kOutput || !IsTouched(argument(i)) ||
      !OutputOverwrites(i)) {
    return Status();
  }
  const uint64_t bytes = ByteCount(argument(i));
  copies_[i].reset(new (std::nothrow) std::byte[bytes]);
  HOSTNN_CHECK(copies_[i] != nullptr, Code::kRuntimeError,
               "%s: expected %llu bytes for a copy, as the output overlaps "
               "it, but memory has run out",
               argument(i).name, static_cast<unsigned long long>(bytes));
  return Status();
}

// Whether writing the plan's output could change what is read of this input
// later. Exactly the same view is safe: each element is read before its result
// is written.
bool Launch::OutputOverwrites(int input) const {
  for (int i = 0; i < plan().argument_count(); ++i) {
    const PlanArgument& output = argument(i);
    if (output.role != Role::kOutput || !IsTouched(output)) continue;
    const bool same_view = (argument(input).same_view_outputs >> i & 1) != 0 &&
                           addresses_[input] == addresses_[i];
    if (!same_view && Overlap(addresses_[input], ByteCount(argument(input)),
                              addresses_[i], ByteCount(output))) {
      return true;
    }
  }
  return false;
}

Status Launch::Run(Stream&) {
  for (int i = 0; i < plan().argument_count(); ++i) {
    if (copies_[i] == nullptr) continue;
    std::memcpy(copies_[i].get(), addresses_[i], ByteCount(argument(i)));
    addresses_[i] = copies_[i].get();
  }
  TargetFaults faults;
  ThreadPool::Instance().ParallelFor(
      plan().piece_count(), plan().nanoseconds(), [&](int64_t piece) {
        plan().kernel()({.parameters = plan().parameters(),
                         .addresses = addresses_.data(),
                         .piece = piece,
                         .faults = &faults});
      });
  if (faults.found().count == 0 || !reports_faults_ ||
      plan().describe_faults() == nullptr) {
    return Status();
  }
  const std::string text =
      plan().describe_faults()(plan().parameters(), faults.found());
  return Status::Format(Code::kVectorCoreException, "%s: %s",
                        plan().operator_name(), text.c_str());
}

void Launch::Submit(Launch launch, const Ref<Stream>& stream) {
  const auto run_and_let_go = [&launch](Stream& running) {
    Status status = launch.Run(running);
    launch.blocks_ = {};  // before the run counts as ended
    return status;
  };
  if (launch.plan().nanoseconds() < Stream::kQuickNanoseconds &&
      stream->RunIfIdle(run_and_let_go)) {
    return;
  }
  Stream::Submit(stream, std::make_unique<Launch>(std::move(launch)));
}

}  // namespace hostnn
