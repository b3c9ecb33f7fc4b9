#!/usr/bin/env bash
# Measures hostnn against PyTorch and the machine's limits: installs what that
# needs, builds by the preset bench, runs, and writes docs/performance.md and
# its chart.
#
#   --gate          fail, naming the rows, where a goal is missed by more than a tenth
#   --filter REGEX  only the rows whose names match, on one thread; writes nothing
#   --rounds N      so many rounds a row, instead of 9 to 31 by how long it takes
#   --no-docs       writes nothing
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

usage() {
  echo "usage: scripts/bench.sh [--gate] [--filter REGEX] [--rounds N] [--no-docs]" >&2
  exit 2
}

gate=()
rows=()
is_whole=true
writes_docs=true
while (($#)); do
  case "$1" in
    --gate) gate=(--gate) ;;
    --filter)
      [[ -n ${2-} ]] || usage
      rows+=(--filter "$2")
      is_whole=false
      shift
      ;;
    --rounds)
      [[ -n ${2-} ]] || usage
      rows+=(--rounds "$2")
      shift
      ;;
    --no-docs) writes_docs=false ;;
    *) usage ;;
  esac
  shift
done

scripts/setup.sh --bench
cmake --preset bench >/dev/null
cmake --build --preset bench

benchmark=build/bench/benchmarks/hostnn_benchmark
results=(build/bench/one_thread.json)
# 3: all was measured, but a goal is missed.
status=0
"$benchmark" "${gate[@]}" "${rows[@]}" --json "${results[0]}" || status=$?
((status == 0 || status == 3)) || exit "$status"

if "$is_whole"; then
  if (($(nproc) >= 2)); then
    echo "-- two threads"
    results+=(build/bench/two_threads.json)
    "$benchmark" --threads 2 "${rows[@]}" --json "${results[1]}"
  fi
  if "$writes_docs"; then scripts/write_performance.py "${results[@]}"; fi
fi
exit "$status"
