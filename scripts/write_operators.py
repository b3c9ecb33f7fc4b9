#!/usr/bin/env python3
"""Writes what is told of the operators from what the library knows of them:
docs/operators.md, the aggregate header, the table in README.md.

Usage: write_operators.py [--check] <library> <measured errors>

<measured errors> is a JSON object: operator, then dtype of the output, then the
largest error in units in the last place. With --check nothing is written; the
files that are not fresh are named.
"""

import argparse
import ctypes
import json
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
MARKS = ("<!-- operators -->", "<!-- end of operators -->")

PAGE = """\
# Operators

<!-- Written by scripts/write_operators.py from src/ops/registry.h. -->

{overview}

The header of each operator is its contract; `aclnnop/aclnn_util.h` says what all have in common:
both phases, refusals, strides, rounding. An index is for `aclSetTensorAddr`. Attributes are those
of the definition; in a call the reduction is a number: 0 none, 1 mean, 2 sum. Errors are in units
in the last place (ULP) of the output's dtype: what is promised, and the largest that the random and
exhaustive tests have measured. A program gets all but the measured errors from `hostnnGetOperatorInfo`.
"""

SECTION = """\
## {name}

{summary} Declared in `{header}`.

```
{formula}
```

{tensors}

Definition: `{definition}`. Shape of `{output}`: {output_shape}.

{attributes}

{products}

{errors}
"""

HEADER = """\
/* SPDX-License-Identifier: Apache-2.0 */
/* Every operator of this library. Written by scripts/write_operators.py. */
#ifndef ACLNNOP_ACLNN_OPS_NN_H_
#define ACLNNOP_ACLNN_OPS_NN_H_

{includes}

#endif /* ACLNNOP_ACLNN_OPS_NN_H_ */
"""


def read_operators(library):
    """What the library tells of each operator, as a list of objects."""
    library = ctypes.CDLL(str(library))
    library.hostnnGetOperatorCount.restype = ctypes.c_size_t
    library.hostnnGetOperatorName.argtypes = [ctypes.c_size_t]
    library.hostnnGetOperatorName.restype = ctypes.c_char_p
    library.hostnnGetOperatorInfo.argtypes = [ctypes.c_char_p]
    library.hostnnGetOperatorInfo.restype = ctypes.c_char_p
    names = [library.hostnnGetOperatorName(i) for i in range(library.hostnnGetOperatorCount())]
    return [json.loads(library.hostnnGetOperatorInfo(name)) for name in names]


def table(titles, rows):
    lines = [f"| {' | '.join(line)} |" for line in [titles, *rows]]
    return "\n".join([lines[0], "|---" * len(titles) + "|", *lines[1:]])


def dtypes_of(operator):
    """Every dtype that some product has."""
    return list(dict.fromkeys(dtype for product in operator["products"]
                              for dtype in product["dtypes"]))


def products_text(operator):
    """Ascend 950, Atlas A2; Atlas training without BF16"""
    by_missing = {}
    for product in operator["products"]:
        missing = [dtype for dtype in dtypes_of(operator) if dtype not in product["dtypes"]]
        by_missing.setdefault(" and ".join(missing), []).append(product["series"])
    return "; ".join(f"{' and '.join(series)} without {missing}" if missing else ", ".join(series)
                     for missing, series in sorted(by_missing.items()))


def overview(operators, page):
    return table(["operator", "what it is", "dtypes", "products"],
                 [[f"[`{op['name']}`]({page}#{op['name'].lower()})", op["summary"].rstrip("."),
                   ", ".join(dtypes_of(op)), products_text(op)] for op in operators])


def tensor_row(index, tensor):
    role = tensor["role"].replace("unused input", "input, values not used")
    dtypes = (f"that of `{tensor['same_dtype_as']}`" if tensor["same_dtype_as"]
              else ", ".join(tensor["dtypes"]))
    return [str(index), f"`{tensor['name']}`",
            role + (", may be NULL" if tensor["optional"] else ""), dtypes]


def product_rows(operator):
    for product in operator["products"]:
        yield [product["series"], *("yes" if dtype in product["dtypes"] else "no"
                                    for dtype in dtypes_of(operator))]


def error_rows(operator, measured):
    name, bounds = operator["name"], operator["max_ulp"]
    found = measured.get(name, {})
    for dtype, bound in bounds.items():
        if found.get(dtype, math.inf) > bound:
            sys.exit(f"{name}: expected a measured error of at most {bound} ULP for {dtype},"
                     f" got {found.get(dtype)}")
    return [["promised", *(f"{bound:g}" for bound in bounds.values())],
            ["measured", *(f"{found[dtype]:.3f}" for dtype in bounds)]]


def section(operator, measured):
    output = next(tensor for tensor in operator["tensors"] if tensor["role"] == "output")
    return SECTION.format(
        **{key: operator[key] for key in
           ("name", "summary", "header", "definition", "formula", "output_shape")},
        output=output["name"],
        tensors=table(["index", "tensor", "role", "dtypes"],
                      [tensor_row(*pair) for pair in enumerate(operator["tensors"])]),
        attributes=table(["attribute", "type", "default"],
                         [[f"`{attribute['name']}`", attribute["type"], str(attribute["default"])]
                          for attribute in operator["attributes"]]),
        products=table(["product", *dtypes_of(operator)], product_rows(operator)),
        errors=table(["error (ULP)", *operator["max_ulp"]], error_rows(operator, measured)))


def readme(operators):
    text = (ROOT / "README.md").read_text()
    start, end = map(re.escape, MARKS)
    content = f"{MARKS[0]}\n\n{overview(operators, 'docs/operators.md')}\n\n{MARKS[1]}"
    text, count = re.subn(f"{start}.*{end}", lambda _: content, text, flags=re.S)
    if count != 1:
        sys.exit(f"README.md: expected {MARKS[0]} and {MARKS[1]}, in this order")
    return text


def files(operators, measured):
    """Maps each file's path below the root to what it should hold."""
    includes = "\n".join(f'#include "{header}"'
                         for header in sorted(op["header"] for op in operators))
    sections = [section(op, measured) for op in operators]
    return {
        "docs/operators.md": "\n".join([PAGE.format(overview=overview(operators, "")), *sections]),
        "include/aclnnop/aclnn_ops_nn.h": HEADER.format(includes=includes),
        "README.md": readme(operators),
    }


def not_fresh(operators, measured):
    """The files that do not hold what they should, each with that."""
    return {path: text for path, text in files(operators, measured).items()
            if not (ROOT / path).is_file() or (ROOT / path).read_text() != text}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("measured_errors", type=pathlib.Path)
    arguments = parser.parse_args()
    measured = json.loads(arguments.measured_errors.read_text())
    stale = not_fresh(read_operators(arguments.library), measured)
    if arguments.check:
        sys.exit("\n".join(f"{path} is not fresh; run scripts/update_docs.sh"
                           for path in stale) or 0)
    for path, text in stale.items():
        (ROOT / path).write_text(text)
        print(f"wrote {path}")


if __name__ == "__main__":
    main()
