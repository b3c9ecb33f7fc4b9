// SPDX-License-Identifier: Apache-2.0
// lookup <library> <name>...: opens the library as frameworks do, lazily and
// locally, and fails unless every name is found through that one handle.

#include <dlfcn.h>

#include <cstdio>

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: %s <library> <name>...\n", argv[0]);
    return 2;
  }
  void* const library = dlopen(argv[1], RTLD_LAZY);
  if (library == nullptr) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  int missing = 0;
  for (int i = 2; i < argc; ++i) {
    if (dlsym(library, argv[i]) == nullptr) {
      std::fprintf(stderr, "%s: no %s\n", argv[1], argv[i]);
      ++missing;
    }
  }
  return missing == 0 ? 0 : 1;
}
