// SPDX-License-Identifier: Apache-2.0
#include "base/status.h"

#include <cstdarg>
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

}  // namespace

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
