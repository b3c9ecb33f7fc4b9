"""Every function that frameworks look up is found through the handle of an
operator library.

Usage: dlopen_test.py <prefix> <lookup program>
"""

import os
import subprocess
import sys

import public_names


def main():
    prefix, lookup = sys.argv[1:]
    names = sorted(public_names.declared(f"{prefix}/include", ["aclnn", "aclnnop"]))
    names += public_names.LOOKED_UP
    environment = dict(os.environ, LD_LIBRARY_PATH=f"{prefix}/lib64")
    for library in ["libopapi_nn.so", "libopapi.so"]:
        subprocess.run([lookup, library, *names], env=environment, check=True)
    print(f"{len(names)} names found through each library")


if __name__ == "__main__":
    main()
