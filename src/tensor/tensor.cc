// SPDX-License-Identifier: Apache-2.0
#include "tensor/tensor.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <mutex>

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
  int64_t count = 1;
  bool is_empty = false;
  for (const int64_t dim : shape) {
    count = Multiply(count, dim);
    is_empty = is_empty || dim == 0;
  }
  return is_empty ? 0 : count;
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

// Whether each stride is larger than what the dimensions after it reach.
bool Nests(const Tensor& tensor) {
  if (tensor.empty()) return true;
  int64_t reach = 0;
  for (int d = tensor.rank(); d-- > 0;) {
    if (tensor.shape[d] == 1) continue;
    if (tensor.strides[d] <= reach) return false;
    reach += (tensor.shape[d] - 1) * tensor.strides[d];
  }
  return true;
}

// What of a tensor fits into one word.
int64_t PackSizes(const Tensor& tensor, const ViewFacts& facts) {
  return tensor.rank() | tensor.storage_shape.size() << 8 |
         (facts.is_inside_storage ? 1 : 0) << 16 |
         (facts.is_distinct ? 1 : 0) << 17;
}
bool IsInsideStorage(int64_t packed) { return (packed >> 16 & 1) != 0; }
bool IsDistinct(int64_t packed) { return (packed >> 17 & 1) != 0; }

}  // namespace

Dims::Dims(std::span<const int64_t> values)
    : size_(static_cast<int>(values.size())) {
  assert(values.size() <= kMaxDims);
  std::ranges::copy(values, values_.begin());
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
  Tensor tensor;
  ViewFacts facts;
  Get(&tensor, &facts);
  return tensor;
}

void TensorObject::Get(Tensor* tensor, ViewFacts* facts) const {
  int64_t words[kMostWords];
  Read(words, &tensor->data);
  Decode(words, tensor, facts);
}

int TensorObject::Decode(const int64_t* words, Tensor* tensor,
                         ViewFacts* facts) {
  const int64_t sizes = words[kSizes];
  const int64_t types = words[kTypes];
  tensor->dtype = static_cast<aclDataType>(static_cast<int32_t>(types >> 32));
  tensor->format = static_cast<aclFormat>(static_cast<int32_t>(types));
  tensor->offset = words[kOffset];
  facts->element_count = words[kCount];
  facts->end_element = words[kEnd];
  facts->is_inside_storage = IsInsideStorage(sizes);
  facts->is_distinct = IsDistinct(sizes);
  int word = kDims;
  const auto take = [&](int size, Dims* dims) {
    dims->Resize(size);
    for (int i = 0; i < size; ++i) (*dims)[i] = words[word++];
  };
  take(RankOf(sizes), &tensor->shape);
  take(RankOf(sizes), &tensor->strides);
  take(StorageRankOf(sizes), &tensor->storage_shape);
  return word;
}

void TensorObject::Set(const Tensor& tensor) {
  const int64_t end = tensor.end_element();
  const ViewFacts facts = {
      .element_count = tensor.element_count(),
      .end_element = end,
      .is_inside_storage = end <= tensor.storage_element_count(),
      .is_distinct = Nests(tensor)};
  Write([&] {
    Store(kSizes, PackSizes(tensor, facts));
    Store(kTypes,
          int64_t{tensor.dtype} << 32 | static_cast<uint32_t>(tensor.format));
    Store(kOffset, tensor.offset);
    Store(kCount, facts.element_count);
    Store(kEnd, facts.end_element);
    int word = StoreDims(kDims, tensor.shape);
    word = StoreDims(word, tensor.strides);
    StoreDims(word, tensor.storage_shape);
    __atomic_store_n(&data_, tensor.data, __ATOMIC_RELEASE);
  });
}

void TensorObject::SetData(void* data) {
  Write([&] { __atomic_store_n(&data_, data, __ATOMIC_RELEASE); });
}

template <class Change>
void TensorObject::Write(const Change& change) {
  const std::lock_guard lock(writing_);
  const uint64_t before = __atomic_load_n(&version_, __ATOMIC_RELAXED) & ~1ull;
  __atomic_store_n(&version_, before + 1, __ATOMIC_RELAXED);
  change();
  __atomic_store_n(&version_, before + 2, __ATOMIC_RELEASE);
}

void TensorObject::Store(int word, int64_t value) {
  __atomic_store_n(&words_[word], value, __ATOMIC_RELEASE);
}

int TensorObject::StoreDims(int word, const Dims& dims) {
  for (const int64_t value : dims) Store(word++, value);
  return word;
}

}  // namespace hostnn
