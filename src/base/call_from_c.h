// SPDX-License-Identifier: Apache-2.0
// The door of every C function: runs its body, records a failure for
// aclGetRecentErrMsg and keeps exceptions inside: the one file that catches for
// callers.
#ifndef HOSTNN_BASE_CALL_FROM_C_H_
#define HOSTNN_BASE_CALL_FROM_C_H_

#include <cstdint>
#include <new>

#include "base/recent_error.h"
#include "base/status.h"

namespace hostnn {

// What the two interfaces return when the body throws.
struct Door {
  Code no_memory;
  Code internal;
};
inline constexpr Door kAclDoor = {Code::kAclBadAlloc, Code::kAclInternal};
inline constexpr Door kAclnnDoor = {Code::kCreateExecutor, Code::kInner};

namespace call_from_c_internal {

template <class Body>
Status RunBody(const Door& door, const Body& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    return {door.no_memory, kNoMemoryText};
  } catch (...) {
    return {door.internal, kInternalText};
  }
}

template <class Body>
int32_t CallFromC(const Door& door, const char* function,
                  const Body& body) noexcept {
  const Status status = RunBody(door, body);
  if (!status.ok()) RecordError(function, status);
  return static_cast<int32_t>(status.code());
}

}  // namespace call_from_c_internal

// For acl functions; body returns a Status. A failure is also the thread's last
// error.
template <class Body>
int32_t AclCall(const char* function, const Body& body) noexcept {
  const int32_t code =
      call_from_c_internal::CallFromC(kAclDoor, function, body);
  if (code != 0) SetLastError(Code{code});
  return code;
}

// For aclnn functions; body returns a Status.
template <class Body>
int32_t AclnnCall(const char* function, const Body& body) noexcept {
  return call_from_c_internal::CallFromC(kAclnnDoor, function, body);
}

// For functions that return no code: what the body returns or, if it throws,
// `otherwise`.
template <class T, class Body>
T ValueFromC(T otherwise, const Body& body) noexcept {
  try {
    return body();
  } catch (...) {
    return otherwise;
  }
}

}  // namespace hostnn

#endif  // HOSTNN_BASE_CALL_FROM_C_H_
