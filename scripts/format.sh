#!/usr/bin/env bash
# Formats every C and C++ file in place; with --check changes nothing and fails
# where something would change.
set -euo pipefail
unset CDPATH
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.."

case "${1-}" in
  '') mode=(-i) ;;
  --check) mode=(--dry-run -Werror) ;;
  *)
    echo "usage: scripts/format.sh [--check]" >&2
    exit 2
    ;;
esac

# What git tracks or would track; in a copy without git, all but the build folder.
list_files() {
  local patterns=('*.c' '*.cc' '*.cpp' '*.h')
  if [[ -e .git ]] && git ls-files -z --cached --others --exclude-standard -- "${patterns[@]}" 2>/dev/null; then
    return
  fi
  find . -path ./build -prune -o -path ./.git -prune -o -type f -regex '.*\.\(c\|cc\|cpp\|h\)' -print0
}

files=()
while IFS= read -r -d '' file; do
  [[ ! -f $file ]] || files+=("$file")
done < <(list_files)
((${#files[@]})) || { echo "format: no files found" >&2; exit 1; }
clang-format "${mode[@]}" "${files[@]}"
