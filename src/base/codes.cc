// SPDX-License-Identifier: Apache-2.0
#include "base/codes.h"

namespace hostnn {
namespace {

constexpr char kAclParameter[] = "Acl_Parameter_Error(EH0001)";
constexpr char kAclFile[] = "Acl_File_Error(EH0003)";
constexpr char kAclInner[] = "Acl_Inner_Error(EH9999)";
constexpr char kRuntimeParameter[] = "Runtime_Parameter_Error(EE1001)";
constexpr char kRuntimeTimeout[] = "Runtime_Timeout_Error(EE1002)";
constexpr char kRuntimeSupport[] = "Runtime_Not_Supported_Error(EE1005)";
constexpr char kRuntimeOwner[] = "Runtime_Context_Error(EE1010)";
constexpr char kRuntimeMemory[] = "Runtime_Memory_Error(EE1013)";
constexpr char kExecution[] = "Execution_Error(EZ2001)";
constexpr char kAclnnParameter[] = "AclNN_Parameter_Error(EZ1001)";
constexpr char kAclnnInner[] = "AclNN_Inner_Error(EZ9999)";

constexpr CodeInfo kCodes[] = {
    {Code::kAclInvalidParam, "INVALID_PARAM", kAclParameter},
    {Code::kAclUninitialized, "UNINITIALIZE", kAclParameter},
    {Code::kAclRepeatInitialize, "REPEAT_INITIALIZE", kAclParameter},
    {Code::kAclInvalidFile, "INVALID_FILE", kAclFile},
    {Code::kAclParseFile, "PARSE_FILE", kAclFile},
    {Code::kAclRepeatFinalize, "REPEAT_FINALIZE", kAclParameter},
    {Code::kAclBadAlloc, "BAD_ALLOC", kAclInner},
    {Code::kAclInternal, "INTERNAL_ERROR", kAclInner},
    {Code::kParamInvalid, "RT_PARAM_INVALID", kRuntimeParameter},
    {Code::kInvalidDeviceId, "RT_INVALID_DEVICEID", kRuntimeParameter},
    {Code::kContextNull, "RT_CONTEXT_NULL", kRuntimeOwner},
    {Code::kStreamContext, "RT_STREAM_CONTEXT", kRuntimeOwner},
    {Code::kEventTimestampInvalid, "RT_EVENT_TIMESTAMP_INVALID",
     kRuntimeParameter},
    {Code::kEventTimestampReversal, "RT_EVENT_TIMESTAMP_REVERSAL",
     kRuntimeParameter},
    {Code::kInvalidHandle, "RT_INVALID_HANDLE", kRuntimeParameter},
    {Code::kFeatureNotSupported, "RT_FEATURE_NOT_SUPPORT", kRuntimeSupport},
    {Code::kMemoryAllocation, "RT_MEMORY_ALLOCATION", kRuntimeMemory},
    {Code::kEventNotComplete, "RT_EVENT_NOT_COMPLETE", kRuntimeParameter},
    {Code::kVectorCoreException, "RT_VECTOR_CORE_EXCEPTION", kExecution},
    {Code::kStreamSyncTimeout, "RT_STREAM_SYNC_TIMEOUT", kRuntimeTimeout},
    {Code::kEventSyncTimeout, "RT_EVENT_SYNC_TIMEOUT", kRuntimeTimeout},
    {Code::kHostMemoryAlreadyRegistered, "HOST_MEMORY_ALREADY_REGISTERED",
     kRuntimeParameter},
    {Code::kHostMemoryNotRegistered, "HOST_MEMORY_NOT_REGISTERED",
     kRuntimeParameter},
    {Code::kNullArgument, "PARAM_NULLPTR", kAclnnParameter},
    {Code::kBadArgument, "PARAM_INVALID", kAclnnParameter},
    {Code::kRuntimeError, "RUNTIME_ERROR", kAclnnInner},
    {Code::kInner, "INNER", kAclnnInner},
    {Code::kNoKernel, "INNER_FIND_KERNEL_ERROR", kAclnnInner},
    {Code::kCreateExecutor, "INNER_CREATE_EXECUTOR", kAclnnInner},
    {Code::kInnerNull, "INNER_NULLPTR", kAclnnInner},
};

}  // namespace

std::span<const CodeInfo> AllCodes() { return kCodes; }

const CodeInfo& InfoOf(Code code) {
  for (const CodeInfo& info : kCodes) {
    if (info.code == code) return info;
  }
  return InfoOf(Code::kAclInternal);
}

}  // namespace hostnn
