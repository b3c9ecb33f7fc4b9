// SPDX-License-Identifier: Apache-2.0
// What hostnn offers beyond the acl and aclnn interfaces.
#include "base/settings.h"

#include "api/checks.h"
#include "base/call_from_c.h"
#include "base/product.h"
#include "hostnn/hostnn.h"

using hostnn::AclCall;
using hostnn::Status;

const char* hostnnGetVersion() { return HOSTNN_VERSION; }

aclError hostnnSetSocName(const char* socName) {
  return AclCall("hostnnSetSocName", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(hostnn::CheckNotNull("socName", socName));
    return hostnn::SetProduct("socName", socName);
  });
}

aclError hostnnSetTargetCheck(bool enabled) {
  hostnn::SetTargetCheck(enabled);
  return ACL_SUCCESS;
}
