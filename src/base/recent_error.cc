// SPDX-License-Identifier: Apache-2.0
#include "base/recent_error.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <mutex>

namespace hostnn {
namespace {

constexpr size_t kLogBytes = 4096;

// Two fixed texts: messages gather in one while the other is handed out.
// Trivially destructible, so usable until the very end of a thread.
class ErrorLog {
 public:
  void Prepend(const char* line) {
    char* text = texts_[gathering_];
    const size_t room = kLogBytes - 1;
    const size_t length = std::min(std::strlen(line), room);
    const size_t separator = text[0] != '\0' && length < room ? 1 : 0;
    const size_t kept = std::min(std::strlen(text), room - length - separator);
    std::memmove(text + length + separator, text, kept);
    std::memcpy(text, line, length);
    if (separator == 1) text[length] = '\n';
    text[length + separator + kept] = '\0';
  }

  const char* Take() {
    const char* text = texts_[gathering_];
    if (text[0] == '\0') return nullptr;
    gathering_ = 1 - gathering_;
    texts_[gathering_][0] = '\0';
    return text;
  }

 private:
  char texts_[2][kLogBytes] = {};
  int gathering_ = 0;
};

constinit thread_local ErrorLog thread_log;
constinit thread_local Code last_error = Code::kOk;

constinit std::atomic<ErrorScope> error_scope = ErrorScope::kThread;
constinit std::mutex process_log_mutex;  // guards process_log
constinit ErrorLog process_log;

template <class Use>
auto WithLog(const Use& use) {
  if (error_scope.load(std::memory_order_relaxed) == ErrorScope::kThread) {
    return use(thread_log);
  }
  const std::lock_guard lock(process_log_mutex);
  return use(process_log);
}

}  // namespace

void SetErrorScope(ErrorScope scope) {
  error_scope.store(scope, std::memory_order_relaxed);
  const std::lock_guard lock(process_log_mutex);
  process_log = ErrorLog();
}

void RecordError(const char* function, const Status& status) {
  char line[kLogBytes];
  std::snprintf(line, sizeof line, "%s: %s: %s", InfoOf(status.code()).frame_id,
                function, status.message().c_str());
  WithLog([&](ErrorLog& log) { log.Prepend(line); });
}

const char* TakeRecentErrors() {
  return WithLog([](ErrorLog& log) { return log.Take(); });
}

Code LastError() { return last_error; }

void SetLastError(Code code) { last_error = code; }

}  // namespace hostnn
