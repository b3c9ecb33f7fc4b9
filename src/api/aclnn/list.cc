// SPDX-License-Identifier: Apache-2.0
// aclTensorList, aclScalarList: creation, size, end.
#include "tensor/list.h"

#include <vector>

#include "aclnn/acl_meta.h"
#include "api/aclnn/handles.h"

using hostnn::ScalarList;
using hostnn::TensorList;

namespace {

// From handles, not from a list: members must outlive a creation that fails.
template <class Handle, class List, class Member>
Handle* Create(const char* function, const Member* const* value,
               uint64_t size) {
  using Handles = std::vector<const void*>;
  return hostnn::CreateHandle<Handle, List, Handles>(
      function, [&](Handles* handles) {
        return hostnn::TakeMembers<typename List::MemberType>(value, size,
                                                              handles);
      });
}

template <class List>
aclnnStatus Size(const char* function, const char* argument, const void* list,
                 uint64_t* size) {
  return hostnn::ReadHandle<List>(
      function, argument, list, "size", size,
      [](const List& found) { return found.handles().size(); });
}

}  // namespace

aclTensorList* aclCreateTensorList(const aclTensor* const* value,
                                   uint64_t size) {
  return Create<aclTensorList, TensorList>("aclCreateTensorList", value, size);
}

aclScalarList* aclCreateScalarList(const aclScalar* const* value,
                                   uint64_t size) {
  return Create<aclScalarList, ScalarList>("aclCreateScalarList", value, size);
}

aclnnStatus aclDestroyTensorList(const aclTensorList* array) {
  return hostnn::DestroyHandle<TensorList>("aclDestroyTensorList", "array",
                                           array);
}

aclnnStatus aclDestroyScalarList(const aclScalarList* array) {
  return hostnn::DestroyHandle<ScalarList>("aclDestroyScalarList", "array",
                                           array);
}

aclnnStatus aclGetTensorListSize(const aclTensorList* tensorList,
                                 uint64_t* size) {
  return Size<TensorList>("aclGetTensorListSize", "tensorList", tensorList,
                          size);
}

aclnnStatus aclGetScalarListSize(const aclScalarList* scalarList,
                                 uint64_t* size) {
  return Size<ScalarList>("aclGetScalarListSize", "scalarList", scalarList,
                          size);
}
