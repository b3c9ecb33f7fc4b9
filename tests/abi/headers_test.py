"""Each public header compiles on its own, in each language a client may use.

Usage: headers_test.py <include folder>
"""

import concurrent.futures
import itertools
import pathlib
import shutil
import subprocess
import sys
import tempfile

import public_names

COMPILERS = {
    "c99": ("gcc", "clang"),
    "c11": ("gcc", "clang"),
    "c++11": ("g++", "clang++"),
    "c++20": ("g++", "clang++"),
}


def main():
    include = sys.argv[1]
    headers = public_names.headers(include)
    if not headers:
        sys.exit(f"no headers in {include}")

    with tempfile.TemporaryDirectory() as folder:

        def compile_alone(job):
            index, (header, (standard, compiler)) = job
            suffix = "cc" if "++" in standard else "c"
            # One line: a header that is itself the main file gets other warnings.
            source = pathlib.Path(folder, f"{index}.{suffix}")
            source.write_text(f'#include "{header}"\n')
            result = subprocess.run(
                [compiler, f"-std={standard}", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                 "-fsyntax-only", f"-I{include}", str(source)],
                capture_output=True, text=True, check=False)
            if result.returncode != 0:
                return f"{header} as {standard} with {compiler}:\n{result.stderr}"
            return None

        ways = [(standard, compiler) for standard, compilers in COMPILERS.items()
                for compiler in compilers if shutil.which(compiler)]
        if not headers or {standard for standard, _ in ways} != set(COMPILERS):
            sys.exit("found no header or no compiler for one of the standards")
        jobs = list(enumerate(itertools.product(headers, ways)))
        with concurrent.futures.ThreadPoolExecutor() as pool:
            failures = [text for text in pool.map(compile_alone, jobs) if text]

    print(f"{len(headers)} headers, {len(jobs)} compilations, {len(failures)} failures")
    sys.exit("\n".join(failures) or 0)


if __name__ == "__main__":
    main()
