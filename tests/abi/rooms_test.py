"""Each #include in src/ and include/ points along an arrow between the rooms.

Usage: rooms_test.py <repository>
"""

import pathlib
import re
import sys

# Which rooms each room may include besides itself and the public headers.
ROOMS = {
    "base": set(),
    "runtime": {"base"},
    "tensor": {"base"},
    "executor": {"runtime", "tensor", "base"},
    "kernels": {"base"},
    "ops": {"executor", "tensor", "kernels", "base"},
    "api": {"ops", "executor", "tensor", "runtime", "base"},
}
PUBLIC = {"acl", "aclnn", "aclnnop", "hostnn"}
PUBLIC_SYSTEM = {"stdbool.h", "stddef.h", "stdint.h"}

# Headers from outside that only these rooms may include; a folder ends in "/".
ONLY_IN = {
    "hwy/": {"kernels"},
    "immintrin.h": {"kernels"},
    "nlohmann/": {"api"},
    "chrono": {"runtime"},
    "thread": {"runtime"},
    "stop_token": {"runtime"},
    "condition_variable": {"runtime"},
    "future": {"runtime"},
    "semaphore": {"runtime"},
    "barrier": {"runtime"},
    "latch": {"runtime"},
    "pthread.h": {"runtime"},
    "sched.h": {"base", "runtime"},
    "unistd.h": {"base", "runtime"},
    "sys/": {"base", "runtime"},
}
# Tests start threads of their own and check with these.
IN_TESTS = {"gtest/", "gmock/", "harness/", "nlohmann/", "chrono", "thread", "condition_variable",
            "future", "barrier", "latch"}

INCLUDE = re.compile(r'^\s*#\s*include\s*(<[^>]+>|"[^"]+")', re.M)


def matches(target, entries):
    return any(target == entry or entry.endswith("/") and target.startswith(entry)
               for entry in entries)


def objection(root, path, quoted):
    """Why the file at src/<path> may not include this, or None."""
    target, system = quoted[1:-1], quoted[0] == "<"
    room = path.parts[0]
    in_test = path.name.endswith(("_test.cc", "_test.h", "_case.cc"))
    if in_test and matches(target, IN_TESTS):
        return None
    for entry, rooms in ONLY_IN.items():
        if matches(target, [entry]):
            return None if room in rooms else f"is for {', '.join(sorted(rooms))} only"
    if system:
        # What remains are the standard library's headers.
        return None if re.fullmatch(r"[a-z_]+", target) else "is not a standard header"

    first = target.split("/")[0]
    if first in PUBLIC:
        return None if (root / "include" / target).is_file() else "is no public header"
    if not (root / "src" / target).is_file():
        return "is not written from src/"
    if first != room and first not in ROOMS[room]:
        return f"is no arrow from {room}/"
    return None


def public_objection(root, quoted):
    """Why a header in include/ may not include this, or None."""
    target = quoted[1:-1]
    if quoted[0] == "<":
        return None if target in PUBLIC_SYSTEM else "is not for public headers"
    return None if (root / "include" / target).is_file() else "is no public header"


def main():
    root = pathlib.Path(sys.argv[1])
    count = 0
    failures = []
    for folder in ["src", "include"]:
        for file in sorted((root / folder).rglob("*")):
            if file.suffix not in (".cc", ".h"):
                continue
            path = file.relative_to(root / folder)
            if folder == "src" and path.parts[0] not in ROOMS:
                failures.append(f"src/{path}: not in a room")
                continue
            for quoted in INCLUDE.findall(file.read_text()):
                count += 1
                why = (objection(root, path, quoted) if folder == "src" else
                       public_objection(root, quoted))
                if why:
                    failures.append(f"{folder}/{path}: {quoted} {why}")
    print(f"{count} includes, {len(failures)} failures")
    if count == 0:
        failures.append("no include was found")
    sys.exit("\n".join(failures) or 0)


if __name__ == "__main__":
    main()
