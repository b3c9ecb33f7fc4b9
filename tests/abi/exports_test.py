"""The library exports what the public headers declare and what frameworks look
up, and nothing else.

Usage: exports_test.py <include folder> <library>
"""

import subprocess
import sys

import public_names


def main():
    include, library = sys.argv[1:]
    listing = subprocess.run(
        ["nm", "--dynamic", "--defined-only", "--extern-only", "--format=posix", library],
        capture_output=True, text=True, check=True).stdout
    exported = {line.split()[0] for line in listing.splitlines()}
    expected = set(public_names.declared(include)) | set(public_names.LOOKED_UP)

    failures = [f"declared, not exported: {name}" for name in sorted(expected - exported)]
    failures += [f"exported, not declared: {name}" for name in sorted(exported - expected)]
    print(f"{len(exported)} names exported, {len(expected)} expected")
    sys.exit("\n".join(failures) or 0)


if __name__ == "__main__":
    main()
