// SPDX-License-Identifier: Apache-2.0
// What hostnn offers beyond the acl and aclnn interfaces.
#include "base/settings.h"

#include "acl/acl_base_rt.h"
#include "api/checks.h"
#include "base/call_from_c.h"
#include "base/product.h"
#include "hostnn/hostnn.h"
#include "runtime/thread_pool.h"

using hostnn::AclCall;
using hostnn::Status;

const char* hostnnGetVersion() { return HOSTNN_VERSION; }

const char* hostnnGetSocName() { return aclrtGetSocName(); }

aclError hostnnSetSocName(const char* socName) {
  return AclCall("hostnnSetSocName", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(hostnn::CheckNotNull("socName", socName));
    return hostnn::SetProduct("socName", socName);
  });
}

int32_t hostnnGetThreadCount() {
  return hostnn::ValueFromC(0, [] {  // the system grants no thread at all
    return hostnn::ThreadPool::Instance().thread_count();
  });
}

aclError hostnnSetThreadCount(int32_t count) {
  return AclCall("hostnnSetThreadCount", [&]() -> Status {
    HOSTNN_CHECK(count >= 1 && count <= hostnn::kMaxThreads,
                 hostnn::Code::kAclInvalidParam,
                 "count: expected a number in 1..%d, got %d",
                 hostnn::kMaxThreads, count);
    return hostnn::ThreadPool::Instance().SetThreadCount(count);
  });
}

bool hostnnGetTargetCheck() { return hostnn::TargetCheckEnabled(); }

aclError hostnnSetTargetCheck(bool enabled) {
  hostnn::SetTargetCheck(enabled);
  return ACL_SUCCESS;
}
