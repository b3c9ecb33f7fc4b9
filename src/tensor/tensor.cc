// SPDX-License-Identifier: Apache-2.0
#include "tensor/tensor.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "base/dtype.h"
#include "tensor/format.h"

namespace hostnn {
namespace {

constexpr int64_t kMax = std::numeric_limits<int64_t>::max();

// Product and sum that stay at the largest number once they reach it.
int64_t Multiply(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? kMax : product;
}
int64_t Add(int64_t a, int64_t b) {
  int64_t sum;
  return __builtin_add_overflow(a, b, &sum) ? kMax : sum;
}

// Elements of a shape; a dimension of 0 decides, however large the others are.
int64_t Count(const Dims& shape) {
  if (std::ranges::find(shape, 0) != shape.end()) return 0;
  int64_t count = 1;
  for (const int64_t dim : shape) count = Multiply(count, dim);
  return count;
}

// Takes an array of the caller over; `name` is that of its parameter.
Status TakeDims(const char* name, const int64_t* values, uint64_t count,
                Dims* dims) {
  HOSTNN_CHECK(count <= kMaxDims, Code::kBadArgument,
               "%s: expected at most %d values, got %llu", name, kMaxDims,
               static_cast<unsigned long long>(count));
  HOSTNN_CHECK(values != nullptr || count == 0, Code::kBadArgument,
               "%s: expected %llu values, got NULL", name,
               static_cast<unsigned long long>(count));
  *dims = Dims({values, static_cast<size_t>(count)});
  for (int i = 0; i < dims->size(); ++i) {
    HOSTNN_CHECK((*dims)[i] >= 0, Code::kBadArgument,
                 "%s: expected no negative value, got %s", name,
                 ToString(*dims).c_str());
  }
  return {};
}

// Whatever is computed from a tensor's sizes later stays within 63 bits.
Status CheckByteCounts(const Tensor& tensor) {
  const int64_t size = std::max<int64_t>(ElementSize(tensor.dtype), 1);
  const int64_t view = std::max(tensor.end_element(), tensor.offset);
  HOSTNN_CHECK(
      Multiply(Count(tensor.shape), size) < kMax && Multiply(view, size) < kMax,
      Code::kBadArgument,
      "viewDims: expected a view below 2^63 bytes, got shape %s with "
      "strides %s and offset %lld",
      ToString(tensor.shape).c_str(), ToString(tensor.strides).c_str(),
      static_cast<long long>(tensor.offset));
  HOSTNN_CHECK(Multiply(Count(tensor.storage_shape), size) < kMax,
               Code::kBadArgument,
               "storageDims: expected a storage below 2^63 bytes, got %s",
               ToString(tensor.storage_shape).c_str());
  return {};
}

}  // namespace

Dims::Dims(std::span<const int64_t> values)
    : size_(static_cast<int>(values.size())) {
  assert(values.size() <= kMaxDims);
  std::ranges::copy(values, values_.begin());
}

bool Dims::operator==(const Dims& other) const {
  return std::equal(begin(), end(), other.begin(), other.end());
}

std::string ToString(const Dims& dims) {
  std::string text = "[";
  for (int i = 0; i < dims.size(); ++i) {
    if (i > 0) text += ',';
    text += std::to_string(dims[i]);
  }
  return text + ']';
}

Dims ContiguousStrides(const Dims& shape) {
  Dims strides = shape;
  int64_t stride = 1;
  for (int i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride = Multiply(stride, std::max<int64_t>(shape[i], 1));
  }
  return strides;
}

int64_t Tensor::element_count() const { return Count(shape); }

int64_t Tensor::storage_element_count() const { return Count(storage_shape); }

int64_t Tensor::end_element() const {
  if (empty()) return 0;
  int64_t last = offset;
  for (int i = 0; i < rank(); ++i) {
    last = Add(last, Multiply(shape[i] - 1, strides[i]));
  }
  return Add(last, 1);
}

Status MakeTensor(const TensorDescription& description, Tensor* tensor) {
  const auto& d = description;
  Tensor made;
  HOSTNN_RETURN_IF_ERROR(
      TakeDims("viewDims", d.view_dims, d.view_dim_count, &made.shape));
  HOSTNN_CHECK(IsDType(d.dtype), Code::kBadArgument,
               "dataType: expected a data type, got %d",
               static_cast<int>(d.dtype));
  if (d.strides == nullptr) {
    made.strides = ContiguousStrides(made.shape);
  } else {
    HOSTNN_RETURN_IF_ERROR(
        TakeDims("stride", d.strides, d.view_dim_count, &made.strides));
  }
  HOSTNN_CHECK(d.offset >= 0, Code::kBadArgument,
               "offset: expected at least 0, got %lld",
               static_cast<long long>(d.offset));
  HOSTNN_CHECK(FormatName(d.format) != nullptr, Code::kBadArgument,
               "format: expected a format, got %d", static_cast<int>(d.format));
  HOSTNN_RETURN_IF_ERROR(TakeDims("storageDims", d.storage_dims,
                                  d.storage_dim_count, &made.storage_shape));
  made.offset = d.offset;
  made.dtype = d.dtype;
  made.format = d.format;
  made.data = d.data;
  HOSTNN_RETURN_IF_ERROR(CheckByteCounts(made));
  *tensor = made;
  return {};
}

Tensor TensorObject::Get() const {
  const std::lock_guard lock(mutex_);
  return tensor_;
}

void TensorObject::Set(const Tensor& tensor) {
  const std::lock_guard lock(mutex_);
  tensor_ = tensor;
}

void TensorObject::SetData(void* data) {
  const std::lock_guard lock(mutex_);
  tensor_.data = data;
}

}  // namespace hostnn
