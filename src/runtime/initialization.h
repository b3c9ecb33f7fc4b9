// SPDX-License-Identifier: Apache-2.0
// Whether the library is in use: what aclInit and aclFinalize count.
#ifndef HOSTNN_RUNTIME_INITIALIZATION_H_
#define HOSTNN_RUNTIME_INITIALIZATION_H_

#include <cstdint>
#include <string>

#include "base/recent_error.h"
#include "base/status.h"

namespace hostnn {

// What aclInit's configuration asks for. `text` is the file's content, empty
// for none; two configurations are the same when it is.
struct Configuration {
  std::string text;
  int32_t default_device = -1;
  ErrorScope error_scope = ErrorScope::kThread;
};

// Counts one more user. The first one's configuration holds: a later one gets
// kAclRepeatInitialize and is counted too, or kAclInvalidParam and is not, when
// both have a configuration and they differ.
Status Initialize(const Configuration& configuration);

// Counts one user less, or all of them; with the last one every device is
// reset. `remaining` is the count after the call. kAclRepeatFinalize when
// nobody is left, kAclUninitialized when nobody ever was.
Status Finalize(bool all, uint64_t* remaining);

bool Initialized();

}  // namespace hostnn

#endif  // HOSTNN_RUNTIME_INITIALIZATION_H_
