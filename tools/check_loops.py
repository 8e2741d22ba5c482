#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Refuses bodies of named loops that capture by reference or take `this`: a body holds what it uses by value (kernel/view.hpp).

Looks at the lambdas written in the call of a loop whose iterations are independent. Sequential loops may refer to what they add to.
"""
import re
import sys
from pathlib import Path

SRC = Path(__file__).resolve().parent.parent / "src"
ROOMS = ("interface", "physics", "mesh", "grid", "channel", "run", "case", "output")
LOOPS = ("parallelFor|parallelSum|parallelMax|parallelMin|eachCell|eachInternalFace|eachInteriorFace|sumOverCells|"
         "forRows|forRowsWith|forRuns|forRunsWith|forCells|forGhosts|sumCells|sumsCells|maxCells|combineRows|setNut")
MADE_OF_OTHERS = ("grid/loops.hpp",)  # where loops are made of loops


def call(text, start):
    """What is between the parenthesis that opens before `start` and the one that closes it."""
    depth, end = 1, start
    while depth and end < len(text):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        end += 1
    return text[start:end]


def findings(path):
    text = path.read_text()
    for loop in re.finditer(rf"\b(?:{LOOPS})(?:<[^<>()]*>)?\(", text):
        body = re.search(r"\[([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]\s*\(", call(text, loop.end()))
        if body and re.search(r"(^|,)\s*&|\bthis\b", body[1]):
            yield text.count("\n", 0, loop.start()) + 1, loop[0][:-1], " ".join(body[1].split())


def main():
    bad = 0
    for room in ROOMS:
        for path in sorted((SRC / room).rglob("*.[ch]pp")):
            name = path.relative_to(SRC).as_posix()
            for line, loop, captures in findings(path) if name not in MADE_OF_OTHERS else ():
                print(f"src/{name}:{line}: the body of {loop} captures [{captures}]; take views and constants by value", file=sys.stderr)
                bad += 1
    print(f"loops: {'bodies capture by value' if not bad else f'{bad} bodies capture by reference'}")
    return bad > 0


if __name__ == "__main__":
    sys.exit(main())
