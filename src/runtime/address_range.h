// SPDX-License-Identifier: Apache-2.0
// The memory of one device: a range of addresses reserved once and never given
// back, with a first-fit allocator over it. An address inside is the device's
// for good, so that one that was freed is still recognised.
#ifndef HOSTNN_RUNTIME_ADDRESS_RANGE_H_
#define HOSTNN_RUNTIME_ADDRESS_RANGE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>

namespace hostnn {

class AddressRange {
 public:
  // Reserves addresses for `capacity` bytes of blocks, with room to spare for
  // gaps; physical memory is taken when a page is first touched. ok() is false
  // when the system refuses.
  explicit AddressRange(uint64_t capacity);
  ~AddressRange();
  AddressRange(const AddressRange&) = delete;
  AddressRange& operator=(const AddressRange&) = delete;

  bool ok() const { return begin_ != nullptr; }
  uint64_t capacity() const { return capacity_; }
  uint64_t used() const;
  // How many blocks were ever released.
  uint64_t release_count() const;
  // Whether any of the bytes from `address` on is inside.
  bool Overlaps(const void* address, uint64_t bytes) const;

  // A block of `bytes` (a multiple of 64) at a multiple of `alignment` (a power
  // of two, at least 64); nullptr when capacity or gaps do not suffice.
  std::byte* Allocate(uint64_t bytes, uint64_t alignment);

  // Gives a block back, with the size that it was allocated with; whole pages
  // return to the system.
  void Release(std::byte* block, uint64_t bytes);

 private:
  const uint64_t capacity_;
  uint64_t reserved_ = 0;
  std::byte* begin_ = nullptr;

  mutable std::mutex mutex_;  // guards what follows
  uint64_t used_ = 0;
  uint64_t release_count_ = 0;
  std::map<uint64_t, uint64_t> gaps_;  // offset -> bytes, never adjacent
};

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_ADDRESS_RANGE_H_
