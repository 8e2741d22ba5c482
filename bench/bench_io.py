#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What a dump costs: Eagre's dumps beside the files of OpenFOAM v1912, the same fields on the same ranks, as Markdown with the bars.

    bench_io.py --bin build/bin [--only damBreak box] [--ranks 1 2 4 16] [--repeats 5] [--quick] [--directory /dev/shm]

A case is solved for some steps by Eagre, so that its fields are those of a flow; then every way of writing goes on from there for STEPS
steps whose equations are hardly solved, and every second of them is written. A dump of ours costs the time of a step with one less that
of the steps around it: all that it costs, but for the caches that the step after it finds cold. OpenFOAM's steps are long and differ by
more than a dump takes, so its writing is timed by itself (openfoam_write_time.c), the mean of a run; its steps find cold caches, too. Runs
are interleaved, and the median is taken. Time is processor time of all ranks and their threads over the cores that they have: ranks that
wait spin, so that is wall-clock time on a quiet machine (but for waiting for a disk), and it suffers least from neighbours; the ratio of the
two is printed. OpenFOAM leaves what it writes to the page cache of the system; a dump of ours is flushed to the disk before it counts as
there. So the directory is one in memory unless told otherwise, where both do the same; on a disk the flush comes on top.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "support"))
import foam  # noqa: E402
import measure  # noqa: E402
from cases import divide, ours  # noqa: E402

SOLVED, STEPS = 10, 12
HARDLY = "solver PCG; preconditioner DIC; tolerance 1e-1; relTol 0; maxIter 1;"
SWEEP = "solver smoothSolver; smoother symGaussSeidel; tolerance 1e-1; relTol 0; maxIter 1; nSweeps 1;"
BINARY, ASCII = "writeFormat binary;", "writeFormat ascii; writePrecision 17;"
PLAIN, DEFLATE, FLOAT = "dump, no filter", "dump, default filter", "dump, float32"
OUR_ASCII, THEIR_ASCII = "Eagre, ascii, 17 digits", "OpenFOAM, ascii, 17 digits"
UNCOLLATED, COLLATED = "OpenFOAM, binary, uncollated", "OpenFOAM, binary, collated"
#: name: (what controlDict says, options of eagre; None: OpenFOAM's own program)
WAYS = {
    PLAIN: ("dump { filter none; }", ["--dump", "hdf5"]),
    DEFLATE: ("", ["--dump", "hdf5"]),
    FLOAT: ("dump { precision float32; }", ["--dump", "hdf5"]),
    "Eagre, binary": (BINARY, ["--dump", "foam"]),
    OUR_ASCII: (ASCII, ["--dump", "foam"]),
    UNCOLLATED: (BINARY, None),
    COLLATED: (BINARY, None),
    THEIR_ASCII: (ASCII, None),
}


def dam_break(directory, factor):
    case = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", directory)
    foam.refine(case, factor)
    shutil.copy(case / "0" / "alpha.water.orig", case / "0" / "alpha.water")
    hardly = (f"solvers {{ p_rgh {{ {HARDLY} }} p_rghFinal {{ {HARDLY} }} \"pcorr.*\" {{ {HARDLY} }} U {{ {SWEEP} }} "
              "} PIMPLE { nCorrectors 1; }")
    return case, 0.001 / factor, hardly


def box(directory, edge):
    """The lid-driven cavity in three dimensions, edge cells each way."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", directory)
    path = case / "system" / "blockMeshDict"
    text = path.read_text().replace("(20 20 1)", f"({edge} {edge} {edge})").replace(" 0.1)", " 1)")
    path.write_text(text.replace("type empty", "type wall"))
    for field, wall in (("U", "type noSlip;"), ("p", "type zeroGradient;")):
        foam.append(case, f"0/{field}", f"boundaryField {{ frontAndBack {{ {wall} }} }}")
    hardly = f"solvers {{ p {{ {HARDLY} }} pFinal {{ {HARDLY} }} U {{ {SWEEP} }} }} PISO {{ nCorrectors 1; }}"
    return case, 0.1 / edge * 0.1, hardly


@dataclass(frozen=True)
class Case:
    title: str
    solver: str
    make: object  #: (directory, size) -> case, time step [s], what fvSolution says for equations that are hardly solved
    size: int
    quick: int


CASES = {"damBreak": Case("damBreak refined {0} x {0}", "interFoam", dam_break, 10, 3),
         "box": Case("box, {0} x {0} x {0} cells", "icoFoam", box, 126, 32)}


def developed(eagre, case, size, directory):
    """The case with the fields of a flow, and a mesh, as a start for all ways."""
    base, step, hardly = case.make(directory, size)
    control = (f"functions {{}} adjustTimeStep no; deltaT {step:.10g}; writeControl timeStep; timePrecision 10; runTimeModifiable no; "
               "startFrom latestTime; stopAt endTime; writeCompression off; ")
    foam.append(base, "system/controlDict", f"{control} {BINARY} endTime {SOLVED * step:.10g}; writeInterval {SOLVED};")
    foam.run(ours(eagre, base, 1, "--dump", "foam"))
    foam.append(base, "system/controlDict", f"endTime {(SOLVED + STEPS) * step:.10g}; writeInterval 2;")
    foam.append(base, "system/fvSolution", hardly)
    return base


def command(eagre, solver, case, ranks, name, options):
    if options is not None:
        return ours(eagre, case, ranks, *options)
    program = [f"/usr/bin/{solver}", "-case", case]
    if ranks == 1:
        return program
    return ["mpirun", "-n", ranks, *program, "-parallel", *(["-fileHandler", "collated"] if name == COLLATED else [])]


def written_bytes(case):
    """Of the last time, all its files together."""
    places = [p for p in case.glob("processor*") if p.is_dir()] or [case]
    if (case / "dumps").exists():
        return max(p.stat().st_size for p in (case / "dumps").glob("[0-9]*.vtkhdf"))
    return sum(f.stat().st_size for p in places for f in (p / max(foam.times(p), key=float)).rglob("*") if f.is_file())


def processor_time(pids):
    """Of these processes with all their threads [s]."""
    tasks = [task for pid in pids for task in pathlib.Path(f"/proc/{pid}/task").iterdir()]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) * measure.NANO


def step_times(words, ranks, preload=None):
    """(Time of each step of a run [s], from one line "ExecutionTime" to the next; wall-clock over processor time; mean time of
    OpenFOAM's writing [s], if the library that says it is preloaded)"""
    ends, walls, log, pids, writing = [], [], [], None, 0.0
    environment = dict(foam.environment(), **({"LD_PRELOAD": str(preload)} if preload else {}))
    solver = subprocess.Popen([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    for line in solver.stdout:
        log.append(line)
        if line.startswith("writeObject"):
            writing += float(line.split()[1])
        if line.startswith("ExecutionTime"):
            walls.append(time.perf_counter())
            try:
                pids = pids or measure.ranks_of(solver.pid, ranks > 1)
                ends.append(processor_time(pids) / min(ranks, os.cpu_count()))
            except OSError:  # gone after its last step
                ends.append(ends[-1])
    if solver.wait() != 0 or len(ends) != STEPS:
        raise RuntimeError(f"{' '.join(map(str, words))} ended with {solver.returncode} after {len(ends)} steps:\n" + "".join(log[-30:]))
    times = [None] + [after - before for before, after in zip(ends, ends[1:])]
    return times, (walls[-2] - walls[0]) / (ends[-2] - ends[0]), writing / (STEPS // 2) / min(ranks, os.cpu_count())


def one_run(eagre, solver, base, work, ranks, name, way, write_time, look=None):
    """(times of steps without a dump, what dumps take [s], bytes of a dump, wall-clock over processor time). look(work) is called
    before what the run has written is removed."""
    control, options = way
    shutil.copytree(base, work)
    foam.append(work, "system/controlDict", control)
    if ranks > 1 and options is None:
        divide(work, ranks)
        foam.openfoam("decomposePar", work, *(["-fileHandler", "collated"] if name == COLLATED else []))
    theirs = options is None
    t, waiting, writing = step_times(command(eagre, solver, work, ranks, name, options), ranks, write_time if theirs else None)
    size = written_bytes(work)
    if look:
        look(work)
    shutil.rmtree(work)
    # Steps 2, 4, ... of the run, t[1], t[3], ..., end with a dump: SOLVED is even. The last may be gone before it is looked at.
    plain = [t[i] for i in range(2, STEPS - 1, 2)]
    return plain, [writing] if theirs else [t[i] - (t[i - 1] + t[i + 1]) / 2 for i in range(3, STEPS - 2, 2)], size, waiting


def bars(seconds, plain, size, ranks):
    """(what, its value, the bar, met) for each bar of the issue."""
    median = {name: statistics.median(s) for name, s in seconds.items()}
    theirs = [UNCOLLATED] + ([COLLATED] if ranks > 1 else [])
    for name, most in ((PLAIN, 1), (DEFLATE, 3)):
        for other in theirs:
            value = median[name] / median[other]
            yield f"{name}, over {other}", value, f"<= {most}", value <= most
    for name in (PLAIN, DEFLATE):
        for ascii in (OUR_ASCII, THEIR_ASCII):
            value = median[ascii] / median[name]
            yield f"{ascii}, over {name}", value, ">= 10", value >= 10
    for name, least in ((DEFLATE, 3.5), (FLOAT, 6.7)):
        value = size[OUR_ASCII] / size[name]
        yield f"bytes of ascii, over {name}", value, f">= {least}", value >= least
    step = {name: statistics.median(p) for name, p in plain.items()}
    for ascii in (OUR_ASCII, THEIR_ASCII):
        value = (10 * step[ascii] + median[ascii]) / (10 * step[DEFLATE] + median[DEFLATE])
        yield f"ten steps and a dump: {ascii}, over {DEFLATE}", value, ">= 2.6", value >= 2.6


def table(eagre, case, size, ranks, repeats, base, directory):
    ways = {name: way for name, way in WAYS.items() if ranks > 1 or name != COLLATED}
    seconds, plain, sizes = {name: [] for name in ways}, {name: [] for name in ways}, {}
    worst = 0
    for _ in range(repeats):
        for name, way in ways.items():
            steps, dumps, sizes[name], waiting = one_run(eagre, case.solver, base, directory / "run", ranks, name, way,
                                                            directory / "write_time.so")
            seconds[name] += dumps
            plain[name] += steps
            worst = max(worst, waiting)
            print(f"[{time.strftime('%H:%M:%S')}] {ranks} rank(s), {name}: {statistics.median(dumps):.4f} s", file=sys.stderr, flush=True)
    yield f"\n### {case.title.format(size)}, {ranks} rank{'s' if ranks > 1 else ''}\n"
    yield f"Wall-clock over processor time: at most {worst:.2f}.\n"
    yield "| | a dump [s], median (quartiles) | over OpenFOAM's binary | MB | ascii's bytes over these |\n|---|---|---|---|---|"
    theirs = statistics.median(seconds[UNCOLLATED])
    for name, s in seconds.items():
        low, middle, high = statistics.quantiles(s, n=4) if len(s) > 1 else s * 3
        yield (f"| {name} | {middle:.4f} ({low:.4f}, {high:.4f}) | {middle / theirs:.2f} | {sizes[name] / 1e6:.2f} | "
               f"{sizes[OUR_ASCII] / sizes[name]:.2f} |")
    yield "\n| bar | | | |\n|---|---|---|---|"
    for what, value, bar, met in bars(seconds, plain, sizes, ranks):
        yield f"| {what} | {value:.2f} | {bar} | {'met' if met else 'NOT MET'} |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--only", nargs="+", choices=CASES, default=list(CASES))
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4, 16])
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="small meshes, one repeat: does it work, not how fast is it")
    parser.add_argument("--directory", default="/dev/shm", help="where the runs are; in memory unless told otherwise")
    options = parser.parse_args()
    eagre = (options.bin / "eagre").resolve()
    print(f"In {options.directory}, {time.strftime('%Y-%m-%d %H:%M')}.", flush=True)
    for name in options.only:
        case = CASES[name]
        size = case.quick if options.quick else case.size
        with tempfile.TemporaryDirectory(dir=options.directory) as directory:
            directory = pathlib.Path(directory)
            base = developed(eagre, case, size, directory / "base")
            source = pathlib.Path(__file__).with_name("openfoam_write_time.c")
            foam.run(["cc", "-O2", "-shared", "-fPIC", source, "-o", directory / "write_time.so", "-ldl"])
            for ranks in options.ranks:
                for line in table(eagre, case, size, ranks, 1 if options.quick else options.repeats, base, directory):
                    print(line, flush=True)


if __name__ == "__main__":
    main()
