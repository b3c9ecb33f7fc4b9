#!/usr/bin/env bash
# Brings up to date what is written about the operators: builds the preset
# release, measures the errors of results, and has write_operators.py write.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

# The CTest entries that compare results with the oracle and record the errors.
measuring='^operators$'
measured=docs/measured_errors.json

cmake --preset release
cmake --build --preset release
rm -f "$measured"
HOSTNN_RECORD_ERRORS=$PWD/$measured ctest --preset release --tests-regex "$measuring" --parallel 1
scripts/write_operators.py build/release/lib64/libhostnn.so "$measured"
