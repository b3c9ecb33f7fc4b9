"""Installs the build afresh and checks the tree: files, SONAME, links.

Usage: install_test.py <cmake> <build folder> <prefix> <include folder> <version>
"""

import os
import pathlib
import shutil
import subprocess
import sys

import public_names

LINKS = ["libascendcl.so", "libacl_rt.so", "libacl_op_compiler.so", "libnnopbase.so",
         "libopapi.so", "libopapi_nn.so", "libopapi_math.so"]


def tree_failures(prefix, include, version):
    """What is wrong with the tree at prefix, one sentence each."""
    soname = f"libhostnn.so.{version.split('.')[0]}"
    library = f"libhostnn.so.{version}"
    for name in ["set_env.sh", f"lib64/{library}"]:
        if not (prefix / name).is_file():
            yield f"{name} is missing"
    if not (prefix / "opp").is_dir():
        yield "opp/ is missing"
    if public_names.headers(prefix / "include") != public_names.headers(include):
        yield "include/ does not hold exactly the public headers"

    dynamic = subprocess.run(["readelf", "--dynamic", "--wide", prefix / "lib64" / library],
                             capture_output=True, text=True, check=True).stdout
    if f"Library soname: [{soname}]" not in dynamic:
        yield f"the SONAME is not {soname}"
    if "RUNPATH" in dynamic or "RPATH" in dynamic:
        yield "the library carries a search path of the machine that built it"

    for name in LINKS + ["libhostnn.so", soname]:
        path = prefix / "lib64" / name
        if not path.is_symlink():
            yield f"lib64/{name} is not a link"
        elif "/" in os.readlink(path):
            yield f"lib64/{name} leads out of its folder, to {os.readlink(path)}"
        elif path.resolve().name != library:
            yield f"lib64/{name} leads to {path.resolve()}"


def main():
    cmake, build, prefix, include, version = sys.argv[1:]
    prefix = pathlib.Path(prefix)
    shutil.rmtree(prefix, ignore_errors=True)
    subprocess.run([cmake, "--install", build, "--prefix", prefix],
                   stdout=subprocess.DEVNULL, check=True)
    sys.exit("\n".join(tree_failures(prefix, include, version)) or 0)


if __name__ == "__main__":
    main()
