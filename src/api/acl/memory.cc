// SPDX-License-Identifier: Apache-2.0
// Device and host memory.
#include "runtime/memory.h"

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "base/call_from_c.h"
#include "runtime/context.h"

using hostnn::AclCall;
using hostnn::CheckNotNull;
using hostnn::CheckSize;
using hostnn::Code;
using hostnn::Context;
using hostnn::PageSize;
using hostnn::Ref;
using hostnn::Status;

namespace {

// Every value is legal; one outside the enumeration means huge pages for what
// is large enough for one.
PageSize PagesOf(aclrtMemMallocPolicy policy) {
  switch (static_cast<int>(policy)) {
    case ACL_MEM_MALLOC_NORMAL_ONLY:
    case ACL_MEM_MALLOC_NORMAL_ONLY_P2P:
      return PageSize::kNormal;
    case ACL_MEM_MALLOC_HUGE1G_ONLY:
    case ACL_MEM_MALLOC_HUGE1G_ONLY_P2P:
      return PageSize::kGiant;
    default:
      return PageSize::kHuge;
  }
}

Status Malloc(void** address, size_t size, aclrtMemMallocPolicy policy,
              bool tail) {
  HOSTNN_RETURN_IF_ERROR(CheckNotNull("devPtr", address));
  HOSTNN_RETURN_IF_ERROR(CheckSize("size", size));
  Ref<Context> context;
  HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&context));
  return hostnn::AllocateDevice(context->device(), size, PagesOf(policy), tail,
                                address);
}

Status CheckRegisterType(aclrtHostRegisterType type) {
  const bool reserved =
      type == ACL_HOST_REGISTER_IOMEMORY || type == ACL_HOST_REGISTER_READONLY;
  HOSTNN_CHECK(type == ACL_HOST_REGISTER_MAPPED,
               reserved ? Code::kFeatureNotSupported : Code::kParamInvalid,
               "type: expected ACL_HOST_REGISTER_MAPPED, got %d",
               static_cast<int>(type));
  return Status();
}

}  // namespace

aclError aclrtMalloc(void** devPtr, size_t size, aclrtMemMallocPolicy policy) {
  return AclCall("aclrtMalloc",
                 [&] { return Malloc(devPtr, size, policy, /*tail=*/true); });
}

aclError aclrtMallocAlign32(void** devPtr, size_t size,
                            aclrtMemMallocPolicy policy) {
  return AclCall("aclrtMallocAlign32",
                 [&] { return Malloc(devPtr, size, policy, /*tail=*/false); });
}

aclError aclrtMallocCached(void** devPtr, size_t size,
                           aclrtMemMallocPolicy policy) {
  return AclCall("aclrtMallocCached", [&]() -> Status {
    HOSTNN_CHECK(policy == ACL_MEM_MALLOC_HUGE_FIRST ||
                     policy == ACL_MEM_MALLOC_HUGE_ONLY ||
                     policy == ACL_MEM_MALLOC_NORMAL_ONLY ||
                     policy == ACL_MEM_MALLOC_HUGE1G_ONLY,
                 Code::kParamInvalid,
                 "policy: expected HUGE_FIRST, HUGE_ONLY, NORMAL_ONLY or "
                 "HUGE1G_ONLY, got %d",
                 static_cast<int>(policy));
    return Malloc(devPtr, size, policy, /*tail=*/true);
  });
}

aclError aclrtFree(void* devPtr) {
  return AclCall("aclrtFree", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("devPtr", devPtr));
    return hostnn::FreeDevice(devPtr);
  });
}

aclError aclrtGetMemInfo(aclrtMemAttr attr, size_t* free, size_t* total) {
  return AclCall("aclrtGetMemInfo", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("free", free));
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("total", total));
    HOSTNN_CHECK(attr >= ACL_DDR_MEM && attr <= ACL_MEM_P2P_HUGE1G,
                 Code::kParamInvalid, "attr: expected %d..%d, got %d",
                 ACL_DDR_MEM, ACL_MEM_P2P_HUGE1G, static_cast<int>(attr));
    Ref<Context> context;
    HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&context));
    const hostnn::MemoryInfo info = hostnn::DeviceMemoryInfo(context->device());
    *free = info.free;
    *total = info.total;
    return Status();
  });
}

aclError aclrtMallocHost(void** hostPtr, size_t size) {
  return AclCall("aclrtMallocHost", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("hostPtr", hostPtr));
    HOSTNN_RETURN_IF_ERROR(CheckSize("size", size));
    return hostnn::AllocateHost(size, hostPtr);
  });
}

aclError aclrtFreeHost(void* hostPtr) {
  return AclCall("aclrtFreeHost", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("hostPtr", hostPtr));
    return hostnn::FreeHost(hostPtr);
  });
}

aclError aclrtHostRegister(void* ptr, uint64_t size, aclrtHostRegisterType type,
                           void** devPtr) {
  return AclCall("aclrtHostRegister", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("ptr", ptr));
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("devPtr", devPtr));
    HOSTNN_RETURN_IF_ERROR(CheckSize("size", size));
    HOSTNN_RETURN_IF_ERROR(CheckRegisterType(type));
    Ref<Context> context;
    HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&context));
    HOSTNN_RETURN_IF_ERROR(hostnn::RegisterHost(context->device(), ptr, size));
    *devPtr = ptr;
    return Status();
  });
}

aclError aclrtHostUnregister(void* ptr) {
  return AclCall("aclrtHostUnregister", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(CheckNotNull("ptr", ptr));
    return hostnn::UnregisterHost(ptr);
  });
}
