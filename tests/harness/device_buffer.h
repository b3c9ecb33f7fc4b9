// SPDX-License-Identifier: Apache-2.0
// Device memory of the current device that frees itself.
#ifndef HOSTNN_TESTS_HARNESS_DEVICE_BUFFER_H_
#define HOSTNN_TESTS_HARNESS_DEVICE_BUFFER_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "acl/acl.h"

namespace hostnn::harness {

// Zero bytes need no memory: get() is then NULL.
class DeviceBuffer {
 public:
  DeviceBuffer() = default;
  explicit DeviceBuffer(size_t byte_count) : byte_count_(byte_count) {
    if (byte_count == 0) return;
    EXPECT_EQ(aclrtMalloc(&address_, byte_count, ACL_MEM_MALLOC_HUGE_FIRST),
              ACL_SUCCESS);
  }
  template <class T>
  explicit DeviceBuffer(const std::vector<T>& values)
      : DeviceBuffer(values.size() * sizeof(T)) {
    Write(values);
  }
  DeviceBuffer(DeviceBuffer&& other) noexcept
      : address_(std::exchange(other.address_, nullptr)),
        byte_count_(std::exchange(other.byte_count_, 0)) {}
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
    std::swap(address_, other.address_);
    std::swap(byte_count_, other.byte_count_);
    return *this;
  }
  ~DeviceBuffer() { Free(); }

  void* get() const { return address_; }
  size_t byte_count() const { return byte_count_; }
  // The address `byte_offset` bytes into the block.
  void* At(size_t byte_offset) const {
    return static_cast<uint8_t*>(address_) + byte_offset;
  }

  void Free() {
    if (address_ == nullptr) return;
    EXPECT_EQ(aclrtFree(std::exchange(address_, nullptr)), ACL_SUCCESS);
  }

  template <class T>
  void Write(const std::vector<T>& values) const {
    if (values.empty()) return;
    EXPECT_EQ(aclrtMemcpy(address_, byte_count_, values.data(),
                          values.size() * sizeof(T), ACL_MEMCPY_HOST_TO_DEVICE),
              ACL_SUCCESS);
  }
  template <class T = uint8_t>
  std::vector<T> Read() const {
    std::vector<T> values(byte_count_ / sizeof(T));
    if (values.empty()) return values;
    EXPECT_EQ(aclrtMemcpy(values.data(), byte_count_, address_, byte_count_,
                          ACL_MEMCPY_DEVICE_TO_HOST),
              ACL_SUCCESS);
    return values;
  }

 private:
  void* address_ = nullptr;
  size_t byte_count_ = 0;
};

}  // namespace hostnn::harness

#endif  // HOSTNN_TESTS_HARNESS_DEVICE_BUFFER_H_
