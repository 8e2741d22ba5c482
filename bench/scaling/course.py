#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How many iterations the cavity needs in the course of its run: the tutorial, refined n times, from 0 to 0.5 s on one real rank.

course.py PROGRAM N prints the means a step of iterations of p (two correctors) and of sweeps for U (two components)."""
import pathlib
import re
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent.parent / "tests" / "support")]

import foam  # noqa: E402
from scaling_cases import cavity  # noqa: E402


def counts(program, factor):
    """(iterations of p, sweeps for U) of each step."""
    with tempfile.TemporaryDirectory() as scratch:
        directory = cavity(factor, 100 * factor)(pathlib.Path(scratch) / "case")
        log = foam.run([program, "run", directory, "--solvers", "as-written"], timeout=None).stdout
    found = [[int(n) for n in re.findall(rf"Solving for {field}, .*No Iterations (\d+)", log)] for field in (r"p\w*", r"U\w")]
    steps = 100 * factor
    return [[sum(solves[i:i + len(solves) // steps]) for i in range(0, len(solves), len(solves) // steps)] for solves in found]


def main(program, factor):
    p, U = counts(program, factor)
    edges = [0, 3, len(p) // 100, len(p) // 10, len(p) // 2, len(p)]
    for begin, end in [*zip(edges, edges[1:]), (0, len(p))]:
        print(f"steps {begin} to {end}: p {sum(p[begin:end]) / (end - begin):.1f}, U {sum(U[begin:end]) / (end - begin):.1f}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
