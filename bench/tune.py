#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Looks for OpenFOAM's fastest setting of the pressure solver for a case: GAMG as a solver and as the preconditioner of PCG (one V cycle,
or v1912's two) with each smoother; then, for the winner, one control after the other (cells of the coarsest level, sweeps, levels
merged), each time keeping what is fastest; at last the three fastest again, interleaved. The winners stand in openfoam_best.py.
Tolerances stay as the case has them.

    tune.py CASE [--repeats 3] [--smoothers GaussSeidel DIC ...] [--control "endTime 3e-4;"] [--coarser 2]

--control shortens the runs; --coarser divides the cells of the plane (and multiplies the time step), for cases that take long.
"""
import argparse
import pathlib
import re
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "support"))
import foam  # noqa: E402
import openfoam_best  # noqa: E402
from cases import CASES, variant  # noqa: E402
import measure  # noqa: E402

SMOOTHERS = ("DIC", "DICGaussSeidel", "GaussSeidel", "symGaussSeidel")
STAGES = (
    [f"nCellsInCoarsestLevel {n};" for n in (50, 100, 500)],
    [f"nPreSweeps {pre}; nPostSweeps {post};" for pre, post in ((0, 1), (1, 1), (1, 2), (2, 2))],
    ["mergeLevels 2;"],
)


def setting(cycles, controls):
    """As a piece of fvSolution: GAMG in PCG with so many V cycles, or (0) on its own."""
    controls = f"cacheAgglomeration on; agglomerator faceAreaPair; {controls}"
    return f"solver PCG; preconditioner {{ preconditioner GAMG; nVcycles {cycles}; {controls} }}" if cycles else f"solver GAMG; {controls}"


def coarsen(case, factor):
    path = case / "system" / "blockMeshDict"
    path.write_text(re.sub(r"\((\d+) (\d+) (\d+)\)(\s*simpleGrading)",
                           lambda m: f"({int(m[1]) // factor} {int(m[2]) // factor} {m[3]}){m[4]}", path.read_text()))
    path = case / "system" / "controlDict"
    foam.append(case, "system/controlDict", f"deltaT {float(re.findall(r'deltaT ([^;]+);', path.read_text())[-1]) * factor};")


def tune(case, work, repeats, smoothers, control, coarser):
    base = case.make(work / "base")
    if coarser != 1:
        coarsen(base, coarser)
    foam.append(base, "system/controlDict", control)
    case.tools(base, 1)

    tried = []

    def timed(cycles, controls):
        text = setting(cycles, controls)
        openfoam_best.BEST[case.name] = text
        run = measure.run(case.theirs(variant(base, work / "variant", case.best()), 1), case.pressure)
        print(f"{run.seconds:9.4f} s/step {run.iterations:7.1f} iterations  {text}", flush=True)
        tried.append((run.seconds, cycles, controls))
        return tried[-1]

    best = min(timed(cycles, f"smoother {s};") for cycles in (0, 1, 2) for s in smoothers)
    for stage in STAGES:
        best = min([best] + [timed(best[1], f"{best[2]} {extra}") for extra in stage])
    finalists = [t[1:] for t in sorted(tried)[:3]]
    rounds = [[timed(*f)[0] for f in finalists] for _ in range(repeats)]
    seconds, winner = min((statistics.median(column), f) for column, f in zip(zip(*rounds), finalists))
    print(f"winner of {case.name}: {seconds:.4f} s/step  {setting(*winner)}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("case", choices=CASES)
    parser.add_argument("--repeats", type=int, default=3, help="of the three fastest")
    parser.add_argument("--control", default="", help="appended to controlDict")
    parser.add_argument("--coarser", type=int, default=1)
    parser.add_argument("--smoothers", nargs="+", default=SMOOTHERS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        tune(CASES[options.case], pathlib.Path(work), options.repeats, options.smoothers, options.control, options.coarser)


if __name__ == "__main__":
    sys.exit(main())
