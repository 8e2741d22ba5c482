#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Ours against OpenFOAM v1912 on the same machine in the same hour: the dam break of openfoam-examples, refined, interleaved runs,
medians of the time per step after start-up and of peak memory, as ratios (OpenFOAM's over ours).

    bench.py --bin build/bin [--quick]
"""
import argparse
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "support"))
import foam  # noqa: E402

DAM_BREAK = "multiphase/interFoam/laminar/damBreak/damBreak"


def prepare(directory, factor, steps):
    """The example refined in the plane, meshed by OpenFOAM, set to run so many steps and write nothing."""
    case = foam.copy_example(DAM_BREAK, directory)
    foam.refine(case, factor)
    shutil.copy(case / "0" / "alpha.water.orig", case / "0" / "alpha.water")
    foam.append(case, "system/controlDict", f"writeControl none; functions {{}} adjustTimeStep no; deltaT {2e-4 / factor}; "
                f"endTime {2e-4 / factor * (steps + 0.25)};")
    foam.openfoam("blockMesh", case)
    foam.openfoam("setFields", case)
    return case


def timed(command):
    """Runs a command; (seconds a step after the first, MB of the largest process, iterations of p_rgh a step)."""
    result = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                            env=foam.environment())
    if result.returncode != 0:
        raise RuntimeError(result.stdout[-2000:])
    # usage of children accumulates its maximum over all; ask the log's own process by /usr/bin/time instead
    peak = int(re.findall(r"Maximum resident set size \(kbytes\): (\d+)", result.stdout)[-1]) / 1024
    stamps = [float(t) for t in re.findall(r"ExecutionTime = ([\d.]+) s", result.stdout)]
    iterations = [int(n) for n in re.findall(r"Solving for p_rgh.*No Iterations (\d+)", result.stdout)]
    return (stamps[-1] - stamps[0]) / (len(stamps) - 1), peak, sum(iterations) / len(stamps)


def with_time(command):
    return ["/usr/bin/time", "-v", *command]


def commands(bin_directory, case, ranks):
    ours = [bin_directory / "eagre", "run", case]
    theirs = ["/usr/bin/interFoam", "-case", case]
    if ranks == 1:
        return with_time(ours), with_time(theirs)
    mpirun = ["mpirun", "-n", str(ranks)]
    return mpirun + with_time(ours), mpirun + with_time([*theirs, "-parallel"])


def compare(bin_directory, factor, ranks, steps, repeats, work):
    case = prepare(work / f"damBreak{factor}", factor, steps)
    if ranks > 1:
        foam.append(case, "system/decomposeParDict", f"numberOfSubdomains {ranks}; method simple; simpleCoeffs {{ n ({ranks} 1 1); delta 0.001; }}")
        foam.openfoam("decomposePar", case)
    ours, theirs = [], []
    command_ours, command_theirs = commands(bin_directory, case, ranks)
    for _ in range(repeats):  # interleaved: the machine's speed drifts
        ours.append(timed(command_ours))
        theirs.append(timed(command_theirs))
    shutil.rmtree(case)
    median = [[statistics.median(column) for column in zip(*rows)] for rows in (ours, theirs)]
    ratios = [t[0] / o[0] for o, t in zip(ours, theirs)]
    cells = 2268 * factor * factor
    print(f"| damBreak {factor} x {factor}, {cells:,} cells | {ranks} | {median[0][0]:.4f} | {median[1][0]:.4f} | "
          f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) | {median[0][1]:.0f} | {median[1][1]:.0f} | "
          f"{median[1][1] / median[0][1]:.2f} | {median[0][2]:.0f} / {median[1][2]:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="the small case only, three repeats")
    options = parser.parse_args()
    repeats = 3 if options.quick else options.repeats
    print("Time per step after start-up [s], peak memory of one rank [MB]; ratios are OpenFOAM v1912's over ours, median (least to most).\n")
    print("| case as written | ranks | eagre s/step | OpenFOAM s/step | ratio | eagre MB | OpenFOAM MB | ratio | p_rgh iterations a step |")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory() as work:
        for factor, steps in ((4, 20),) if options.quick else ((4, 20), (10, 6)):
            for ranks in (1, 2):
                compare(options.bin.resolve(), factor, ranks, steps, repeats, pathlib.Path(work))
    return 0


if __name__ == "__main__":
    os.environ.setdefault("OMPI_ALLOW_RUN_AS_ROOT", "1")
    sys.exit(main())
