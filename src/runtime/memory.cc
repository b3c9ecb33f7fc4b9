// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory.h"

#include <sys/mman.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <iterator>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "base/settings.h"
#include "runtime/address_range.h"
#include "runtime/device.h"
#include "runtime/pages.h"

namespace hostnn {
namespace {

constexpr uint64_t kBlockAlignment = 64;
// Up to here huge pages are not worth their granularity.
constexpr uint64_t kSmallBytes = uint64_t{1} << 20;
constexpr uint64_t kTailBytes = 32;
constexpr uint64_t kTailAlignment = 32;

// The devices' address ranges, in order; they live as long as the process.
std::deque<AddressRange>& AddressRanges() {
  static auto& ranges = *[] {
    const Settings& settings = ProcessSettings();
    auto* all = new std::deque<AddressRange>;
    for (int32_t i = 0; i < settings.device_count; ++i) {
      all->emplace_back(settings.device_memory_bytes);
    }
    return all;
  }();
  return ranges;
}

AddressRange& RangeOf(int32_t device) {
  return AddressRanges()[static_cast<size_t>(device)];
}

uintptr_t Value(const void* address) {
  return reinterpret_cast<uintptr_t>(address);
}

using AllocationPool = HandlePool<Allocation>;

// The live blocks by the address where they begin. A block that is in it can be
// found by its handle.
class AllocationMap {
 public:
  static AllocationMap& Instance() {
    static AllocationMap& map = *new AllocationMap;
    return map;
  }

  void Add(AllocationRef made) {
    const uintptr_t begin = Value(made->begin);
    AllocationRef replaced;
    const std::unique_lock lock(mutex_);
    void*& handle = blocks_[begin];
    replaced = AllocationPool::Instance().Take(handle);
    handle = AllocationPool::Instance().Publish(std::move(made));
  }

  // As Add, unless a block overlaps: false then.
  bool AddIfFree(AllocationRef made) {
    const uintptr_t begin = Value(made->begin);
    const std::unique_lock lock(mutex_);
    const auto after = blocks_.lower_bound(begin + made->size);
    if (after != blocks_.begin()) {
      const auto& [last_begin, last] = *std::prev(after);
      const AllocationRef block = AllocationPool::Instance().Find(last);
      if (last_begin + block->readable_size > begin) return false;
    }
    void*& handle = blocks_[begin];
    handle = AllocationPool::Instance().Publish(std::move(made));
    return true;
  }

  AllocationRef Find(const void* address) {
    // Programs use the same addresses again and again.
    std::atomic<void*>& found_last = found_[Hash(address)];
    AllocationRef block = AllocationPool::Instance().Find(
        found_last.load(std::memory_order_relaxed));
    if (block != nullptr && block->Holds(address)) return block;
    return FindElsewhere(address, &found_last);
  }

  // Takes out the block that begins here, if it is of this kind.
  AllocationRef Remove(const void* address, Allocation::Kind kind) {
    const std::unique_lock lock(mutex_);
    const auto found = blocks_.find(Value(address));
    if (found == blocks_.end()) return {};
    AllocationRef block = AllocationPool::Instance().Find(found->second);
    if (block->kind != kind) return {};
    AllocationPool::Instance().Remove(found->second);
    blocks_.erase(found);
    return block;
  }

  // What the device's live blocks take of its address range.
  uint64_t DeviceBytes(int32_t device) const {
    const std::shared_lock lock(mutex_);
    uint64_t bytes = 0;
    for (const auto& [begin, handle] : blocks_) {
      const AllocationRef block = AllocationPool::Instance().Find(handle);
      if (block->device == device) bytes += block->block_size;
    }
    return bytes;
  }

 private:
  static constexpr int kHashBits = 10;

  // Not by what was found last. Apart, so that Find stays quick.
  [[gnu::noinline]] AllocationRef FindElsewhere(
      const void* address, std::atomic<void*>* found_last) const {
    const std::shared_lock lock(mutex_);
    const auto after = blocks_.upper_bound(Value(address));
    if (after == blocks_.begin()) return {};
    void* const handle = std::prev(after)->second;
    AllocationRef block = AllocationPool::Instance().Find(handle);
    if (!block->Holds(address)) return {};
    found_last->store(handle, std::memory_order_relaxed);
    return block;
  }

  static size_t Hash(const void* address) {
    constexpr uint64_t kGoldenRatio = 0x9E3779B97F4A7C15;
    return Value(address) / kBlockAlignment * kGoldenRatio >> (64 - kHashBits);
  }

  mutable std::shared_mutex mutex_;  // guards blocks_
  std::map<uintptr_t, void*> blocks_;
  // Handles of what was found; who uses one looks whether it is live and right.
  std::atomic<void*> found_[size_t{1} << kHashBits] = {};
};

// How a device block of `size` bytes is laid out.
struct BlockLayout {
  uint64_t readable_size;
  uint64_t block_size;
  uint64_t alignment;
};
BlockLayout LayoutOf(uint64_t size, PageSize pages, bool tail) {
  BlockLayout layout;
  layout.readable_size =
      RoundUp(size, kTailAlignment) + (tail ? kTailBytes : 0);
  layout.alignment = kBlockAlignment;
  if (layout.readable_size >= kPageBytes) layout.alignment = kPageBytes;
  if (pages == PageSize::kHuge && size > kSmallBytes) {
    layout.alignment = kHugePageBytes;
  }
  if (pages == PageSize::kGiant) layout.alignment = kGiantPageBytes;
  layout.block_size = RoundUp(layout.readable_size, layout.alignment);
  return layout;
}

// A block where there is room for one; its layout in `allocation`. Huge pages
// are given up for want of room.
std::byte* TryAllocate(uint64_t size, PageSize pages, bool tail,
                       Allocation* allocation) {
  const BlockLayout layout = LayoutOf(size, pages, tail);
  std::byte* begin =
      RangeOf(allocation->device).Allocate(layout.block_size, layout.alignment);
  if (begin == nullptr && pages != PageSize::kNormal) {
    return TryAllocate(size, PageSize::kNormal, tail, allocation);
  }
  allocation->readable_size = layout.readable_size;
  allocation->block_size = layout.block_size;
  return begin;
}

// As TryAllocate; memory that was freed while queued work uses it comes back
// when that work is done, so it is waited for, even if others take it first.
std::byte* AllocateOrWait(uint64_t size, PageSize pages, bool tail,
                          Allocation* allocation) {
  constexpr int kMostWaits = 100;
  const AddressRange& range = RangeOf(allocation->device);
  // Beyond it the layout could overflow.
  if (size > range.capacity()) return nullptr;
  for (int waits = 0;; ++waits) {
    const uint64_t releases = range.release_count();
    std::byte* begin = TryAllocate(size, pages, tail, allocation);
    if (begin != nullptr || waits == kMostWaits) return begin;
    const uint64_t live =
        AllocationMap::Instance().DeviceBytes(allocation->device);
    const bool some_come_back =
        range.used() > live || range.release_count() != releases;
    if (!some_come_back) return nullptr;
    WaitForAllStreams();
  }
}

// Lets go of the block of this kind that begins here.
Status Forget(void* address, Allocation::Kind kind, Code code,
              const char* expected) {
  const AllocationRef block = AllocationMap::Instance().Remove(address, kind);
  HOSTNN_CHECK(block != nullptr, code, "%s, got %p", expected, address);
  return Status();
}

}  // namespace

Allocation::~Allocation() {
  if (begin == nullptr) return;
  if (kind == Kind::kDevice) RangeOf(device).Release(begin, block_size);
  if (kind == Kind::kHost) std::free(begin);
}

Status AllocateDevice(int32_t device, uint64_t size, PageSize pages, bool tail,
                      void** address) {
  AddressRange& range = RangeOf(device);
  HOSTNN_CHECK(range.ok(), Code::kMemoryAllocation,
               "size: expected a system with addresses for %llu bytes of "
               "device memory twice over (HOSTNN_DEVICE_MEMORY), got too few",
               static_cast<unsigned long long>(range.capacity()));
  AllocationRef allocation =
      AllocationPool::Instance().Make(Allocation::Kind::kDevice);
  allocation->device = device;
  allocation->incarnation = DeviceIncarnation(device);
  allocation->size = size;
  allocation->begin = AllocateOrWait(size, pages, tail, allocation.get());
  HOSTNN_CHECK(allocation->begin != nullptr, Code::kMemoryAllocation,
               "size: expected room on device %d, of whose memory %llu bytes "
               "are free, got %llu (and up to 64 for the tail)",
               device,
               static_cast<unsigned long long>(DeviceMemoryInfo(device).free),
               static_cast<unsigned long long>(size));
  std::memset(allocation->begin + size, 0, allocation->readable_size - size);
  if (pages != PageSize::kNormal && allocation->block_size >= kHugePageBytes) {
    madvise(allocation->begin, allocation->block_size, MADV_HUGEPAGE);
  }
  *address = allocation->begin;
  AllocationMap::Instance().Add(std::move(allocation));
  return Status();
}

Status AllocateHost(uint64_t size, void** address) {
  AllocationRef allocation =
      AllocationPool::Instance().Make(Allocation::Kind::kHost);
  allocation->size = size;
  allocation->readable_size = size;
  void* begin = nullptr;
  HOSTNN_CHECK(size <= SIZE_MAX - kBlockAlignment &&
                   posix_memalign(&begin, kBlockAlignment, size) == 0,
               Code::kMemoryAllocation,
               "size: the system has no %llu bytes of host memory",
               static_cast<unsigned long long>(size));
  allocation->begin = static_cast<std::byte*>(begin);
  AllocationMap::Instance().Add(std::move(allocation));
  *address = begin;
  return Status();
}

Status FreeDevice(void* address) {
  return Forget(address, Allocation::Kind::kDevice, Code::kParamInvalid,
                "devPtr: expected an address from aclrtMalloc, not freed yet");
}

Status FreeHost(void* address) {
  return Forget(
      address, Allocation::Kind::kHost, Code::kParamInvalid,
      "hostPtr: expected an address from aclrtMallocHost, not freed yet");
}

Status RegisterHost(int32_t device, void* address, uint64_t size) {
  HOSTNN_CHECK(Value(address) % kPageBytes == 0, Code::kParamInvalid,
               "ptr: expected a multiple of 4096, got %p", address);
  HOSTNN_CHECK(
      size <= UINTPTR_MAX - Value(address) && !IsDeviceAddress(address, size),
      Code::kParamInvalid,
      "ptr: expected a range of host memory, got %llu bytes at %p",
      static_cast<unsigned long long>(size), address);
  AllocationRef allocation =
      AllocationPool::Instance().Make(Allocation::Kind::kRegisteredHost);
  allocation->begin = static_cast<std::byte*>(address);
  allocation->size = size;
  allocation->readable_size = size;
  allocation->device = device;
  allocation->incarnation = DeviceIncarnation(device);
  HOSTNN_CHECK(AllocationMap::Instance().AddIfFree(std::move(allocation)),
               Code::kHostMemoryAlreadyRegistered,
               "ptr: expected host memory not known yet, got %llu bytes at %p "
               "that overlap such",
               static_cast<unsigned long long>(size), address);
  return Status();
}

Status UnregisterHost(void* address) {
  return Forget(address, Allocation::Kind::kRegisteredHost,
                Code::kHostMemoryNotRegistered,
                "ptr: expected an address that aclrtHostRegister was given");
}

AllocationRef FindAllocation(const void* address) {
  return AllocationMap::Instance().Find(address);
}

bool IsDeviceAddress(const void* address, uint64_t size) {
  for (const AddressRange& range : AddressRanges()) {
    if (range.Overlaps(address, size)) return true;
  }
  return false;
}

Status CheckInside(const Allocation& allocation, uint64_t limit,
                   const char* argument, const void* address, uint64_t size,
                   Code code) {
  HOSTNN_CHECK(allocation.HoldsAll(limit, address, size), code,
               "%s: expected bytes inside the allocation [%p,%p), got [%p,%p)",
               argument, static_cast<const void*>(allocation.begin),
               static_cast<const void*>(allocation.begin + allocation.size),
               address, reinterpret_cast<const void*>(Value(address) + size));
  const bool has_device = allocation.kind != Allocation::Kind::kHost;
  HOSTNN_CHECK(!has_device || allocation.incarnation ==
                                  DeviceIncarnation(allocation.device),
               code,
               "%s: expected live memory, got %p, allocated before device %d "
               "was reset",
               argument, address, allocation.device);
  return Status();
}

MemoryInfo DeviceMemoryInfo(int32_t device) {
  const AddressRange& range = RangeOf(device);
  return {.free = range.capacity() - range.used(), .total = range.capacity()};
}

}  // namespace hostnn
