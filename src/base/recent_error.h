// SPDX-License-Identifier: Apache-2.0
// What aclGetRecentErrMsg, aclrtPeekAtLastError and aclrtGetLastError tell: the
// failures of the calling thread, newest first. Never allocates, so it works
// when memory has run out and while a process exits.
#ifndef HOSTNN_BASE_RECENT_ERROR_H_
#define HOSTNN_BASE_RECENT_ERROR_H_

#include "base/status.h"

namespace hostnn {

// Whose messages are kept together; aclInit's err_msg_mode.
enum class ErrorScope { kThread, kProcess };

// Also forgets the messages of the process.
void SetErrorScope(ErrorScope scope);

// Adds "<frame>: <function>: <message>" above the older ones; the oldest are
// dropped when room ends.
void RecordError(const char* function, const Status& status);

// The recorded messages, a line each, which are thereby cleared; nullptr when
// there is none. The text stays valid until the next call in the same scope.
const char* TakeRecentErrors();

// The code of the thread's last failing runtime call, 0 when none.
Code LastError();
void SetLastError(Code code);

}  // namespace hostnn

#endif  // HOSTNN_BASE_RECENT_ERROR_H_
