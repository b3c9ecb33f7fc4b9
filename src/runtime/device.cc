// SPDX-License-Identifier: Apache-2.0
#include "runtime/device.h"

#include <atomic>
#include <mutex>
#include <utility>

#include "base/settings.h"
#include "runtime/initialization.h"

namespace hostnn {
namespace {

struct Device {
  std::mutex mutex;  // guards what follows
  int32_t set_count = 0;
  int32_t context_count = 0;  // of CreateContext
  Ref<Context> primary;

  std::atomic<uint64_t> incarnation{1};
};

Device& DeviceOf(int32_t device) {
  // Never destroyed: memory and streams may outlive every context.
  static Device* const devices =
      new Device[static_cast<size_t>(ProcessSettings().device_count)];
  return devices[device];
}

constinit std::atomic<int32_t> default_device = -1;

Status CheckDeviceId(int32_t device) {
  HOSTNN_CHECK(device >= 0 && device < DeviceCount(), Code::kInvalidDeviceId,
               "deviceId: expected 0..%d (HOSTNN_DEVICE_COUNT is %d), got %d",
               DeviceCount() - 1, DeviceCount(), device);
  return Status();
}

// Before a device or context is taken into use.
Status CheckReady(int32_t device) {
  HOSTNN_CHECK(Initialized(), Code::kAclUninitialized,
               "library: expected aclInit before this call, got none");
  return CheckDeviceId(device);
}

// With the last context the device's life ends.
void EndLifeIfUnused(Device& device) {
  const std::lock_guard lock(device.mutex);
  if (device.set_count == 0 && device.context_count == 0) {
    device.incarnation.fetch_add(1, std::memory_order_release);
  }
}

}  // namespace

int32_t DeviceCount() { return ProcessSettings().device_count; }

Status SetDevice(int32_t device) {
  HOSTNN_RETURN_IF_ERROR(CheckReady(device));
  Device& entry = DeviceOf(device);
  const std::lock_guard lock(entry.mutex);
  if (!entry.primary) entry.primary = MakeContext(device, /*primary=*/true);
  ++entry.set_count;
  SetCurrentContext(entry.primary.handle());
  return Status();
}

Status ResetDevice(int32_t device, bool force) {
  HOSTNN_RETURN_IF_ERROR(CheckDeviceId(device));
  Device& entry = DeviceOf(device);
  Ref<Context> ended;
  {
    const std::lock_guard lock(entry.mutex);
    HOSTNN_CHECK(entry.set_count > 0, Code::kParamInvalid,
                 "deviceId: expected a device set by aclrtSetDevice, got %d, "
                 "which is not",
                 device);
    entry.set_count = force ? 0 : entry.set_count - 1;
    if (entry.set_count > 0) return Status();
    ended = std::exchange(entry.primary, Ref<Context>());
  }
  EndContext(ended);
  EndLifeIfUnused(entry);
  return Status();
}

void ResetAllDevices() {
  for (int32_t device = 0; device < DeviceCount(); ++device) {
    // Fails for a device that is not set, which is as good.
    static_cast<void>(ResetDevice(device, /*force=*/true));
  }
  for (const Ref<Context>& context : ContextPool::Instance().All()) {
    static_cast<void>(DestroyContext(context.handle()));
  }
}

Status CreateContext(int32_t device, Ref<Context>* context) {
  HOSTNN_RETURN_IF_ERROR(CheckReady(device));
  Device& entry = DeviceOf(device);
  const std::lock_guard lock(entry.mutex);
  *context = MakeContext(device, /*primary=*/false);
  ++entry.context_count;
  SetCurrentContext(context->handle());
  return Status();
}

Status DestroyContext(const void* handle) {
  const Ref<Context> context = ContextPool::Instance().Find(handle);
  HOSTNN_CHECK(static_cast<bool>(context), Code::kInvalidHandle,
               "context: expected a live context, got %p", handle);
  HOSTNN_CHECK(!context->primary(), Code::kParamInvalid,
               "context: expected one from aclrtCreateContext, got the default "
               "context of device %d",
               context->device());
  Device& entry = DeviceOf(context->device());
  if (!EndContext(context)) return Status();  // another thread was quicker
  {
    const std::lock_guard lock(entry.mutex);
    --entry.context_count;
  }
  EndLifeIfUnused(entry);
  return Status();
}

uint64_t DeviceIncarnation(int32_t device) {
  return DeviceOf(device).incarnation.load(std::memory_order_acquire);
}

void WaitForAllStreams() {
  for (const Ref<Stream>& stream : StreamPool::Instance().All()) {
    stream->WaitIdle(Deadline());
  }
}

int32_t DefaultDevice() {
  return default_device.load(std::memory_order_relaxed);
}

void SetDefaultDevice(int32_t device) { default_device = device; }

}  // namespace hostnn
