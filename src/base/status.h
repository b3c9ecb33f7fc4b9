// SPDX-License-Identifier: Apache-2.0
// Errors as values: a status code of the C interface and the sentence that
// explains it. For every room.
#ifndef HOSTNN_BASE_STATUS_H_
#define HOSTNN_BASE_STATUS_H_

#include <memory>
#include <new>
#include <string>
#include <utility>

#include "base/codes.h"

namespace hostnn {

// Ok, or a code and a sentence "<argument>: expected ..., got ...". The door
// (base/call_from_c.h) puts the function's name and the message id before it.
// An ok one costs next to nothing.
class [[nodiscard]] Status {
 public:
  Status() = default;
  // If memory has run out for the sentence, it says so instead.
  Status(Code code, std::string message)
      : code_(code),
        message_(new (std::nothrow) std::string(std::move(message))) {}
  Status(Status&&) = default;
  Status& operator=(Status&&) = default;
  Status(const Status& other);
  Status& operator=(const Status& other) { return *this = Status(other); }

  // As printf.
  [[gnu::format(printf, 2, 3)]] static Status Format(Code code,
                                                     const char* format, ...);

  bool ok() const { return code_ == Code::kOk; }
  Code code() const { return code_; }
  const std::string& message() const;

 private:
  Code code_ = Code::kOk;
  std::unique_ptr<const std::string> message_;
};

// Sentences for a failure with no more to say, short enough for a std::string
// that needs no memory.
inline constexpr char kNoMemoryText[] = "out of memory";
inline constexpr char kInternalText[] = "internal error";

// As printf, into a string.
[[gnu::format(printf, 1, 2)]] std::string FormatText(const char* format, ...);

}  // namespace hostnn

// One check, one line: HOSTNN_CHECK(condition, Code, "printf format", ...)
// leaves the function with that status unless the condition holds.
#define HOSTNN_CHECK(condition, code, ...)                \
  do {                                                    \
    if (!(condition)) {                                   \
      return ::hostnn::Status::Format(code, __VA_ARGS__); \
    }                                                     \
  } while (false)

// Leaves the function with the expression's status unless it is ok.
#define HOSTNN_RETURN_IF_ERROR(expression)              \
  do {                                                  \
    if (::hostnn::Status status_of_call = (expression); \
        !status_of_call.ok()) {                         \
      return status_of_call;                            \
    }                                                   \
  } while (false)

#endif  // HOSTNN_BASE_STATUS_H_
