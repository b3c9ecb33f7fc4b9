#!/usr/bin/env bash
# Builds and installs hostnn below build/, compiles the examples, ordinary
# programs, against the installed files alone, as a user would, and runs them.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

prefix=$PWD/build/installed
programs=$PWD/build/demo
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# step TEXT COMMAND...: one line on the screen; the command's own output only if it fails.
step() {
  echo "-- $1"
  shift
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    echo "failed: $*" >&2
    exit 1
  fi
}

flags=(-I "$prefix/include" -I "$prefix/include/aclnn" -L "$prefix/lib64"
  -lopapi_nn -lopapi_math -lascendcl -lnnopbase)

scripts/setup.sh
step "configure" cmake --preset release
step "build the library (the first time takes a few minutes)" cmake --build --preset release --target hostnn
step "install to build/installed" cmake --install build/release --prefix "$prefix"
mkdir -p "$programs"
for source in examples/*.cpp; do
  step "compile $source" g++ -std=c++11 "$source" -o "$programs/$(basename "$source" .cpp)" "${flags[@]}"
done
for source in examples/*.cpp; do
  printf '\n-- run %s\n\n' "$source"
  # A shell of its own for set_env.sh, as a user's would be.
  bash -c '. "$1" && exec "$2"' demo "$prefix/set_env.sh" "$programs/$(basename "$source" .cpp)"
done
