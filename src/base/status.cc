// SPDX-License-Identifier: Apache-2.0
#include "base/status.h"

#include <cstdarg>
#include <cstddef>
#include <cstdio>

namespace hostnn {
namespace {

[[gnu::format(printf, 1, 0)]] std::string FormatArguments(const char* format,
                                                          va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  const int length = std::vsnprintf(nullptr, 0, format, copy);
  va_end(copy);
  std::string text(static_cast<size_t>(length > 0 ? length : 0), '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, arguments);
  return text;
}

// A string that lives for ever and takes no memory, for a short text.
template <const char* kText>
const std::string& Constant() {
  alignas(std::string) static std::byte storage[sizeof(std::string)];
  static const std::string& text = *new (storage) std::string(kText);
  return text;
}
constexpr char kEmpty[] = "";

}  // namespace

Status::Status(const Status& other) : code_(other.code_) {
  if (other.message_ != nullptr) *this = Status(code_, *other.message_);
}

const std::string& Status::message() const {
  if (message_ != nullptr) return *message_;
  return ok() ? Constant<kEmpty>() : Constant<kNoMemoryText>();
}

Status Status::Format(Code code, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = FormatArguments(format, arguments);
  va_end(arguments);
  return {code, std::move(text)};
}

std::string FormatText(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = FormatArguments(format, arguments);
  va_end(arguments);
  return text;
}

}  // namespace hostnn
