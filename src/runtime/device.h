// SPDX-License-Identifier: Apache-2.0
// The devices that are modelled: which are set, by how many, and how often each
// began anew.
#ifndef HOSTNN_RUNTIME_DEVICE_H_
#define HOSTNN_RUNTIME_DEVICE_H_

#include <cstdint>

#include "base/handle_pool.h"
#include "base/status.h"
#include "runtime/context.h"

namespace hostnn {

int32_t DeviceCount();

// Makes the device's primary context current in this thread and counts one
// more use of the device. kAclUninitialized before aclInit, kInvalidDeviceId.
Status SetDevice(int32_t device);

// Counts one use less; with the last one the primary context ends: its work is
// waited for, its streams and (unless other contexts remain) the device's
// memory can then only be destroyed or freed. `force`: whatever the count.
Status ResetDevice(int32_t device, bool force);

// Resets every device that is set, by force.
void ResetAllDevices();

// A context of its own on the device, made current in this thread.
Status CreateContext(int32_t device, Ref<Context>* context);

// Ends a context that CreateContext made.
Status DestroyContext(const void* handle);

// Counts the lives of a device: memory of an earlier one is dead.
uint64_t DeviceIncarnation(int32_t device);

// Waits for all work queued so far, on any device; faults stay to be reported.
void WaitForAllStreams();

// The device that threads use which have chosen none; below 0: none.
int32_t DefaultDevice();
void SetDefaultDevice(int32_t device);

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_DEVICE_H_
