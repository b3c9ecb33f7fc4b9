// SPDX-License-Identifier: Apache-2.0
// The checks that entry points share.
#ifndef HOSTNN_API_CHECKS_H_
#define HOSTNN_API_CHECKS_H_

#include <cstdint>

#include "base/handle_pool.h"
#include "base/status.h"
#include "runtime/deadline.h"

namespace hostnn {

// devPtr: expected an address, got NULL
inline Status CheckNotNull(const char* argument, const void* value,
                           Code code = Code::kAclInvalidParam) {
  HOSTNN_CHECK(value != nullptr, code, "%s: expected an address, got NULL",
               argument);
  return Status();
}

// size: expected at least 1 byte, got 0
inline Status CheckSize(const char* argument, uint64_t size) {
  HOSTNN_CHECK(size > 0, Code::kAclInvalidParam,
               "%s: expected at least 1 byte, got 0", argument);
  return Status();
}

// Milliseconds; -1: forever, 0: look once.
inline Status ParseTimeout(int32_t timeout_ms, Deadline* deadline) {
  HOSTNN_CHECK(timeout_ms >= -1, Code::kParamInvalid,
               "timeout: expected -1 (forever) or milliseconds, got %d",
               timeout_ms);
  *deadline = Deadline::After(timeout_ms);
  return Status();
}

// The codes for a handle that is NULL or that does not exist (any more).
struct HandleCodes {
  Code null;
  Code stale;
};
inline constexpr HandleCodes kAclHandleCodes = {Code::kAclInvalidParam,
                                                Code::kInvalidHandle};
inline constexpr HandleCodes kAclnnHandleCodes = {Code::kNullArgument,
                                                  Code::kBadArgument};
inline constexpr HandleCodes kExecutorHandleCodes = {Code::kInnerNull,
                                                     Code::kBadArgument};

// event: expected a live handle, got 0x...
template <class T>
Status FindHandle(const char* argument, const void* handle,
                  const HandleCodes& codes, Ref<T>* found) {
  HOSTNN_CHECK(handle != nullptr, codes.null, "%s: expected a handle, got NULL",
               argument);
  *found = HandlePool<T>::Instance().Find(handle);
  HOSTNN_CHECK(static_cast<bool>(*found), codes.stale,
               "%s: expected a live handle, got %p", argument, handle);
  return Status();
}

}  // namespace hostnn

#endif  // HOSTNN_API_CHECKS_H_
