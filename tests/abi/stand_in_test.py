"""A program that was linked against three separate libraries runs unchanged.

Builds empty libraries of the names and the functions that such a program was
linked with, links the client against them, and runs it with the installed tree.

Usage: stand_in_test.py <c++ compiler> <prefix> <work folder>
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import public_names

HERE = pathlib.Path(__file__).parent
FOLDER_OF = {"ascendcl": "acl", "nnopbase": "aclnn", "opapi_nn": "aclnnop"}


def build_stand_in(compiler, name, functions, work):
    source = work / f"{name}.cpp"
    source.write_text("".join(f'extern "C" void {function}() {{}}\n' for function in functions))
    subprocess.run([compiler, "-shared", "-fPIC", source, f"-Wl,-soname,lib{name}.so",
                    "-o", work / f"lib{name}.so"], check=True)


def undefined_names(compiler, prefix, work):
    subprocess.run([compiler, "-std=c++11", "-c", HERE / "client.cpp", f"-I{prefix}/include",
                    "-o", work / "client.o"], check=True)
    listing = subprocess.run(["nm", "--undefined-only", "--format=posix", work / "client.o"],
                             capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in listing.splitlines()}


def main():
    compiler, prefix, work = sys.argv[1:]
    work = pathlib.Path(work)
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)

    used = undefined_names(compiler, prefix, work)
    for name, folder in FOLDER_OF.items():
        functions = sorted(used & set(public_names.declared(f"{prefix}/include", [folder])))
        print(f"lib{name}.so: {', '.join(functions)}")
        build_stand_in(compiler, name, functions, work)
    program = work / "client"
    subprocess.run([compiler, work / "client.o", f"-L{work}", "-lopapi_nn", "-lascendcl",
                    "-lnnopbase", "-o", program], check=True)

    dynamic = subprocess.run(["readelf", "--dynamic", "--wide", program],
                             capture_output=True, text=True, check=True).stdout
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", dynamic))
    system = {name for name in needed if re.match(r"lib(stdc\+\+|gcc_s|m|c)\.so", name)}
    if needed - system != {f"lib{name}.so" for name in FOLDER_OF}:
        sys.exit(f"the client needs {sorted(needed)}")

    environment = dict(os.environ, LD_LIBRARY_PATH=f"{prefix}/lib64")
    subprocess.run([program], env=environment, check=True)


if __name__ == "__main__":
    main()
