// SPDX-License-Identifier: Apache-2.0
// Every block of memory that the library knows: device memory, host memory of
// its own, host memory made known by the program. What range checks stand on.
#ifndef HOSTNN_RUNTIME_MEMORY_H_
#define HOSTNN_RUNTIME_MEMORY_H_

#include <cstddef>
#include <cstdint>

#include "base/handle_pool.h"
#include "base/status.h"

namespace hostnn {

// One block. Its memory goes when the last reference goes, so queued work that
// holds one can outlive aclrtFree.
struct Allocation {
  static constexpr HandleKind kHandleKind = HandleKind::kAllocation;

  enum class Kind { kDevice, kHost, kRegisteredHost };

  explicit Allocation(Kind of_kind) : kind(of_kind) {}
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;
  ~Allocation();

  bool Holds(const void* address) const {
    return reinterpret_cast<uintptr_t>(address) -
               reinterpret_cast<uintptr_t>(begin) <
           readable_size;
  }

  // Whether [address, address + bytes) is within the first `limit` bytes.
  bool HoldsAll(uint64_t limit, const void* address, uint64_t bytes) const {
    const uint64_t offset = reinterpret_cast<uintptr_t>(address) -
                            reinterpret_cast<uintptr_t>(begin);
    return offset <= limit && bytes <= limit - offset;
  }

  const Kind kind;
  std::byte* begin = nullptr;
  uint64_t size = 0;           // as asked for
  uint64_t readable_size = 0;  // with the reserved tail, which begins as zeros
  int32_t device = -1;         // of kDevice and kRegisteredHost
  uint64_t incarnation = 0;    // of the device when this was made
  uint64_t block_size = 0;     // taken from the device's address range
};
using AllocationRef = Ref<Allocation>;

// Whether pages of 2 MiB or 1 GiB are wanted; advice, never a reason to fail.
enum class PageSize { kNormal, kHuge, kGiant };

// Device memory on `device`, at a multiple of 64 bytes, of a page from a page
// on; contents undefined. With `tail`, 32 bytes and up to the next multiple of
// 32 stay readable beyond it. kMemoryAllocation when memory has run out.
Status AllocateDevice(int32_t device, uint64_t size, PageSize pages, bool tail,
                      void** address);

// Host memory at a multiple of 64 bytes; contents undefined.
Status AllocateHost(uint64_t size, void** address);

// Gives a block back by the address that its allocation returned.
Status FreeDevice(void* address);
Status FreeHost(void* address);

// Makes host memory of the program usable by operators on `device`. It stays
// the program's: it must outlive the work that uses it.
Status RegisterHost(int32_t device, void* address, uint64_t size);
Status UnregisterHost(void* address);

// The live block that holds this address; empty when there is none.
AllocationRef FindAllocation(const void* address);

// Whether any of these bytes is, or once was, device memory.
bool IsDeviceAddress(const void* address, uint64_t size = 1);

// Ok when [address, address + size) lies in the block and the block's device
// has not been reset since; else `code` and a sentence naming both ranges.
// `limit` is the block's size or readable_size.
Status CheckInside(const Allocation& allocation, uint64_t limit,
                   const char* argument, const void* address, uint64_t size,
                   Code code);

// What can still be allocated on a device, and what could on an empty one.
struct MemoryInfo {
  uint64_t free;
  uint64_t total;
};
MemoryInfo DeviceMemoryInfo(int32_t device);

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_MEMORY_H_
