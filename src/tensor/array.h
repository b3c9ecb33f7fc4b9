// SPDX-License-Identifier: Apache-2.0
// The numbers behind an aclIntArray, aclFloatArray or aclBoolArray.
#ifndef HOSTNN_TENSOR_ARRAY_H_
#define HOSTNN_TENSOR_ARRAY_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "base/handle_pool.h"
#include "base/status.h"

namespace hostnn {

template <class T, HandleKind kKind>
class Array {
 public:
  static constexpr HandleKind kHandleKind = kKind;
  using Value = T;

  Array() = default;
  // A copy. std::bad_alloc if there is no room for it.
  explicit Array(std::span<const T> values);

  std::span<const T> values() const { return {values_.get(), size_}; }

 private:
  size_t size_ = 0;
  std::unique_ptr<T[]> values_;
};

using IntArray = Array<int64_t, HandleKind::kIntArray>;
using FloatArray = Array<float, HandleKind::kFloatArray>;
using BoolArray = Array<bool, HandleKind::kBoolArray>;

extern template class Array<int64_t, HandleKind::kIntArray>;
extern template class Array<float, HandleKind::kFloatArray>;
extern template class Array<bool, HandleKind::kBoolArray>;

// More values than any parameter could mean.
inline constexpr uint64_t kMaxArraySize = uint64_t{1} << 32;

// kNullArgument if `value` is NULL and `size` is not 0, kBadArgument if `size`
// is beyond kMaxArraySize. For aclCreate...Array.
Status CheckArrayArguments(const void* value, uint64_t size);

}  // namespace hostnn

#endif  // HOSTNN_TENSOR_ARRAY_H_
