// SPDX-License-Identifier: Apache-2.0
#include "runtime/address_range.h"

#include <sys/mman.h>

#include <iterator>
#include <new>

#include "runtime/pages.h"

namespace hostnn {
namespace {

// From this size on, freed pages go back to the system at once.
constexpr uint64_t kReturnedBytes = uint64_t{1} << 16;

}  // namespace

AddressRange::AddressRange(uint64_t capacity) : capacity_(capacity) {
  // Twice the capacity: gaps between blocks must not cost memory.
  const uint64_t bytes = RoundUp(2 * capacity, kHugePageBytes);
  void* address = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (address == MAP_FAILED) return;
  begin_ = static_cast<std::byte*>(address);
  reserved_ = bytes;
  gaps_.emplace(0, bytes);
}

AddressRange::~AddressRange() {
  if (ok()) munmap(begin_, reserved_);
}

uint64_t AddressRange::used() const {
  const std::lock_guard lock(mutex_);
  return used_;
}

uint64_t AddressRange::release_count() const {
  const std::lock_guard lock(mutex_);
  return release_count_;
}

bool AddressRange::Overlaps(const void* address, uint64_t bytes) const {
  const auto first = reinterpret_cast<uintptr_t>(address);
  const auto begin = reinterpret_cast<uintptr_t>(begin_);
  return first < begin + reserved_ && begin < first + bytes;
}

std::byte* AddressRange::Allocate(uint64_t bytes, uint64_t alignment) {
  const auto begin = reinterpret_cast<uintptr_t>(begin_);
  const std::lock_guard lock(mutex_);
  if (bytes > capacity_ - used_) return nullptr;
  for (auto gap = gaps_.begin(); gap != gaps_.end(); ++gap) {
    const auto [gap_begin, gap_bytes] = *gap;
    const uint64_t block = RoundUp(begin + gap_begin, alignment) - begin;
    const uint64_t skipped = block - gap_begin;
    if (skipped > gap_bytes || bytes > gap_bytes - skipped) continue;
    const uint64_t rest = gap_bytes - skipped - bytes;
    // The new gap first: if that fails for want of memory, nothing changed.
    if (rest > 0) gaps_.emplace(block + bytes, rest);
    if (skipped > 0) {
      gap->second = skipped;
    } else {
      gaps_.erase(gap);
    }
    used_ += bytes;
    return begin_ + block;
  }
  return nullptr;
}

void AddressRange::Release(std::byte* block, uint64_t bytes) {
  if (bytes >= kReturnedBytes) {
    const auto address = reinterpret_cast<uintptr_t>(block);
    const uint64_t first_page = RoundUp(address, kPageBytes);
    const uint64_t end_page = (address + bytes) / kPageBytes * kPageBytes;
    madvise(reinterpret_cast<void*>(first_page), end_page - first_page,
            MADV_DONTNEED);
  }
  auto begin = static_cast<uint64_t>(block - begin_);
  const std::lock_guard lock(mutex_);
  used_ -= bytes;
  ++release_count_;
  auto after = gaps_.lower_bound(begin);
  if (after != gaps_.end() && after->first == begin + bytes) {
    bytes += after->second;
    after = gaps_.erase(after);
  }
  if (after != gaps_.begin()) {
    const auto before = std::prev(after);
    if (before->first + before->second == begin) {
      before->second += bytes;
      return;
    }
  }
  try {
    gaps_.emplace(begin, bytes);
  } catch (const std::bad_alloc&) {
    // The addresses are lost; there are as many again.
  }
}

}  // namespace hostnn
