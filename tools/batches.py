#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Sources that compile as one. Usage: batches.py LARGEST SOURCE...; prints `NUMBER SOURCE` per source.

Much of the time that a compiler takes for a source is spent on the headers of the standard library, MPI and {fmt}: a batch, a
source that includes others, pays for them once. Two sources that declare one name outside of classes, each in its unnamed
namespace, are in different batches.
"""
import pathlib
import re
import sys

TYPE = re.compile(r"(?:struct|class|enum class|enum|union) (\w+)")
USING = re.compile(r"(?:using|namespace) (?:[\w:]*::)?(\w+)(?: = .*)?;|using (\w+) = ")
OTHER = re.compile(r"[^({;=]*?(?<![\w:])(\w+)(?:\[.*\])?(?:[({;]| = | =$)")


def declared(path):
    """Names that a source declares outside of classes and functions: with their text where a repetition is harmless."""
    names = {}
    for line in path.read_text().splitlines():
        line = line.removeprefix("[[noreturn]] ")
        if not line[:1].isalpha() or line.startswith(("namespace {", "template", "using namespace")):
            continue
        if match := USING.match(line):
            names[match[1] or match[2]] = line
        elif not line.startswith("namespace") and (match := TYPE.match(line) or OTHER.match(line)):
            names[match[1]] = None
    return {name: line for name, line in names.items() if not name.isupper()}  # macros: TEST(...)


def batches(sources, largest):
    """Lists of at most `largest` sources, in the order given, each of which compiles as one."""
    made = []
    for source in sources:
        names = declared(source)
        for batch, known in made:
            clash = any(n in known and (text is None or known[n] != text) for n, text in names.items())
            if len(batch) < largest and not clash:
                batch.append(source)
                known.update(names)
                break
        else:
            made.append(([source], dict(names)))
    return [batch for batch, _ in made]


if __name__ == "__main__":
    for number, batch in enumerate(batches([pathlib.Path(name) for name in sys.argv[2:]], int(sys.argv[1]))):
        for path in batch:
            print(number, path)
