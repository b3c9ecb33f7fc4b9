// SPDX-License-Identifier: Apache-2.0
// Reads the JSON file that aclInit is given.
#ifndef HOSTNN_API_ACL_INIT_CONFIG_H_
#define HOSTNN_API_ACL_INIT_CONFIG_H_

#include <string>

#include "base/status.h"
#include "runtime/initialization.h"

namespace hostnn {

// The configuration in this file; nullptr gives none. kAclInvalidFile when it
// cannot be read, kAclParseFile when it is not a JSON object or nests deeper
// than documented, kAclInvalidParam for a bad value of a known key. Keys that
// hostnn has no use for are ignored.
Status ReadInitConfig(const char* path, Configuration* configuration);

// As ReadInitConfig, of the file's content.
Status ParseInitConfig(const std::string& text, Configuration* configuration);

}  // namespace hostnn

#endif  // HOSTNN_API_ACL_INIT_CONFIG_H_
