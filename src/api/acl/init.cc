// SPDX-License-Identifier: Apache-2.0
// aclInit and aclFinalize.
#include "acl/acl_rt.h"
#include "api/acl/init_config.h"
#include "base/call_from_c.h"
#include "runtime/initialization.h"

using hostnn::AclCall;
using hostnn::Status;

aclError aclInit(const char* configPath) {
  return AclCall("aclInit", [&]() -> Status {
    hostnn::Configuration configuration;
    HOSTNN_RETURN_IF_ERROR(hostnn::ReadInitConfig(configPath, &configuration));
    return hostnn::Initialize(configuration);
  });
}

aclError aclFinalize() {
  return AclCall("aclFinalize", [&]() -> Status {
    uint64_t remaining = 0;
    return hostnn::Finalize(/*all=*/true, &remaining);
  });
}

aclError aclFinalizeReference(uint64_t* refCount) {
  return AclCall("aclFinalizeReference", [&]() -> Status {
    uint64_t remaining = 0;
    HOSTNN_RETURN_IF_ERROR(hostnn::Finalize(/*all=*/false, &remaining));
    if (refCount != nullptr) *refCount = remaining;
    return Status();
  });
}
