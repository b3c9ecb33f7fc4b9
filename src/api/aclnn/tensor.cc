// SPDX-License-Identifier: Apache-2.0
// aclTensor: creation, description, address.
#include "tensor/tensor.h"

#include <algorithm>

#include "aclnn/acl_meta.h"
#include "api/aclnn/handles.h"

using hostnn::AclnnCall;
using hostnn::CheckNotNull;
using hostnn::Code;
using hostnn::Dims;
using hostnn::FindHandle;
using hostnn::kAclnnHandleCodes;
using hostnn::MakeTensor;
using hostnn::Ref;
using hostnn::Status;
using hostnn::Tensor;
using hostnn::TensorDescription;
using hostnn::TensorObject;

namespace {

Status FindTensor(const aclTensor* handle, Ref<TensorObject>* tensor) {
  return FindHandle("tensor", handle, kAclnnHandleCodes, tensor);
}

// A new array with the values of `dims`, of which there may be none.
aclnnStatus CopyDims(const char* function, const aclTensor* handle,
                     Dims Tensor::*dims, const char* values_name,
                     int64_t** values, const char* count_name,
                     uint64_t* count) {
  return AclnnCall(function, [&]() -> Status {
    Ref<TensorObject> tensor;
    HOSTNN_RETURN_IF_ERROR(FindTensor(handle, &tensor));
    HOSTNN_RETURN_IF_ERROR(
        CheckNotNull(values_name, values, Code::kNullArgument));
    HOSTNN_RETURN_IF_ERROR(
        CheckNotNull(count_name, count, Code::kNullArgument));
    const Tensor described = tensor->Get();
    const Dims& source = described.*dims;
    const auto size = static_cast<size_t>(source.size());
    *values = new int64_t[size];
    std::ranges::copy(source, *values);
    *count = size;
    return Status();
  });
}

template <class Result, class Get>
aclnnStatus Read(const char* function, const aclTensor* tensor,
                 const char* result_name, Result* result, const Get& get) {
  return hostnn::ReadHandle<TensorObject>(
      function, "tensor", tensor, result_name, result,
      [&get](const TensorObject& found) { return get(found.Get()); });
}

}  // namespace

aclTensor* aclCreateTensor(const int64_t* viewDims, uint64_t viewDimsNum,
                           aclDataType dataType, const int64_t* stride,
                           int64_t offset, aclFormat format,
                           const int64_t* storageDims, uint64_t storageDimsNum,
                           void* tensorData) {
  const TensorDescription description = {
      viewDims, viewDimsNum, dataType,       stride,    offset,
      format,   storageDims, storageDimsNum, tensorData};
  return hostnn::CreateHandle<aclTensor, TensorObject, Tensor>(
      "aclCreateTensor",
      [&](Tensor* tensor) { return MakeTensor(description, tensor); });
}

aclnnStatus aclInitTensor(aclTensor* tensor, const int64_t* viewDims,
                          uint64_t viewDimsNum, aclDataType dataType,
                          const int64_t* stride, int64_t offset,
                          aclFormat format, const int64_t* storageDims,
                          uint64_t storageDimsNum, void* tensorDataAddr) {
  const TensorDescription description = {
      viewDims, viewDimsNum, dataType,       stride,        offset,
      format,   storageDims, storageDimsNum, tensorDataAddr};
  return AclnnCall("aclInitTensor", [&]() -> Status {
    Ref<TensorObject> found;
    HOSTNN_RETURN_IF_ERROR(FindTensor(tensor, &found));
    Tensor described;
    HOSTNN_RETURN_IF_ERROR(MakeTensor(description, &described));
    found->Set(described);
    return Status();
  });
}

aclnnStatus aclDestroyTensor(const aclTensor* tensor) {
  return hostnn::DestroyHandle<TensorObject>("aclDestroyTensor", "tensor",
                                             tensor);
}

aclnnStatus aclGetViewShape(const aclTensor* tensor, int64_t** viewDims,
                            uint64_t* viewDimsNum) {
  return CopyDims("aclGetViewShape", tensor, &Tensor::shape, "viewDims",
                  viewDims, "viewDimsNum", viewDimsNum);
}

aclnnStatus aclGetStorageShape(const aclTensor* tensor, int64_t** storageDims,
                               uint64_t* storageDimsNum) {
  return CopyDims("aclGetStorageShape", tensor, &Tensor::storage_shape,
                  "storageDims", storageDims, "storageDimsNum", storageDimsNum);
}

aclnnStatus aclGetViewStrides(const aclTensor* tensor, int64_t** stridesValue,
                              uint64_t* stridesNum) {
  return CopyDims("aclGetViewStrides", tensor, &Tensor::strides, "stridesValue",
                  stridesValue, "stridesNum", stridesNum);
}

aclnnStatus aclGetViewOffset(const aclTensor* tensor, int64_t* offset) {
  return Read("aclGetViewOffset", tensor, "offset", offset,
              [](const Tensor& found) { return found.offset; });
}

aclnnStatus aclGetFormat(const aclTensor* tensor, aclFormat* format) {
  return Read("aclGetFormat", tensor, "format", format,
              [](const Tensor& found) { return found.format; });
}

aclnnStatus aclGetDataType(const aclTensor* tensor, aclDataType* dataType) {
  return Read("aclGetDataType", tensor, "dataType", dataType,
              [](const Tensor& found) { return found.dtype; });
}

aclnnStatus aclGetRawTensorAddr(const aclTensor* tensor, void** addr) {
  return Read("aclGetRawTensorAddr", tensor, "addr", addr,
              [](const Tensor& found) { return found.data; });
}

aclnnStatus aclSetRawTensorAddr(aclTensor* tensor, void* addr) {
  return AclnnCall("aclSetRawTensorAddr", [&]() -> Status {
    Ref<TensorObject> found;
    HOSTNN_RETURN_IF_ERROR(FindTensor(tensor, &found));
    found->SetData(addr);
    return Status();
  });
}
