// SPDX-License-Identifier: Apache-2.0
// What went wrong last.
#include "acl/acl_rt.h"
#include "base/call_from_c.h"
#include "base/recent_error.h"

using hostnn::AclCall;
using hostnn::Code;
using hostnn::Status;

namespace {

Status CheckLevel(aclrtLastErrLevel level) {
  HOSTNN_CHECK(level == ACL_RT_THREAD_LEVEL, Code::kParamInvalid,
               "level: expected ACL_RT_THREAD_LEVEL, got %d",
               static_cast<int>(level));
  return Status();
}

}  // namespace

const char* aclGetRecentErrMsg() { return hostnn::TakeRecentErrors(); }

aclError aclrtPeekAtLastError(aclrtLastErrLevel level) {
  const aclError refused =
      AclCall("aclrtPeekAtLastError", [&] { return CheckLevel(level); });
  return refused != 0 ? refused : static_cast<aclError>(hostnn::LastError());
}

aclError aclrtGetLastError(aclrtLastErrLevel level) {
  const aclError refused =
      AclCall("aclrtGetLastError", [&] { return CheckLevel(level); });
  if (refused != 0) return refused;
  const Code last = hostnn::LastError();
  hostnn::SetLastError(Code::kOk);
  return static_cast<aclError>(last);
}
