#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Looks for OpenFOAM's fastest setting of the pressure solver for a case: GAMG as a solver and as the preconditioner of PCG with each
smoother; then, for the winner, one control after the other (cells of the coarsest level, sweeps, levels merged), each time keeping what
is fastest. The winners stand in openfoam_best.py. Tolerances stay as the case has them.

    tune.py CASE [--repeats 1]
"""
import argparse
import os
import pathlib
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "support"))
import openfoam_best  # noqa: E402
from cases import CASES, variant  # noqa: E402
import measure  # noqa: E402

SMOOTHERS = ("DIC", "DICGaussSeidel", "GaussSeidel", "symGaussSeidel")
STAGES = (
    [f"nCellsInCoarsestLevel {n};" for n in (50, 100, 500)],
    [f"nPreSweeps {pre}; nPostSweeps {post};" for pre, post in ((0, 1), (1, 1), (1, 2), (2, 2))],
    ["mergeLevels 2;"],
    ["nVcycles 1;"],
)


def setting(krylov, controls):
    """As a piece of fvSolution: GAMG itself, or in PCG (nVcycles is only for the latter)."""
    controls = f"cacheAgglomeration on; agglomerator faceAreaPair; {controls}"
    return f"solver PCG; preconditioner {{ preconditioner GAMG; {controls} }}" if krylov else f"solver GAMG; {controls}"


def tune(case, work, repeats):
    base = case.make(work / "base")
    case.tools(base, 1)

    def timed(krylov, controls):
        text = setting(krylov, controls)
        openfoam_best.BEST[case.name] = text
        directory = variant(base, work / "variant", case.best())
        runs = [measure.run(case.theirs(directory, 1), case.pressure) for _ in range(repeats)]
        seconds = statistics.median(r.seconds for r in runs)
        print(f"{seconds:9.4f} s/step {runs[0].iterations:7.1f} iterations  {text}", flush=True)
        return seconds, krylov, controls

    best = min(timed(krylov, f"smoother {s};") for krylov in (False, True) for s in SMOOTHERS)
    for stage in STAGES:
        if "nVcycles" in stage[0] and not best[1]:
            continue
        best = min([best] + [timed(best[1], f"{best[2]} {extra}") for extra in stage])
    print(f"winner of {case.name}: {best[0]:.4f} s/step  {setting(best[1], best[2])}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("case", choices=CASES)
    parser.add_argument("--repeats", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        tune(CASES[options.case], pathlib.Path(work), options.repeats)


if __name__ == "__main__":
    sys.exit(main())
