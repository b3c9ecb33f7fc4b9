// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <getopt.h>

#include <cstdio>
#include <cstdlib>

namespace hostnn::bench {
namespace {

[[noreturn]] void EndWithUsage(const char* program) {
  std::fprintf(stderr,
               "usage: %s [--filter REGEX] [--rounds N] [--threads N]\n"
               "          [--json PATH] [--gate] [--list]\n",
               program);
  std::exit(2);
}

int Positive(const char* text, const char* program) {
  const int number = std::atoi(text);
  if (number < 1) EndWithUsage(program);
  return number;
}

}  // namespace

Options ReadOptions(int count, char** arguments) {
  static constexpr option kOptions[] = {
      {"filter", required_argument, nullptr, 'f'},
      {"rounds", required_argument, nullptr, 'r'},
      {"threads", required_argument, nullptr, 't'},
      {"json", required_argument, nullptr, 'j'},
      {"gate", no_argument, nullptr, 'g'},
      {"list", no_argument, nullptr, 'l'},
      {}};
  Options options;
  int letter = 0;
  while ((letter = getopt_long(count, arguments, "", kOptions, nullptr)) !=
         -1) {
    switch (letter) {
      case 'f':
        options.filter = optarg;
        break;
      case 'r':
        options.round_count = Positive(optarg, arguments[0]);
        break;
      case 't':
        options.thread_count = Positive(optarg, arguments[0]);
        break;
      case 'j':
        options.json_path = optarg;
        break;
      case 'g':
        options.gate = true;
        break;
      case 'l':
        options.list = true;
        break;
      default:
        EndWithUsage(arguments[0]);
    }
  }
  if (optind < count) EndWithUsage(arguments[0]);
  return options;
}

}  // namespace hostnn::bench
