#!/usr/bin/env bash
# Brings up to date what is written about the operators: builds the preset
# release, measures the errors of results, and has write_operators.py write.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

measured=docs/measured_errors.json

cmake --preset release
cmake --build --preset release
rm -f "$measured"
# Ten times the random calls of the usual run, which are among them.
HOSTNN_RECORD_ERRORS=$PWD/$measured HOSTNN_TEST_CASES=50000 \
  build/release/tests/conformance/hostnn_operator_tests --gtest_filter='*RandomCalls*:*Exhaustive*'
scripts/write_operators.py build/release/lib64/libhostnn.so "$measured"
