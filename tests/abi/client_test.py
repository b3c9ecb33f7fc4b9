"""The client builds in both documented ways against an installed tree, and runs
with nothing but LD_LIBRARY_PATH.

Usage: client_test.py <cmake> <c++ compiler> <prefix> <work folder>
"""

import os
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).parent


def build_by_command(compiler, prefix, work):
    program = work / "client_by_command"
    subprocess.run(
        [compiler, "-std=c++11", HERE / "client.cpp", f"-I{prefix}/include",
         f"-I{prefix}/include/aclnn", f"-I{prefix}/include/aclnnop", f"-L{prefix}/lib64",
         "-lopapi_nn", "-lopapi_math", "-lascendcl", "-lnnopbase", "-o", program],
        check=True)
    return program


def build_by_project(cmake, compiler, prefix, work):
    build = work / "client_by_project"
    # Without the path that CMake would put into the program.
    subprocess.run(
        [cmake, "-S", HERE / "client_project", "-B", build, f"-DASCEND_PATH={prefix}",
         f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_SKIP_RPATH=ON"], check=True)
    subprocess.run([cmake, "--build", build], check=True)
    return build / "client"


def main():
    cmake, compiler, prefix, work = sys.argv[1:]
    work = pathlib.Path(work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    programs = [build_by_command(compiler, prefix, work),
                build_by_project(cmake, compiler, prefix, work)]
    environment = dict(os.environ, LD_LIBRARY_PATH=f"{prefix}/lib64")
    for program in programs:
        subprocess.run([program], env=environment, check=True)


if __name__ == "__main__":
    main()
