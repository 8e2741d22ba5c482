#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a dump costs: Eagre's dumps and OpenFOAM's files by Eagre and by OpenFOAM v1912, the same fields on the same ranks, as Markdown.

    bench_io.py --bin build/bin [--cells 226800 2000000] [--ranks 1 2 4 16] [--repeats 5]

icoFoam's cavity, refined to about so many cells, its equations hardly solved, writes p, U and phi at every step. A dump's time is the
wall-clock time of a step with it less that of a step without, medians over runs that are interleaved.
"""
import argparse
import math
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "support"))
import foam  # noqa: E402
import measure  # noqa: E402
from cases import divide, ours  # noqa: E402

STEPS = 7
HARDLY = ("solvers { p { solver PCG; preconditioner DIC; tolerance 1e-1; relTol 0; maxIter 1; } pFinal { $p; } "
          "U { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-1; relTol 0; maxIter 1; } } PISO { nCorrectors 1; }")
BINARY, ASCII = "writeFormat binary;", "writeFormat ascii; writePrecision 17;"
UNCOLLATED, COLLATED = "OpenFOAM, binary, uncollated", "OpenFOAM, binary, collated"
#: name: (what controlDict says, options of eagre; None: OpenFOAM's own program)
WAYS = {
    "dump, no filter": ("dump { filter none; }", ["--dump", "hdf5"]),
    "dump, deflate 1": ("", ["--dump", "hdf5"]),
    "dump, float32": ("dump { precision float32; }", ["--dump", "hdf5"]),
    "Eagre, binary": (BINARY, ["--dump", "foam"]),
    "Eagre, ascii, 17 digits": (ASCII, ["--dump", "foam"]),
    UNCOLLATED: (BINARY, None),
    COLLATED: (BINARY, None),
}


def make(directory, cells):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", directory)
    factor = round(math.sqrt(cells / 400))
    foam.refine(case, factor)
    step = 0.005 / factor
    foam.append(case, "system/controlDict", f"functions {{}} deltaT {step:.10g}; endTime {STEPS * step:.10g}; writeControl timeStep; "
                "timePrecision 10; runTimeModifiable no; purgeWrite 2;")
    foam.append(case, "system/fvSolution", HARDLY)
    foam.openfoam("blockMesh", case)
    return case, 400 * factor**2


def command(eagre, case, ranks, name, options):
    if options is not None:
        return ours(eagre, case, ranks, *options)
    program = ["/usr/bin/icoFoam", "-case", case]
    if ranks == 1:
        return program
    return ["mpirun", "-n", ranks, *program, "-parallel", *(["-fileHandler", "collated"] if name == COLLATED else [])]


def written_bytes(case):
    """Of the last time, all its files together."""
    places = [p for p in case.glob("processor*") if p.is_dir()] or [case]
    if (case / "dumps").exists():
        return max(p.stat().st_size for p in (case / "dumps").glob("[0-9]*.vtkhdf"))
    return sum(f.stat().st_size for p in places for f in (p / max(foam.times(p), key=float)).rglob("*") if f.is_file())


def one_run(eagre, base, work, ranks, name, way, writes):
    """(wall-clock time of a step [s], bytes of a dump)"""
    control, options = way
    shutil.copytree(base, work)
    foam.append(work, "system/controlDict", control + f" writeInterval {1 if writes else 1000000};")
    if ranks > 1 and options is None:
        divide(work, ranks)
        foam.openfoam("decomposePar", work, *(["-fileHandler", "collated"] if name == COLLATED else []))
    result = measure.run(command(eagre, work, ranks, name, options), "p")
    size = written_bytes(work) if writes else 0
    shutil.rmtree(work)
    return result.wall, size


def table(eagre, cells, ranks, repeats, directory):
    base, n = make(directory / "base", cells)
    ways = {name: way for name, way in WAYS.items() if ranks > 1 or name != COLLATED}
    seconds, bytes_of = {name: [] for name in ways}, {}
    for turn in range(repeats):
        for name, way in ways.items():
            with_dump, bytes_of[name] = one_run(eagre, base, directory / "run", ranks, name, way, True)
            without, _ = one_run(eagre, base, directory / "run", ranks, name, way, False)
            seconds[name].append(with_dump - without)
            print(f"[{time.strftime('%H:%M:%S')}] {n} cells, {ranks} rank(s), {name}: {seconds[name][-1]:.3f} s", file=sys.stderr, flush=True)
    shutil.rmtree(base)
    ascii_bytes = bytes_of["Eagre, ascii, 17 digits"]
    yield f"\n### {n:,} cells, {ranks} rank{'s' if ranks > 1 else ''}\n"
    yield "| | a dump [s], median (least, most) | over OpenFOAM's binary, uncollated | MB | ascii's bytes over these |\n|---|---|---|---|---|"
    theirs = statistics.median(seconds[UNCOLLATED])
    for name in ways:
        s = seconds[name]
        yield (f"| {name} | {statistics.median(s):.3f} ({min(s):.3f}, {max(s):.3f}) | {statistics.median(s) / theirs:.2f} | "
               f"{bytes_of[name] / 1e6:.1f} | {ascii_bytes / bytes_of[name]:.2f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--cells", type=int, nargs="+", default=[226_800, 2_000_000])
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4, 16])
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    for cells in options.cells:
        for ranks in options.ranks:
            with tempfile.TemporaryDirectory() as directory:
                for line in table((options.bin / "eagre").resolve(), cells, ranks, options.repeats, pathlib.Path(directory)):
                    print(line, flush=True)


if __name__ == "__main__":
    main()
