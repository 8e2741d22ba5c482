#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The bodies of loops whose iterations are independent capture by value, arrays as kernel::View or pointers: refuses a body that begins
with [&, or captures anything by reference, in the rooms that are done (docs/architecture.md, "Loops")."""
import pathlib
import re
import sys

source = pathlib.Path(__file__).resolve().parent.parent / "src"
rooms = ["fv", "linear", "solvers", "interface", "physics", "mesh", "grid", "channel", "run"]
#: Where loops are made of others: what is by reference there is the body or a sum in the order of the iterations.
makers = {"fv/fields/cell_faces.hpp", "linear/rows.hpp", "grid/loops.hpp"}
loops = re.compile(r"\b(parallelFor|parallelSums?|parallelMax|parallelMin|parallelRows|sumOverRows|sumOverCells|eachCell|eachInternalFace|"
                   r"scatterInternalFaces|forRanges|sumOverRanges|eachInteriorFace|forInteriorFaces|forSides|forKnownSides|forRows|forRowsWith|forRuns|forRunsWith|forCells|forGhosts|sumCells|"
                   r"sumsCells|maxCells|combineRows|setNut)(<[^;(]*>)?\(")


def bodies(text, begin):
    """Captures of the lambdas that are arguments of the call whose parenthesis opens before `begin`."""
    depth, at = 1, begin
    while depth and at < len(text):
        if depth == 1 and text[at] == "[" and text[at - 1] in " (\n":
            end = text.index("]", at)
            yield text[at + 1:end]
            at = end
        depth += (text[at] in "({") - (text[at] in ")}")
        at += 1


problems = []
for path in sorted(p for room in rooms for p in (source / room).rglob("*.[ch]pp")):
    if str(path.relative_to(source)) in makers:
        continue
    text = path.read_text()
    for call in loops.finditer(text):
        for captures in bodies(text, call.end()):
            if re.search(r"(^|, *)&|\bthis\b", captures):
                line = text.count("\n", 0, call.start()) + 1
                problems.append(f"{path.relative_to(source.parent)}:{line}: the body of {call.group(1)} captures by reference: [{captures}]")

print("\n".join(problems) if problems else f"loops: bodies in {', '.join(rooms)} capture by value")
sys.exit(1 if problems else 0)
