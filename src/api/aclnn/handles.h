// SPDX-License-Identifier: Apache-2.0
// What the entry points of all aclnn objects have in common: making a handle
// and ending it.
#ifndef HOSTNN_API_ACLNN_HANDLES_H_
#define HOSTNN_API_ACLNN_HANDLES_H_

#include <cstdint>
#include <utility>

#include "api/checks.h"
#include "base/call_from_c.h"
#include "base/handle_pool.h"
#include "base/status.h"

namespace hostnn {

// body(seed) fills what the object is made from. NULL, with the reason
// recorded, if it fails.
template <class Handle, class Object, class Seed = Object, class Body>
Handle* CreateHandle(const char* function, const Body& body) noexcept {
  Handle* handle = nullptr;
  AclnnCall(function, [&]() -> Status {
    Seed seed;
    HOSTNN_RETURN_IF_ERROR(body(&seed));
    handle = static_cast<Handle*>(
        HandlePool<Object>::Instance().Create(std::move(seed)).handle());
    return Status();
  });
  return handle;
}

// NULL does nothing.
template <class Object>
int32_t DestroyHandle(const char* function, const char* argument,
                      const void* handle) noexcept {
  return AclnnCall(function, [&]() -> Status {
    if (handle == nullptr) return Status();
    HOSTNN_CHECK(HandlePool<Object>::Instance().Remove(handle),
                 Code::kBadArgument, "%s: expected a live handle, got %p",
                 argument, handle);
    return Status();
  });
}

// Writes get(object) to *result.
template <class Object, class Result, class Get>
int32_t ReadHandle(const char* function, const char* argument,
                   const void* handle, const char* result_name, Result* result,
                   const Get& get) noexcept {
  return AclnnCall(function, [&]() -> Status {
    Ref<Object> object;
    HOSTNN_RETURN_IF_ERROR(
        FindHandle(argument, handle, kAclnnHandleCodes, &object));
    HOSTNN_RETURN_IF_ERROR(
        CheckNotNull(result_name, result, Code::kNullArgument));
    *result = get(*object);
    return Status();
  });
}

}  // namespace hostnn

#endif  // HOSTNN_API_ACLNN_HANDLES_H_
