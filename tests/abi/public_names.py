"""The names that libhostnn must export, for the tests in this folder."""

import pathlib
import re

# Looked up by frameworks although no public header declares them.
LOOKED_UP = [
    "AddTensorAddrToCachedList",
    "CanUsePTACache",
    "InitHugeMemThreadLocal",
    "InitPTACacheThreadLocal",
    "PTAFindExecCache",
    "PTAGetExecCache",
    "ReleaseHugeMem",
    "SetPTACacheHashKey",
    "SetPTAHashKey",
    "UnInitHugeMemThreadLocal",
    "UnInitPTACacheThreadLocal",
]


def headers(include):
    """Every public header, as a program would write it in an #include."""
    include = pathlib.Path(include)
    return sorted(str(path.relative_to(include)) for path in include.rglob("*.h"))


def declared(include, folders=("acl", "aclnn", "aclnnop", "hostnn")):
    """Maps each function declared below these folders to its header.

    Raises ValueError for a declaration without its visibility macro, or a name
    declared twice.
    """
    found = {}
    for header in headers(include):
        if header.split("/")[0] not in folders:
            continue
        text = (pathlib.Path(include) / header).read_text()
        text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"^\s*#.*?(?<!\\)$", "", text, flags=re.M | re.S)
        text = text.replace('extern "C" {', ";")
        for statement in text.split(";"):
            statement = " ".join(statement.split())
            if "(" not in statement or statement.startswith("typedef"):
                continue
            match = re.fullmatch(
                r"(ACL_FUNC_VISIBILITY|ACLNN_API) [\w *]+[ *](\w+)\([^()]*\)", statement)
            if not match:
                raise ValueError(f"{header}: not a public declaration: {statement}")
            name = match.group(2)
            if name in found:
                raise ValueError(f"{name}: in {found[name]} and again in {header}")
            found[name] = header
    return found
