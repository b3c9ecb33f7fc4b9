"""set_env.sh finds its own folder in every shell, wherever the tree has been
moved, and sourcing it again changes nothing.

Usage: set_env_test.py <prefix> <lookup program>
"""

import itertools
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

# Sources the file by its full path, by a relative one in a subshell, and through
# a link. The lookup program needs the library that the environment leads to.
SCRIPT = """
{options}
. '{prefix}/set_env.sh'
printf '%s\\n' "$ASCEND_HOME_PATH" "$ASCEND_OPP_PATH" "$LD_LIBRARY_PATH"
( cd '{prefix}' && . ./set_env.sh
  printf '%s\\n' "$ASCEND_HOME_PATH" "$ASCEND_OPP_PATH" "$LD_LIBRARY_PATH" )
. '{link}/set_env.sh'
printf '%s\\n' "$ASCEND_HOME_PATH" "$ASCEND_OPP_PATH" "$LD_LIBRARY_PATH"
'{lookup}' libascendcl.so aclInit
"""


def failure(shell, how, options, before, prefix, folder, lookup):
    """Runs SCRIPT in this way and says what went wrong, or nothing."""
    link = folder / "link"
    link.mkdir(exist_ok=True)
    (link / "set_env.sh").unlink(missing_ok=True)
    (link / "set_env.sh").symlink_to(prefix / "set_env.sh")
    text = SCRIPT.format(options=options, prefix=prefix, link=link, lookup=lookup)
    script = folder / "script"
    script.write_text(text)

    environment = {"PATH": os.environ["PATH"]}
    if before is not None:
        environment["LD_LIBRARY_PATH"] = before
    result = subprocess.run([shell, script] if how == "file" else [shell, "-c", text],
                            cwd="/", env=environment, capture_output=True, text=True,
                            check=False)

    path = f"{prefix}/lib64" + (f":{before}" if before else "")
    expected = [str(prefix), f"{prefix}/opp", path] * 3
    if (result.returncode, result.stdout.splitlines(), result.stderr) == (0, expected, ""):
        return None
    return (f"{shell} {how}, {options or 'no options'}, LD_LIBRARY_PATH {before}, {prefix}: "
            f"exit status {result.returncode}\n{result.stdout}{result.stderr}")


def main():
    prefix = pathlib.Path(sys.argv[1]).resolve()
    lookup = sys.argv[2]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        moved = folder / "another place"
        shutil.copytree(prefix, moved, symlinks=True)

        shells = [shell for shell in ("sh", "dash", "bash", "zsh") if shutil.which(shell)]
        if "bash" not in shells or "zsh" not in shells:
            sys.exit("bash and zsh are needed; scripts/setup.sh installs them")
        ways = list(itertools.product(shells, ["file", "command"], ["", "set -eu"],
                                      [None, "", "/some/where"], [prefix, moved]))
        failures = [failure(*way, folder, lookup) for way in ways]

    failures = [text for text in failures if text]
    print(f"{len(ways)} ways in {', '.join(shells)}: {len(failures)} failures")
    sys.exit("\n".join(failures) or 0)


if __name__ == "__main__":
    main()
