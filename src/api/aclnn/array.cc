// SPDX-License-Identifier: Apache-2.0
// aclIntArray, aclFloatArray, aclBoolArray: creation, size, end.
#include "tensor/array.h"

#include "aclnn/acl_meta.h"
#include "api/aclnn/handles.h"

using hostnn::BoolArray;
using hostnn::FloatArray;
using hostnn::IntArray;
using hostnn::Status;

namespace {

template <class Handle, class Array>
Handle* Create(const char* function, const typename Array::Value* value,
               uint64_t size) {
  return hostnn::CreateHandle<Handle, Array>(
      function, [&](Array* array) -> Status {
        HOSTNN_RETURN_IF_ERROR(hostnn::CheckArrayArguments(value, size));
        *array = Array({value, static_cast<size_t>(size)});
        return Status();
      });
}

template <class Array>
aclnnStatus Size(const char* function, const void* array, uint64_t* size) {
  return hostnn::ReadHandle<Array>(
      function, "array", array, "size", size,
      [](const Array& found) { return found.values().size(); });
}

}  // namespace

aclIntArray* aclCreateIntArray(const int64_t* value, uint64_t size) {
  return Create<aclIntArray, IntArray>("aclCreateIntArray", value, size);
}

aclFloatArray* aclCreateFloatArray(const float* value, uint64_t size) {
  return Create<aclFloatArray, FloatArray>("aclCreateFloatArray", value, size);
}

aclBoolArray* aclCreateBoolArray(const bool* value, uint64_t size) {
  return Create<aclBoolArray, BoolArray>("aclCreateBoolArray", value, size);
}

aclnnStatus aclDestroyIntArray(const aclIntArray* array) {
  return hostnn::DestroyHandle<IntArray>("aclDestroyIntArray", "array", array);
}

aclnnStatus aclDestroyFloatArray(const aclFloatArray* array) {
  return hostnn::DestroyHandle<FloatArray>("aclDestroyFloatArray", "array",
                                           array);
}

aclnnStatus aclDestroyBoolArray(const aclBoolArray* array) {
  return hostnn::DestroyHandle<BoolArray>("aclDestroyBoolArray", "array",
                                          array);
}

aclnnStatus aclGetIntArraySize(const aclIntArray* array, uint64_t* size) {
  return Size<IntArray>("aclGetIntArraySize", array, size);
}

aclnnStatus aclGetFloatArraySize(const aclFloatArray* array, uint64_t* size) {
  return Size<FloatArray>("aclGetFloatArraySize", array, size);
}

aclnnStatus aclGetBoolArraySize(const aclBoolArray* array, uint64_t* size) {
  return Size<BoolArray>("aclGetBoolArraySize", array, size);
}
