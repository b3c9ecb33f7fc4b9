// SPDX-License-Identifier: Apache-2.0
#include "executor/launch.h"

#include <cstring>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "base/settings.h"
#include "base/spin_lock.h"
#include "runtime/device.h"
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

std::byte* FirstByte(const PlanArgument& argument, const void* storage) {
  return reinterpret_cast<std::byte*>(
      reinterpret_cast<uintptr_t>(storage) +
      static_cast<uintptr_t>(argument.first_byte));
}

uint64_t ByteCount(const PlanArgument& argument) {
  return static_cast<uint64_t>(argument.end_byte - argument.first_byte);
}

// Element sizes are powers of two.
bool IsMultipleOf(const void* address, int64_t element_size) {
  return (reinterpret_cast<uintptr_t>(address) &
          static_cast<uintptr_t>(element_size - 1)) == 0;
}

bool IsUsable(const Allocation& block, int32_t device) {
  return block.kind != Allocation::Kind::kHost && block.device == device;
}

// Where an argument in the block has to end. Programs exist that describe a
// little more than they allocated; reading the reserved tail is harmless.
uint64_t LimitOf(const Allocation& block, const PlanArgument& argument) {
  return argument.role == Role::kOutput ? block.size : block.readable_size;
}

bool Overlap(const void* a, uint64_t a_bytes, const void* b, uint64_t b_bytes) {
  const auto a_begin = reinterpret_cast<uintptr_t>(a);
  const auto b_begin = reinterpret_cast<uintptr_t>(b);
  return a_begin < b_begin + b_bytes && b_begin < a_begin + a_bytes;
}

}  // namespace

Launch::Launch(Ref<Executor> executor)
    : executor_(std::move(executor)), reports_faults_(TargetCheckEnabled()) {}

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
  const int count = plan().argument_count();
  const uint64_t incarnation = DeviceIncarnation(device);
  for (int i = 0; i < count; ++i) {
    if (!IsTouched(argument(i))) continue;
    HOSTNN_RETURN_IF_ERROR(BindArgument(i, device, incarnation));
  }
  for (int i = 0; i < count; ++i) {
    if (argument(i).role != Role::kOutput) continue;
    HOSTNN_RETURN_IF_ERROR(BindCopies(i));
  }
  return Status();
}

Status Launch::BindArgument(int i, int32_t device, uint64_t incarnation) {
  const PlanArgument& bound = argument(i);
  void* const storage = executor_->Storage(i);
  std::byte* const first = FirstByte(bound, storage);
  const Allocation* const block = storage == nullptr ? nullptr : Hold(first);
  // What is usual is seen at a glance.
  const bool is_right =
      block != nullptr && IsUsable(*block, device) &&
      block->incarnation == incarnation &&
      IsMultipleOf(first, bound.element_size) &&
      block->HoldsAll(LimitOf(*block, bound), first, ByteCount(bound));
  if (!is_right) {
    HOSTNN_RETURN_IF_ERROR(CheckBlock(i, block, storage, device));
  }
  addresses_[i] = first;
  return Status();
}

const Allocation* Launch::Hold(const void* address) {
  // Programs tend to have many tensors in one allocation.
  for (int i = 0; i < block_count_; ++i) {
    if (blocks_[i]->Holds(address)) return blocks_[i].get();
  }
  AllocationRef& block = blocks_[block_count_];
  block = FindAllocation(address);
  if (block != nullptr) ++block_count_;
  return block.get();
}

void Launch::LetGo() {
  while (block_count_ > 0) blocks_[--block_count_].Reset();
}

Status Launch::CheckBlock(int i, const Allocation* block, const void* storage,
                          int32_t device) const {
  const char* const name = argument(i).name;
  const std::byte* const first = FirstByte(argument(i), storage);
  const uint64_t bytes = ByteCount(argument(i));
  HOSTNN_CHECK(storage != nullptr, Code::kBadArgument,
               "%s: expected an address, got NULL", name);
  HOSTNN_CHECK(IsMultipleOf(first, argument(i).element_size),
               Code::kBadArgument,
               "%s: expected an address that is a multiple of %lld, got %p",
               name, static_cast<long long>(argument(i).element_size),
               static_cast<const void*>(first));
  HOSTNN_CHECK(
      block != nullptr && IsUsable(*block, device), Code::kBadArgument,
      "%s: expected bytes inside a live allocation of device %d, got "
      "[%p,%p), which is %s",
      name, device, static_cast<const void*>(first),
      reinterpret_cast<void*>(reinterpret_cast<uintptr_t>(first) + bytes),
      IsDeviceAddress(first)
          ? "device memory not allocated (any more) or another device's"
          : "host memory: copy it to memory of aclrtMalloc, or register it "
            "with aclrtHostRegister");
  return CheckInside(*block, LimitOf(*block, argument(i)), name, first, bytes,
                     Code::kBadArgument);
}

// Provides copies of the inputs of which writing the output could change what
// is read later. Exactly the same view is safe: each element is read before its
// result is written.
Status Launch::BindCopies(int output) {
  if (!IsTouched(argument(output))) return Status();
  void* const out = addresses_[output];
  const uint64_t out_bytes = ByteCount(argument(output));
  for (int i = 0; i < plan().argument_count(); ++i) {
    const PlanArgument& input = argument(i);
    if (input.role == Role::kOutput || !IsTouched(input)) continue;
    const bool same_view =
        (input.same_view_outputs >> output & 1) != 0 && addresses_[i] == out;
    if (!same_view &&
        Overlap(addresses_[i], ByteCount(input), out, out_bytes)) {
      HOSTNN_RETURN_IF_ERROR(BindCopy(i));
    }
  }
  return Status();
}

Status Launch::BindCopy(int input) {
  const uint64_t bytes = ByteCount(argument(input));
  if (copies_ == nullptr) copies_.reset(new (std::nothrow) Copies);
  std::byte* const copy =
      copies_ == nullptr ? nullptr : new (std::nothrow) std::byte[bytes];
  HOSTNN_CHECK(copy != nullptr, Code::kRuntimeError,
               "%s: expected %llu bytes for a copy, as the output overlaps "
               "it, but memory has run out",
               argument(input).name, static_cast<unsigned long long>(bytes));
  (*copies_)[input].reset(copy);
  return Status();
}

void Launch::CopyInputs() {
  for (int i = 0; i < plan().argument_count(); ++i) {
    std::byte* const copy = (*copies_)[i].get();
    if (copy == nullptr) continue;
    std::memcpy(copy, addresses_[i], ByteCount(argument(i)));
    addresses_[i] = copy;
  }
}

Status Launch::Run(Stream&) {
  if (copies_ != nullptr) CopyInputs();
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

void Launch::Submit(Launch&& launch, const Ref<Stream>& stream) {
  const auto run_and_let_go = [&launch](Stream& running) {
    Status status = launch.Run(running);
    launch.LetGo();  // before the run counts as ended
    return status;
  };
  if (launch.plan().nanoseconds() < Stream::kQuickNanoseconds &&
      stream->RunIfIdle(run_and_let_go)) {
    return;
  }
  Stream::Submit(stream, std::make_unique<Launch>(std::move(launch)));
}

}  // namespace hostnn
