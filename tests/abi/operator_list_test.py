"""The operators that the library lists are those that the headers in aclnnop/
declare, each in the header and with the tensors that the library names.

Usage: operator_list_test.py <project folder> <library>
"""

import ctypes
import pathlib
import re
import sys

import public_names


def declared_tensors(header, function):
    """The tensor parameters of the function, in order."""
    parameters = re.search(rf"\b{function}\(([^)]*)\)", header.read_text()).group(1)
    return re.findall(r"aclTensor\* (\w+)", parameters)


def failures(operators, include, library):
    declared = public_names.declared(include, ["aclnnop"])
    names = [operator["name"] for operator in operators]
    if not names or names != sorted(set(names)):
        yield f"not in the order of their names: {names}"
    functions = {name + phase for name in names for phase in ("", "GetWorkspaceSize")}
    for function in sorted(set(declared) - functions):
        yield f"{declared[function]}: {function} is of no operator that the library lists"

    for operator in operators:
        plan, run = operator["name"] + "GetWorkspaceSize", operator["name"]
        for function in (plan, run):
            if declared.get(function) != operator["header"]:
                yield f"{function} is not declared in {operator['header']}"
            if not hasattr(library, function):
                yield f"{function} is not exported"
        tensors = [tensor["name"] for tensor in operator["tensors"]]
        if plan in declared and tensors != declared_tensors(include / declared[plan], plan):
            yield f"{plan} is not declared with the tensors {tensors}"


def main():
    root, library = map(pathlib.Path, sys.argv[1:])
    sys.path.append(str(root / "scripts"))
    from write_operators import read_operators

    operators = read_operators(library)
    found = list(failures(operators, root / "include", ctypes.CDLL(str(library))))
    print(f"{len(operators)} operators, {len(found)} failures")
    sys.exit("\n".join(found) or 0)


if __name__ == "__main__":
    main()
