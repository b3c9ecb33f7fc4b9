// SPDX-License-Identifier: Apache-2.0
// Devices: choosing one, asking about them.
#include "runtime/device.h"

#include "acl/acl_rt.h"
#include "api/checks.h"
#include "base/call_from_c.h"
#include "base/product.h"
#include "runtime/context.h"

using hostnn::AclCall;
using hostnn::Context;
using hostnn::Deadline;
using hostnn::Ref;
using hostnn::Status;

namespace {

Status SynchronizeCurrentDevice(const Deadline& deadline) {
  Ref<Context> context;
  HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&context));
  return hostnn::SynchronizeStreamsOf(context->device(), deadline);
}

}  // namespace

aclError aclrtSetDevice(int32_t deviceId) {
  return AclCall("aclrtSetDevice", [&] { return hostnn::SetDevice(deviceId); });
}

aclError aclrtResetDevice(int32_t deviceId) {
  return AclCall("aclrtResetDevice", [&] {
    return hostnn::ResetDevice(deviceId, /*force=*/false);
  });
}

aclError aclrtResetDeviceForce(int32_t deviceId) {
  return AclCall("aclrtResetDeviceForce",
                 [&] { return hostnn::ResetDevice(deviceId, /*force=*/true); });
}

aclError aclrtGetDevice(int32_t* deviceId) {
  return AclCall("aclrtGetDevice", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(hostnn::CheckNotNull("deviceId", deviceId));
    Ref<Context> context;
    HOSTNN_RETURN_IF_ERROR(hostnn::CurrentContext(&context));
    *deviceId = context->device();
    return Status();
  });
}

aclError aclrtGetDeviceCount(uint32_t* count) {
  return AclCall("aclrtGetDeviceCount", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(hostnn::CheckNotNull("count", count));
    *count = static_cast<uint32_t>(hostnn::DeviceCount());
    return Status();
  });
}

aclError aclrtGetRunMode(aclrtRunMode* runMode) {
  return AclCall("aclrtGetRunMode", [&]() -> Status {
    HOSTNN_RETURN_IF_ERROR(hostnn::CheckNotNull("runMode", runMode));
    *runMode = ACL_HOST;
    return Status();
  });
}

const char* aclrtGetSocName() {
  return hostnn::ValueFromC<const char*>(hostnn::kDefaultProduct, [] {
    return hostnn::CurrentProduct().name.c_str();
  });
}

aclError aclrtSynchronizeDevice() {
  return AclCall("aclrtSynchronizeDevice",
                 [] { return SynchronizeCurrentDevice(Deadline()); });
}

aclError aclrtSynchronizeDeviceWithTimeout(int32_t timeout) {
  return AclCall("aclrtSynchronizeDeviceWithTimeout", [&]() -> Status {
    Deadline deadline;
    HOSTNN_RETURN_IF_ERROR(hostnn::ParseTimeout(timeout, &deadline));
    return SynchronizeCurrentDevice(deadline);
  });
}
