#!/usr/bin/env bash
# Configures, builds and tests hostnn by one preset (release, clang, dev, tsan);
# CTest's summary comes last.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

scripts/setup.sh
cmake --workflow --preset "${1:-release}"
