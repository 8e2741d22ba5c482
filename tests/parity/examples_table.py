#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/examples.md: every case of Debian's openfoam-examples for the solvers that Eagre has, whether it runs as it is, and
how far one step is from OpenFOAM's.

    examples_table.py --bin build/bin --output docs/examples.md [--only NAME ...] [--minutes 8] [--judge DIRECTORY]
                      [--keep DIRECTORY]

With --only the other rows stay; --keep leaves the cases there. What the rows hold is said at the top of what is written.
"""
import argparse
import os
import pathlib
import re
import shutil
import signal
import sys
import tempfile

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import examples  # noqa: E402
import foam  # noqa: E402
import pages  # noqa: E402
import renumbered  # noqa: E402
from cases import TIGHT  # noqa: E402
from wave_cases import ENVIRONMENT  # noqa: E402

DEVELOPED = 3
DIVERGED = 100  # Courant number
TOO_FAST = 1e4  # m/s, where each cell has its own time step and the log no Courant number
TIGHT_WAVES = "{ solver PCG; preconditioner DIC; tolerance 1e-16; relTol 0; maxIter 3000; }"
# Where a paddle's cells have a diffusivity of 1e15, no residual says that the others have converged: a number of iterations does.
MANY = "{ solver PCG; preconditioner DIC; tolerance 1e-30; relTol 0; maxIter 4000; }"
AS_IT_IS_RANKS = 2
COARSER_MINUTES = 60  # what the programs of a case may take on its coarser mesh

RECONSTRUCT = "parity.md#where-debians-openfoam-is-not-what-its-sources-say-reconstruct-on-slanted-faces"

PADDLE = "a run of v1912 that goes on takes [the paddle's place](parity.md#wave-makers-in-a-run-that-goes-on) anew; from the start 1e-10"
#: What is to be known of a row and cannot be seen in a run.
LEVEL = "U agrees, so p differs by its level alone: a run of v1912 that goes on looks for pRefPoint in the mesh as it is then"
NOTES = {
    "waves/waveMakerFlap": PADDLE,
    "waves/waveMakerPiston": PADDLE,
    "RAS/floatingObject": "two steps of CrankNicolson: [v1912's is another one](parity.md#cranknicolson-in-ddtcorr); with Euler 1e-12 "
                          "(tests/parity/test_floating_body.py)",
    "RAS/TJunctionFan": "a run of v1912 that goes on starts without the fan's jump; where both start without it: below 1e-7 (tests/parity/test_fans.py)",
    "pimpleFoam/RAS/propeller": "v1912 keeps [slivers round the rims](parity.md#overlaps-round-the-rim-of-a-patch) on one side",
    "RAS/rotatingFanInRoom": "v1912 keeps [slivers round the rims](parity.md#overlaps-round-the-rim-of-a-patch) on one side",
    "wingMotion/wingMotion2D_pimpleFoam": "v1912's [distances to the wing](parity.md#distances-to-a-body) are those of a wave",
    "laminar/sloshingCylinder": LEVEL,
    "interFoam/laminar/sloshingTank2D": LEVEL,
    "laminar/sloshingTank2D3DoF": LEVEL,
    "laminar/sloshingTank3D": "a 64th of the cells: below 1e-7 (tests/parity/test_moving_mesh.py)",
    "laminar/sloshingTank3D6DoF": "a 64th of the cells: below 1e-7 (tests/parity/test_moving_mesh.py)",
    "waves/waveMakerMultiPaddleFlap": "coarse, from the start: below 1e-7 (tests/parity/test_wave_makers.py)",
    "waves/waveMakerMultiPaddlePiston": "coarse, from the start: below 1e-7 (tests/parity/test_wave_makers.py)",
    "interIsoFoam/sloshingTank2D": f"{LEVEL}; at the walls v1912's isoAdvector has their velocity, Eagre's the one relative to the mesh",
    "RAS/DTCHullMoving": "v1912's [distances to the hull](parity.md#distances-to-a-body) are those of a wave",
    "RAS/DTCHull": "its dictionaries on a coarse mesh around a block: [hullLTS](parity.md)",
}
#: Runs of an example that docs/parity.md compares.
RUNS = {
    "icoFoam/cavity/cavity": "cavity-as-written-to-05-s",
    "laminar/damBreak/damBreak": "dambreak-as-written-to-1-s",
    "laminar/capillaryRise": "capillaryrise-as-written-to-0005-s",
    "RAS/damBreak/damBreak": "runs-of-turbulent-and-cavitating-examples",
    "RAS/weirOverflow": "runs-of-turbulent-and-cavitating-examples",
    "LES/pitzDaily": "runs-of-turbulent-and-cavitating-examples",
}


class Programs:
    """Where the programs are: Eagre's folder, and OpenFOAM's solvers, those of the judge before the installed ones."""

    def __init__(self, eagre, judge):
        self.eagre, self.judge = eagre.resolve(), judge.resolve()

    def openfoam(self, application):
        own = self.judge / application
        return own if own.exists() else pathlib.Path("/usr/bin") / application


def problems(eagre, case, path):
    """What `eagre check` finds; empty if the case would run."""
    result = foam.run(path.of(eagre, "check", case), check=False)
    return [] if result.returncode == 0 else errors(result.stdout)


def errors(output):
    """The problems that a run that ended with an error names, each without its list of valid words."""
    if "eagre: error" not in output:
        return [output.strip().splitlines()[-1]]
    lines = [line.strip() for line in output[output.index("eagre: error"):].split("\n---")[0].splitlines()]  # mpirun's word comes after
    return [line.split("; valid:")[0] for line in (lines[1:] if len(lines) > 1 and lines[1] else lines[:1]) if line]


def run_as_it_is(eagre, case, path, clock):
    """(problems, warnings) of the case's preparation and its own first steps, function objects and all, on two ranks."""
    foam.append(case, "system/controlDict", f"writeControl timeStep; writeInterval {DEVELOPED}; stopAt nextWrite;")
    result = clock.run(path.of(eagre, "run", "-n", AS_IT_IS_RANKS, case), check=False)
    (case / "log.eagre").write_text(result.stdout)
    warnings = [re.sub(r"; supported: [^)]*\)", ")", w) for w in re.findall(r"--> EAGRE Warning : (.*)", result.stdout) if "has taken over" not in w]
    return ([] if result.returncode == 0 else errors(result.stdout)), warnings


def back_to_start(case):
    """The mesh and the fields that Eagre has prepared, without what it has computed from them."""
    for time in foam.times(case)[1:]:
        if (case / time / "uniform" / "restart").exists():
            shutil.rmtree(case / time)


def entry(case, file, *words):
    return foam.run(["/usr/bin/foamDictionary", case / file, "-entry", *words]).stdout.strip()


def without_chance(case):
    """Turns off what is random in a case; whether there was something."""
    found = False
    for path in (case / foam.times(case)[-1]).iterdir():
        text = path.read_text(errors="replace") if path.is_file() else ""
        if "turbulentInlet" in text:
            path.write_text(re.sub(r"(fluctuationScale\s+)(\([^)]*\)|\S+)\s*;", lambda m: m[1] + ("(0 0 0);" if "(" in m[2] else "0;"), text))
            found = True
    return found


def tight(example, case):
    """Linear tolerances of 1e-13 for every entry of fvSolution; for waves less, see wave_cases.py."""
    entries = []
    for solver in entry(case, "system/fvSolution", "solvers", "-keywords").splitlines():
        if solver.strip('"(').startswith("cellDisplacement"):
            entries.append(f"{solver} {MANY}")
            continue
        plain = TIGHT_WAVES if "/waves/" in str(example) and re.match(r'"?p', solver) else TIGHT
        coupled = "coupled" in entry(case, "system/fvSolution", f"solvers/{solver}")
        entries.append(f"{solver} {'{ tolerance (1e-13 1e-13 1e-13); relTol (0 0 0); }' if coupled else plain}")
    foam.append(case, "system/fvSolution", "#remove cache\nsolvers { " + "\n".join(entries) + " }")


def develop(case, openfoam, clock):
    """OpenFOAM's first steps; the time step it has come to. RuntimeError if it diverges."""
    foam.append(case, "system/controlDict", f"writeFormat binary; timePrecision 12; writePrecision 12; writeCompression off; purgeWrite 0; "
                                            f"writeControl timeStep; writeInterval {DEVELOPED}; stopAt nextWrite;")
    result = clock.run([openfoam, "-case", case, "-noFunctionObjects"], check=False, part=0.5)
    courant = max([float(number) for number in re.findall(r"^Courant Number mean: \S+ max: (\S+)", result.stdout, re.M)], default=0)  # localEuler: none
    if result.returncode == 124 and courant < DIVERGED:
        raise examples.OutOfTime
    end = signal.strsignal(-result.returncode) if result.returncode < 0 else f"exit code {result.returncode}"
    if result.returncode != 0 or courant >= DIVERGED:
        raise RuntimeError(f"OpenFOAM diverges in its first steps (Courant number {courant:.0e}, {end})")
    last = case / foam.times(case)[-1]
    speed = np.abs(foam.read_field(last / "U")[0]).max()
    if speed >= TOO_FAST:
        raise RuntimeError(f"OpenFOAM diverges in its first steps ({speed:.0e} m/s)")
    return float(re.search(r"deltaT\s+([^;]+);", (last / "uniform/time").read_text())[1])


def one_step(programs, example, case, application, clock):
    """Relative L2 differences of every field that both write, after one step from a state that OpenFOAM has made. Two steps where the time
    scheme needs two old levels, the first of them Euler's."""
    delta_t = develop(case, programs.openfoam(application), clock)
    start = case / foam.times(case)[-1]
    for flux in ("Uf", "meshPhi"):  # with these OpenFOAM's start takes phi, which is relative to faces that move, for an absolute flux
        (start / flux).unlink(missing_ok=True)
    steps = 1
    if re.search(r"backward|CrankNicolson", entry(case, "system/fvSchemes", "ddtSchemes")):
        steps = 2
        shutil.rmtree(start / "uniform")  # the number of the step, by which OpenFOAM sees that there is an older level
        for older in start.glob("*_0"):
            older.unlink()
    foam.append(case, "system/controlDict", f"startFrom latestTime; stopAt endTime; adjustTimeStep no; writeInterval 1; "
                f"deltaT {delta_t:.12g}; endTime {float(start.name) + steps * delta_t:.12g};")
    tight(example, case)
    return compare(programs, case, application, clock)


def compare(programs, case, application, clock):
    """Runs OpenFOAM on the case and Eagre on a copy of it."""
    ours = examples.clone(case, "ours")
    (case / "log.openfoam").write_text(clock.run([programs.openfoam(application), "-case", case, "-noFunctionObjects"],
                                                 name=f"OpenFOAM's {application}").stdout)
    clock.run([programs.eagre / application, "-case", ours, "-noFunctionObjects"], name="Eagre")
    last = foam.times(case)[-1]
    fields = [p.name for p in sorted((ours / last).iterdir()) if p.is_file() and (case / last / p.name).exists()]
    pairs = {f: [foam.read_field(one / last / f)[0] for one in (ours, case)] for f in fields}
    order = renumbered.order(ours, case, last)
    if order is not None:  # faces are numbered otherwise, too: their fields are left out
        pairs = {f: (mine, other[order]) for f, (mine, other) in pairs.items() if len(mine) == len(other) == len(order)}
    return {f: foam.relative_l2(*pair) for f, pair in pairs.items()}


def shown(differences):
    return ", ".join(f"{k} {v:.0e}" for k, v in differences.items())


def attempt(programs, example, work, clock, coarser):
    """(whether it runs as it is, what is to be known, differences, whether it ended in time)."""
    eagre, runs, notes, differences = programs.eagre / "eagre", "not tried", [], {}
    try:
        path = examples.Path(work / "path", programs.eagre)
        case = examples.copy(example, work)
        examples.shell(examples.of(example, examples.RECIPES, ":"), case, path, clock)
        examples.shell(coarser, case, path, clock)
        lacks = problems(eagre, case, path)
        if not lacks:
            lacks, warnings = run_as_it_is(eagre, case, path, clock)
            notes += warnings
        if path.called():
            notes.append(f"prepared with OpenFOAM's {', '.join(path.called())}")
        runs = "no" if lacks else "yes"
        notes += lacks
        if not lacks:
            back_to_start(case)
            application = entry(case, "system/controlDict", "application", "-value")
            if without_chance(case):
                notes.append("one step without the inlet's random numbers")
            differences = one_step(programs, example, case, application, clock)
    except examples.OutOfTime:
        return runs, notes, differences, False
    except RuntimeError as error:
        notes.append("not compared: " + str(error).splitlines()[0][:200])
    return runs, notes, differences, True


def row(programs, example, work, minutes):
    """The cells of an example's row."""
    runs, notes, differences, in_time = attempt(programs, example, work, examples.Clock(minutes), ":")
    coarser = examples.of(example, examples.COARSER)
    if not in_time and runs == "not tried" and coarser:
        runs, more, differences, in_time = attempt(programs, example, work / "coarser", examples.Clock(COARSER_MINUTES), coarser)
        runs += ", on a coarser mesh" if runs != "not tried" else ""
        notes += [f"its own mesh takes longer than {minutes:g} minutes; coarser by `{coarser}`", *more]
        minutes = COARSER_MINUTES
    if not in_time:
        notes.append(f"not compared: mesh and steps take longer than {minutes:g} minutes")
    notes += [note for note in [examples.of(example, NOTES)] if note]
    compared = examples.of(example, RUNS)
    return [str(example), runs, "; ".join(notes), shown(differences), f"[compared](parity.md#{compared})" if compared else ""]


def page(rows):
    """The text of the page; its rows by case, each a list of cells."""
    rows = [rows[case] for case in sorted(rows)]
    lines = ["| " + " | ".join([*row[:2], pages.shortened(row[2]), *row[3:]]) + " |" for row in rows]
    return "\n".join(HEAD + lines) + "\n" + pages.in_full({row[0]: row[2] for row in rows})


def rows_of(text):
    """The rows of a page that this program has written."""
    full = pages.read_in_full(text)
    rows = [[cell.strip() for cell in line[1:-1].split(" | ")] for line in text.splitlines() if re.match(r"\| \w+/", line)]
    return {row[0]: [*row[:2], full.get(row[0], row[2]), *row[3:]] for row in rows}


HEAD = f"""<!-- SPDX-License-Identifier: BSD-3-Clause -->
# The examples of OpenFOAM v1912

Which of OpenFOAM's own examples run as they are, and how far one step is from OpenFOAM's.
`make examples-table ARGS="--judge DIRECTORY"` writes this page (`--only NAME`: some rows) from Debian's `openfoam-examples`: every
case in the folders of icoFoam, pisoFoam, interFoam and interPhaseChangeFoam, and every other case that names one of these solvers;
of interIsoFoam and pimpleFoam some whose mesh moves or is refined, and the one with fans.

- *runs as it is*: `eagre check` finds nothing missing. `eagre run -n {AS_IT_IS_RANKS}` prepares the case as its own Allrun does, takes its
  first {DEVELOPED} steps with its own control of the time step and its function objects, and writes. Of OpenFOAM's programs only
  {', '.join(examples.OUTSIDE[:-1])} and {examples.OUTSIDE[-1]} are on its PATH; the row says which of them it has called. *On a coarser mesh*:
  snappyHexMesh takes longer on the example's own mesh than a row may.
- *missing, or to be known*: what `eagre check` and `eagre run` say.
- *one step*: the relative L2 difference of each field that both programs write. Both take one step from a state that OpenFOAM has made
  in {DEVELOPED} steps, with linear tolerances of 1e-13 (of cellDisplacement 4,000 iterations), without function objects and `cache`; two steps where
  the time scheme is `backward`. On a mesh that is refined cells are compared by their places, and fields on faces are not.
  DIRECTORY has OpenFOAM's two-phase solvers compiled anew from Debian's sources (`tools/sound_openfoam.sh`), since
  [Debian's are wrong on slanted faces]({RECONSTRUCT}).
- *runs*: where docs/parity.md compares whole runs.

| case | runs as it is | missing, or to be known | one step | runs |
|---|---|---|---|---|""".splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--only", nargs="+", default=[""], help="cases whose path contains one of these")
    parser.add_argument("--minutes", type=float, default=8, help="how long the programs of one case may run")
    parser.add_argument("--judge", type=pathlib.Path, default=pathlib.Path("/usr/bin"), help="a directory of OpenFOAM's solvers that are to be used "
                        "in place of the installed ones, where those are compiled wrongly (docs/parity.md)")
    parser.add_argument("--keep", type=pathlib.Path, help="directory that the cases are left in")
    options = parser.parse_args()
    programs = Programs(options.bin, options.judge)
    os.environ.update(ENVIRONMENT)
    rows = rows_of(options.output.read_text()) if options.output.exists() else {}
    for example in examples.examples():
        if not any(part in str(example) for part in options.only):
            continue
        with tempfile.TemporaryDirectory() as directory:
            work = options.keep.resolve() / str(example).replace("/", "_") if options.keep else pathlib.Path(directory)
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            rows[str(example)] = row(programs, example, work, options.minutes)
        print(" | ".join(rows[str(example)]), flush=True)
        options.output.write_text(page(rows))


if __name__ == "__main__":
    main()
