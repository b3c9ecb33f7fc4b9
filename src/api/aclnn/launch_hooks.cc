// SPDX-License-Identifier: Apache-2.0
// Names that frameworks look up around every launch although no header declares
// them: an arena for executors, and a cache of executors on the client's side.
// Executors here need neither; the answers say so, and every launch then takes
// the ordinary two phases.
#include <cstddef>
#include <cstdint>

#include "aclnn/acl_meta.h"

extern "C" {

// The arena: before phase one, after it, at the end. 0: ready.
ACL_FUNC_VISIBILITY int InitHugeMemThreadLocal(void*, bool) { return 0; }
ACL_FUNC_VISIBILITY void UnInitHugeMemThreadLocal(void*, bool) {}
ACL_FUNC_VISIBILITY void ReleaseHugeMem(void*, bool) {}

// The cache: no operator can use it, and it holds nothing.
ACL_FUNC_VISIBILITY bool CanUsePTACache(const char*) { return false; }
ACL_FUNC_VISIBILITY void InitPTACacheThreadLocal() {}
ACL_FUNC_VISIBILITY void UnInitPTACacheThreadLocal() {}
ACL_FUNC_VISIBILITY void SetPTAHashKey(uint64_t) {}
ACL_FUNC_VISIBILITY void SetPTACacheHashKey(uint8_t*, size_t) {}
ACL_FUNC_VISIBILITY aclOpExecutor* PTAGetExecCache(uint64_t, uint64_t*) {
  return nullptr;
}
ACL_FUNC_VISIBILITY aclOpExecutor* PTAFindExecCache(uint8_t*, size_t,
                                                    uint64_t*) {
  return nullptr;
}
ACL_FUNC_VISIBILITY void AddTensorAddrToCachedList(void*) {}

}  // extern "C"
