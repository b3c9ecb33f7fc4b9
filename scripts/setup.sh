#!/usr/bin/env bash
# Installs the Debian 12 packages that building and testing hostnn needs; with
# --ci also the Clang tools, with --bench PyTorch's library. Says and does
# nothing when they are already there.
set -euo pipefail

packages=(
  cmake
  g++
  libgmock-dev
  libgtest-dev
  libhwy-dev
  make
  ninja-build
  nlohmann-json3-dev
  python3
  zsh
)
case "${1-}" in
  '') ;;
  --ci) packages+=(clang clang-format clang-tidy libclang-rt-14-dev) ;;
  --bench) packages+=(libtorch-dev) ;;
  *)
    echo "usage: scripts/setup.sh [--ci | --bench]" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
  echo "setup: not a Debian system, nothing installed; what these packages hold is needed: ${packages[*]}" >&2
  exit 0
fi

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [[ $status == installed ]] || missing+=("$package")
done
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
  if ! command -v sudo >/dev/null; then
    echo "setup: missing packages: ${missing[*]}" >&2
    echo "setup: installing them needs root, or sudo; as root: apt-get install ${missing[*]}" >&2
    exit 1
  fi
  as_root=(sudo)
fi

echo "setup: installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  if ! "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get "$@" >"$log" 2>&1; then
    cat "$log" >&2
    echo "setup: apt-get $1 failed" >&2
    exit 1
  fi
}
apt update -q
apt install -q -y --no-install-recommends "${missing[@]}"
