// SPDX-License-Identifier: Apache-2.0
// A tensor descriptor: shape, strides, offset and storage of an aclTensor.
// Owns no data.
#ifndef HOSTNN_TENSOR_TENSOR_H_
#define HOSTNN_TENSOR_TENSOR_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "acl/acl_base_rt.h"
#include "base/handle_pool.h"
#include "base/spin_lock.h"
#include "base/status.h"

namespace hostnn {

// Most dimensions that a descriptor can have; operators usually allow fewer.
inline constexpr int kMaxDims = 25;

// A short list of dimensions or strides, held by value. What is beyond its size
// has no certain value.
class Dims {
 public:
  Dims() = default;
  Dims(const Dims& other) { *this = other; }
  Dims& operator=(const Dims& other) {
    size_ = other.size_;
    // Without a loop for all that operators take.
    std::memcpy(values_.data(), other.values_.data(), kFewBytes);
    if (size_ > kFew) [[unlikely]]
      values_ = other.values_;
    return *this;
  }
  // At most kMaxDims values.
  explicit Dims(std::span<const int64_t> values);
  static Dims Zeros(int size) {
    Dims zeros;
    zeros.Resize(size);
    for (int64_t& value : zeros.values()) value = 0;
    return zeros;
  }

  // What is added has no certain value.
  void Resize(int size) { size_ = size; }

  int size() const { return size_; }
  int64_t operator[](int i) const { return values_[i]; }
  int64_t& operator[](int i) { return values_[i]; }
  std::span<const int64_t> span() const {
    return {values_.data(), static_cast<size_t>(size_)};
  }
  const int64_t* begin() const { return values_.data(); }
  const int64_t* end() const { return values_.data() + size_; }
  bool operator==(const Dims& other) const {
    if (size_ != other.size_) return false;
    for (int i = 0; i < size_; ++i) {
      if (values_[i] != other.values_[i]) return false;
    }
    return true;
  }

 private:
  std::span<int64_t> values() {
    return {values_.data(), static_cast<size_t>(size_)};
  }

  static constexpr int kFew = 8;
  static constexpr size_t kFewBytes = kFew * sizeof(int64_t);

  int size_ = 0;
  std::array<int64_t, kMaxDims> values_;
};

// "[2,3,5]", as messages show shapes.
std::string ToString(const Dims& dims);

// The strides of a contiguous tensor of this shape, in elements.
Dims ContiguousStrides(const Dims& shape);

// What the caller of aclCreateTensor passes, before it is checked.
struct TensorDescription {
  const int64_t* view_dims;
  uint64_t view_dim_count;
  aclDataType dtype;
  const int64_t* strides;  // nullptr: contiguous
  int64_t offset;
  aclFormat format;
  const int64_t* storage_dims;
  uint64_t storage_dim_count;
  void* data;
};

struct Tensor {
  Dims shape;          // of the view; no dimension: one element
  Dims strides;        // in elements, one per dimension, never negative
  int64_t offset = 0;  // of the view's first element, in elements
  Dims storage_shape;
  aclDataType dtype = ACL_FLOAT;
  aclFormat format = ACL_FORMAT_ND;
  void* data = nullptr;  // where the storage begins; may be NULL until run

  int rank() const { return shape.size(); }
  int64_t element_count() const;          // of the view
  int64_t storage_element_count() const;  // of the storage
  bool empty() const { return element_count() == 0; }

  // One past the highest element of the storage that the view touches,
  // counted from the storage's start; 0 for an empty view.
  int64_t end_element() const;
};

// Refuses, with kBadArgument and the reason: dims NULL with a count above 0,
// more than kMaxDims of them, a negative dim, stride or offset, an unknown
// dtype or format, and sizes in bytes beyond 63 bits. Does not ask whether the
// view lies inside the storage: phase one does.
Status MakeTensor(const TensorDescription& description, Tensor* tensor);

// What follows from a description: computed once, when it is made.
struct ViewFacts {
  int64_t element_count = 0;
  int64_t end_element = 0;
  bool is_inside_storage = false;  // see CheckViewInsideStorage
  // No two indices map to one element; if false, FindSelfOverlap has to look.
  bool is_distinct = false;
};

// What stands behind an aclTensor. A program may describe it anew, or destroy
// it, while other threads read it: they get the old tensor or the new one,
// whole (HandlePool::ReadUnreferenced tells them if it was destroyed).
class TensorObject {
 public:
  static constexpr HandleKind kHandleKind = HandleKind::kTensor;

  static constexpr int kMostWords = 5 + 3 * kMaxDims;

  explicit TensorObject(const Tensor& tensor) { Set(tensor); }

  Tensor Get() const;
  void Get(Tensor* tensor, ViewFacts* facts) const;
  void Set(const Tensor& tensor);
  void SetData(void* data);

  // The tensor but for its address as numbers, which are equal where tensors
  // are: writes at most kMostWords and returns how many.
  int Read(int64_t* words, void** data) const;
  // What was read, but for the address; returns how many words that were.
  static int Decode(const int64_t* words, Tensor* tensor, ViewFacts* facts);

 private:
  // Where in words_ the parts are.
  enum Word { kSizes, kTypes, kOffset, kCount, kEnd, kDims };
  static_assert(kMostWords == kDims + 3 * kMaxDims);

  // Of the word of sizes.
  static int RankOf(int64_t sizes) { return static_cast<int>(sizes & 0xff); }
  static int StorageRankOf(int64_t sizes) {
    return static_cast<int>(sizes >> 8 & 0xff);
  }

  template <class Change>
  void Write(const Change& change);
  void Store(int word, int64_t value);
  int StoreDims(int word, const Dims& dims);

  SpinLock writing_;  // guards changes
  // Read while they change, and while an object is made where another one was,
  // hence not initialised but stored atomically. The version is odd during a
  // change; who sees a word of it sees at least that version.
  uint64_t version_;
  void* data_;
  int64_t words_[kMostWords];
};

inline int TensorObject::Read(int64_t* words, void** data) const {
  for (;;) {
    const uint64_t version = __atomic_load_n(&version_, __ATOMIC_ACQUIRE);
    const int64_t sizes = __atomic_load_n(&words_[kSizes], __ATOMIC_ACQUIRE);
    const int count = kDims + 2 * RankOf(sizes) + StorageRankOf(sizes);
    words[kSizes] = sizes;
    for (int i = kSizes + 1; i < count; ++i) {
      words[i] = __atomic_load_n(&words_[i], __ATOMIC_ACQUIRE);
    }
    *data = __atomic_load_n(&data_, __ATOMIC_ACQUIRE);
    if (version % 2 == 0 &&
        version == __atomic_load_n(&version_, __ATOMIC_ACQUIRE)) {
      return count;
    }
    PauseProcessor();
  }
}

using TensorPool = HandlePool<TensorObject>;

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_TENSOR_H_
