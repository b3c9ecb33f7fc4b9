#!/usr/bin/env bash
# Builds and installs hostnn below build/, compiles one ordinary program against
# the installed files alone, as a user would, and runs it.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

prefix=$PWD/build/installed
program=$PWD/build/nll_loss2d_backward
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

compile=(g++ -std=c++11 examples/nll_loss2d_backward.cpp -o "$program"
  -I "$prefix/include" -I "$prefix/include/aclnn" -L "$prefix/lib64"
  -lopapi_nn -lopapi_math -lascendcl -lnnopbase)

scripts/setup.sh
step "configure" cmake --preset release
step "build the library (the first time takes a few minutes)" cmake --build --preset release --target hostnn
step "install to build/installed" cmake --install build/release --prefix "$prefix"
step "compile examples/nll_loss2d_backward.cpp against build/installed" "${compile[@]}"
echo "-- run it"
echo
# A shell of its own for set_env.sh, as a user's would be.
bash -c '. "$1" && exec "$2"' demo "$prefix/set_env.sh" "$program"
