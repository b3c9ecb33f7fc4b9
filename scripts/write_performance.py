#!/usr/bin/env python3
"""Writes docs/performance.md from what the benchmark measured.

Usage: write_performance.py <one thread.json> [<two threads.json>]

What stands between the marks for notes in the page is kept: why a goal is
missed, and what was tried. The chart is docs/performance.svg.
"""

import argparse
import json
import math
import pathlib

import performance_chart

DOCS = pathlib.Path(__file__).resolve().parent.parent / "docs"
# What the gate lets pass, as runs differ by as much.
TOLERANCE = 0.1
MARKS = ("<!-- notes -->", "<!-- end of notes -->")

PAGE = """\
# Performance

<!-- Written by scripts/write_performance.py from a run of scripts/bench.sh, but for the notes. -->

How fast hostnn computes, beside PyTorch and beside what the machine allows. What counts are ratios of times that were measured side by side in one process;
a time by itself would be of this machine in this minute.

![Times faster than PyTorch](performance.svg)

## How to measure

```sh
scripts/bench.sh                       # installs PyTorch's library if it is missing, builds, measures, writes this page and the chart
scripts/bench.sh --gate                # also fails, naming the rows, where a goal is missed by more than a tenth
scripts/bench.sh --filter 'MSE FP32'   # only the rows whose names match; writes nothing
```

On a machine that does nothing else. `benchmarks/` is built only when asked for (`HOSTNN_BUILD_BENCHMARKS`); all rows and goals are in `benchmarks/rows.cc`.

## Machine

{machine}

## Method

* **hostnn** is called as a program would: phase one, phase two, `aclrtSynchronizeStream`, through the public headers alone. **PyTorch** computes on the same
  memory, in inference mode, into memory that is there already; where it has no operator for a dtype or a layout, by the cheapest composition: `sub`, `mul`, `mul`
  for the halves of MSE (*factors folded*: single numbers multiplied first), through contiguous temporaries (*copy*) or as a matrix (*flat*) for layouts,
  the operations that its autograd composes for BCE (*autograd*: the node of its graph itself, with new memory for every result).
* The **stream limit** is the best plain kernel that moves the same bytes: as many inputs read, added and written, or for NLL the output filled and then the inputs read;
  with ordinary or with streaming stores, whichever is faster. The **compute limit** of BCE makes as many multiplications and multiply-adds in double on the same data
  as nearly every element needs, and nothing else (`benchmarks/compute_limit.cc` counts them). Both are compiled for this machine.
* All contenders of a row run in each round, in reverse order every other round, each for at least a millisecond; 9 to 31 rounds by how long the row takes. A
  ratio is taken within a round; tables give the median and, in brackets, the 10th and 90th percentile.
* Threads are bound to CPUs. Memory is touched before, has pages of 4 KiB as PyTorch's own tensors do, and holds realistic values: logits and numbers from normal
  distributions of deviation 3, random labels or blobs of 16 by 16, 5 % of them ignored. Each row first compares hostnn's result with all of PyTorch's.

## Goals

On one thread. Against PyTorch, how many times faster; against a limit, hostnn's time over the limit's. {verdict}

{goals}

## Notes

{notes}

## Small calls

Nanoseconds of a call for 64 elements, where they go, and what the plain kernel takes.

{parts}

## More dtypes, sizes and arguments

{more}

## Views

Tensors that are not contiguous, in which rows of at least 256 bytes lie together. *contiguous*: hostnn's time over its own on contiguous tensors.

{views}

## Scale

MSE BF16, scalar grad, from small to large: hostnn's time over the stream limit's.

{scale}
{threads}"""

THREADS = """
## Two threads

Not gated: on a virtual machine two CPUs may be one core's.

{table}
"""


def table(titles, rows):
    lines = [f"| {' | '.join(line)} |" for line in [titles, *rows]]
    return "\n".join([lines[0], "|---" * len(titles) + "|", *lines[1:]])


def number(value):
    """Three digits, such as 1.05, 12.3, 123 and 0.051."""
    digits = max(0, 2 - math.floor(math.log10(value)))
    return f"{value:.{min(digits, 3)}f}"


def lag(ratio):
    """The part by which a goal is missed; at most 0 where it is met."""
    reached = ratio["median"] / ratio["goal"]
    return 1 - reached if ratio["at_least"] else reached - 1


def goals_of(rows):
    return [ratio for row in rows for ratio in row["ratios"] if "goal" in ratio]


def ratio_text(ratio):
    kind = ratio["against"].removeprefix("PyTorch").removeprefix(", ").removesuffix(" limit")
    text = f"{number(ratio['median'])} ({number(ratio['p10'])}–{number(ratio['p90'])})"
    if kind not in ("", "stream"):
        text = f"{kind} {text}"
    if "goal" in ratio:
        text += f", goal {ratio['goal']:g}"
    return f"**{text}**" if "goal" in ratio and lag(ratio) > TOLERANCE else text


def cells(row):
    """Times faster than PyTorch, and times over everything else."""
    return ["<br>".join(ratio_text(ratio) for ratio in row["ratios"]
                        if ratio["at_least"] == at_least) for at_least in (True, False)]


def verdict_cell(row):
    worst = max(map(lag, goals_of([row])), default=None)
    if worst is None:
        return ""
    return "yes" if worst <= 0 else "nearly" if worst <= TOLERANCE else "no"


def ratio_table(rows, over):
    if goals_of(rows):
        return table(["case", "times faster than PyTorch", over, "met"],
                     [[row["name"], *cells(row), verdict_cell(row)] for row in rows])
    return table(["case", "times faster than PyTorch", over],
                 [[row["name"], *cells(row)] for row in rows])


def verdict(rows):
    lags = [lag(ratio) for ratio in goals_of(rows)]
    met, nearly = sum(it <= 0 for it in lags), sum(0 < it <= TOLERANCE for it in lags)
    return (f"Of {len(lags)} goals {met} are met, {nearly} nearly, which is within a tenth;"
            f" the other {len(lags) - met - nearly} are in bold.")


def scale_table(rows):
    return table(["elements", "time over the limit"],
                 [[f"{row['elements']:,}".replace(",", " "), cells(row)[1]] for row in rows])


def parts_table(rows):
    def line(row):
        parts, ns = row["parts_ns"], row["ns"]
        bare = ns.get("compute limit", ns["stream limit"])
        pytorch = next(ns[name] for name in ("PyTorch", "PyTorch, copy") if name in ns)
        return [row["name"], *(f"{value:.0f}" for value in (
            ns["hostnn"]["median"], *parts.values(), bare["median"], pytorch["median"]))]
    titles = ["case", "whole call", *rows[0]["parts_ns"], "plain kernel", "PyTorch"]
    return table(titles, [line(row) for row in rows])


def machine_table(run):
    machine = run["machine"]
    return table(["", ""], [
        ["CPU", f"{machine['cpu']}, {machine['cpus']} CPUs"],
        ["caches", machine["caches"]],
        ["compiler", machine["compiler"]],
        ["PyTorch", f"{machine['pytorch']}, Debian's `libtorch-dev`"],
        ["hostnn", machine["hostnn"]],
        ["load before", f"{run['load_before']:.2f}"]])


def kept_notes(path):
    """The notes of the page as it is, with their marks."""
    notes = ""
    if path.exists():
        _, _, rest = path.read_text(encoding="utf-8").partition(MARKS[0])
        notes, _, _ = rest.partition(MARKS[1])
    return f"{MARKS[0]}\n\n{notes.strip()}\n\n{MARKS[1]}"


def page(one, two, notes):
    def rows(section):
        return [row for row in one["rows"] if row["section"] == section]
    over = "time over the limit"
    threads = THREADS.format(table=ratio_table(two["rows"], over)) if two else ""
    return PAGE.format(
        machine=machine_table(one), verdict=verdict(rows("goals")), notes=notes,
        goals=ratio_table(rows("goals"), over), more=ratio_table(rows("more"), over),
        views=ratio_table(rows("views"), "time over others"), scale=scale_table(rows("scale")),
        parts=parts_table([row for row in one["rows"] if "parts_ns" in row]), threads=threads)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("one", type=pathlib.Path)
    parser.add_argument("two", type=pathlib.Path, nargs="?")
    arguments = parser.parse_args()
    one, two = (json.loads(path.read_text(encoding="utf-8")) if path else None
                for path in (arguments.one, arguments.two))
    path = DOCS / "performance.md"
    path.write_text(page(one, two, kept_notes(path)), encoding="utf-8")
    (DOCS / "performance.svg").write_text(performance_chart.draw(one["rows"]), encoding="utf-8")


if __name__ == "__main__":
    main()
