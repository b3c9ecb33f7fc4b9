// SPDX-License-Identifier: Apache-2.0
#include "runtime/initialization.h"

#include <atomic>
#include <mutex>

#include "base/settings.h"
#include "runtime/device.h"

namespace hostnn {
namespace {

struct State {
  std::mutex mutex;  // guards configuration, was_used and changes of users
  std::atomic<uint64_t> users{0};
  bool was_used = false;
  Configuration configuration;
};

State& LibraryState() {
  static State& state = *new State;
  return state;
}

}  // namespace

Status Initialize(const Configuration& configuration) {
  HOSTNN_RETURN_IF_ERROR(ProcessSettings().status);
  State& state = LibraryState();
  const std::lock_guard lock(state.mutex);
  if (state.users == 0) {
    HOSTNN_CHECK(configuration.default_device < DeviceCount(),
                 Code::kInvalidDeviceId,
                 "defaultDevice: expected 0..%d, got %d", DeviceCount() - 1,
                 configuration.default_device);
    state.configuration = configuration;
    SetDefaultDevice(configuration.default_device);
    SetErrorScope(configuration.error_scope);
    state.was_used = true;
    state.users = 1;
    return Status();
  }
  const std::string& first = state.configuration.text;
  HOSTNN_CHECK(configuration.text.empty() || first.empty() ||
                   configuration.text == first,
               Code::kAclInvalidParam,
               "configPath: expected the configuration of the first aclInit, "
               "got another one");
  ++state.users;
  return {Code::kAclRepeatInitialize,
          "library: expected to be initialised once, got another aclInit, "
          "which only counts one use more"};
}

Status Finalize(bool all, uint64_t* remaining) {
  State& state = LibraryState();
  // Held to the end: whoever initialises next finds everything ended.
  const std::lock_guard lock(state.mutex);
  HOSTNN_CHECK(state.was_used, Code::kAclUninitialized,
               "library: expected aclInit before this call, got none");
  HOSTNN_CHECK(state.users > 0, Code::kAclRepeatFinalize,
               "library: expected to be in use, got another finalisation");
  state.users = all ? 0 : state.users - 1;
  *remaining = state.users;
  if (state.users > 0) return Status();
  SetDefaultDevice(-1);
  ResetAllDevices();
  SetErrorScope(ErrorScope::kThread);
  return Status();
}

bool Initialized() { return LibraryState().users > 0; }

}  // namespace hostnn
