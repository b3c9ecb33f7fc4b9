// SPDX-License-Identifier: Apache-2.0
#include "tensor/array.h"

#include <cstring>

namespace hostnn {

template <class T, HandleKind kKind>
Array<T, kKind>::Array(std::span<const T> values)
    : size_(values.size()), values_(new T[values.size()]) {
  // Not element by element: what is read may be no valid bool.
  if (size_ > 0) std::memcpy(values_.get(), values.data(), size_ * sizeof(T));
}

template class Array<int64_t, HandleKind::kIntArray>;
template class Array<float, HandleKind::kFloatArray>;
template class Array<bool, HandleKind::kBoolArray>;

Status CheckArrayArguments(const void* value, uint64_t size) {
  HOSTNN_CHECK(value != nullptr || size == 0, Code::kNullArgument,
               "value: expected %llu values, got NULL",
               static_cast<unsigned long long>(size));
  HOSTNN_CHECK(size <= kMaxArraySize, Code::kBadArgument,
               "size: expected at most %llu values, got %llu",
               static_cast<unsigned long long>(kMaxArraySize),
               static_cast<unsigned long long>(size));
  return {};
}

}  // namespace hostnn
