// SPDX-License-Identifier: Apache-2.0
// The status codes that hostnn returns, with the id under which a message of
// that code is shown. One table; codes_test.cc walks it.
#ifndef HOSTNN_BASE_CODES_H_
#define HOSTNN_BASE_CODES_H_

#include <cstdint>
#include <span>

namespace hostnn {

// Numbers of the documented interface: 1xxxxx the caller's mistake, 2xxxxx
// out of something, 3xxxxx and 5xxxxx failures inside.
enum class Code : int32_t {
  kOk = 0,
  // acl, from acl/acl_base_rt.h.
  kAclInvalidParam = 100000,
  kAclUninitialized = 100001,
  kAclRepeatInitialize = 100002,
  kAclInvalidFile = 100003,
  kAclParseFile = 100006,
  kAclRepeatFinalize = 100037,
  kAclBadAlloc = 200000,
  kAclInternal = 500000,
  // Runtime, from acl/error_codes/rt_error_codes.h.
  kParamInvalid = 107000,
  kInvalidDeviceId = 107001,
  kContextNull = 107002,
  kStreamContext = 107003,
  kEventTimestampInvalid = 107006,
  kEventTimestampReversal = 107007,
  kInvalidHandle = 107017,
  kFeatureNotSupported = 207000,
  kMemoryAllocation = 207001,
  kEventNotComplete = 507006,
  kVectorCoreException = 507035,
  kStreamSyncTimeout = 507046,
  kEventSyncTimeout = 507047,
  kHostMemoryAlreadyRegistered = 507910,
  kHostMemoryNotRegistered = 507911,
  // aclnn; the documented interface names them in no header.
  kNullArgument = 161001,
  kBadArgument = 161002,
  kRuntimeError = 361001,
  kInner = 561000,
  kNoKernel = 561003,
  kCreateExecutor = 561101,
  kInnerNull = 561103,
};

struct CodeInfo {
  Code code;
  const char* name;      // the documented name, without ACL_ERROR_ and the like
  const char* frame_id;  // how a message of this code begins
};

// Every code but kOk, in the order of the enumeration.
std::span<const CodeInfo> AllCodes();

// The row of a code; the one of kAclInternal for a number not in the table.
const CodeInfo& InfoOf(Code code);

}  // namespace hostnn

#endif  // HOSTNN_BASE_CODES_H_
