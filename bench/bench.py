#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Eagre against OpenFOAM v1912 on the same machine in the same hour: runs interleaved, medians with least and most, as Markdown.

    bench.py --bin build/bin [--quick] [--only NAME ...] [--ranks N ...] [--repeats 5]

NAME is a case (damBreak10, damBreak4, damBreak3D, cavity, capillaryRise, damBreakRAS, pitzDaily, orifice; on users' meshes ball32, ball64,
tetrahedra, tetrahedraSST, polyhedra, polyhedraSST, ahmed, motorBike, hull), `growth` (cost per cell from 36 thousand to 2 million cells) or
`petsc` (the pressure system beside PETSc's GAMG and hypre's BoomerAMG). --quick: the small cases, once. The exit code is 1 if a bar is
missed.
"""
import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import replace

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "support"))
import foam  # noqa: E402
import measure  # noqa: E402
from cases import CASES, dam_break, divide, ours, variant  # noqa: E402
from measure import spread  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
MEMORY_BAR, FIRST_STEP_BAR, GROWTH_BAR = 0.6, 5, 1.3
SOLVER_BANDWIDTH_BAR, STEP_BANDWIDTH_BAR = 0.5, 0.35
GROWTH = (4, 10, 20, 30)
SYSTEMS = ((476, 476, 1), (80, 80, 80))


missed = 0  #: bars


def verdict(passed):
    global missed
    missed += not passed
    return "yes" if passed else "**no**"


class Table:
    """Rows of Markdown, kept until all runs are done."""

    def __init__(self, title, *columns):
        self.title, self.columns, self.rows = title, columns, []

    def row(self, *cells):
        self.rows.append([str(c) for c in cells])

    def __str__(self):
        lines = [self.columns, ["---"] * len(self.columns), *self.rows]
        return f"{self.title}\n\n" + "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def progress(text):
    print(f"[{time.strftime('%H:%M:%S')}] {text}", file=sys.stderr, flush=True)


class Bench:
    def __init__(self, bin_directory, work, repeats, quick):
        self.bin, self.work, self.repeats, self.quick = bin_directory, work, repeats, quick
        self.eagre = bin_directory / "eagre"
        self.triads = {}
        self.waiting = 0  # most wall-clock over processor time of a run: how busy others kept the machine
        self.speed = Table("### Time per step [s], and OpenFOAM's over ours", "case", "ranks", "steps", "Eagre", "OpenFOAM as written",
                           "OpenFOAM at best", "as written / Eagre", "bar", "met", "best / Eagre", "bar", "met",
                           "pressure iterations per step: Eagre, as written, best")
        self.memory = Table("### Peak memory of the solver, all ranks [bytes per cell]", "case", "ranks", "Eagre", "OpenFOAM", "Eagre / OpenFOAM",
                            "bar", "met")
        self.first = Table("### From a case without a mesh to its first step, wall clock [s]", "case", "ranks", "Eagre",
                           "OpenFOAM: tools + solver", "OpenFOAM / Eagre", "bar", "met")
        self.bandwidth = Table("### Counted bytes over time, as a share of the triad on as many copies", "case", "ranks",
                               "triad, best (median) [GB/s per copy]", "ms per step", "MB per step", "linear solver [GB/s]", "share", "bar", "met",
                               "whole step [GB/s]", "share", "bar", "met", "time in counted loops")
        self.loops = []
        self.cost = Table("### Cost per cell and step, damBreak, 5 steps, one rank", "cells", "Eagre [us]", "over the first", "bar", "met")
        self.systems = Table("### The pressure system alone, two fluids of density ratio 1000, from zero to 1e-7, processor time [s]",
                             "cells", "solver", "set-up once per mesh", "set-up per matrix", "solve", "iterations", "residual reached")

    def case(self, case):
        base = case.make(self.work / case.name)
        case.tools(base, 1)
        best = self.work / f"{case.name}-best"
        for ranks in case.ranks:
            if ranks > 1:
                divide(base, ranks)
                foam.openfoam("decomposePar", base, "-force")
            variant(base, best, case.best())
            self.steps(case, base, best, ranks)
            if case.profile or self.quick:
                self.profile(case, base, ranks)
        shutil.rmtree(base)
        shutil.rmtree(best)
        if case.memory or self.quick:
            for ranks in case.ranks:
                self.start(case, ranks)

    def steps(self, case, base, best, ranks):
        commands = {"ours": ours(self.eagre, base, ranks), "written": case.theirs(base, ranks), "best": case.theirs(best, ranks)}
        if case.as_written and ranks == 1:
            commands["ours as written"] = ours(self.eagre, base, ranks, "--solvers", "as-written")
        runs = {name: [] for name in commands}
        for _ in range(self.repeats):  # interleaved: the machine's speed drifts
            for name, command in commands.items():
                runs[name].append(measure.run(command, case.pressure))
                progress(f"{case.title}, {ranks} rank(s), {name}: {runs[name][-1].seconds:.4g} s per step, {runs[name][-1].steps} steps")
                self.waiting = max(self.waiting, runs[name][-1].wall / runs[name][-1].seconds)
        self.check_steps(case, runs)
        self.speed_row(case, ranks, runs, "ours", case.title, case.bars)
        if "ours as written" in runs:
            self.speed_row(case, ranks, runs, "ours as written", f"{case.title}, `--solvers as-written`", (None, None))
        if case.memory or self.quick:
            bytes_a_cell = {n: [r.megabytes * 2**20 / case.cells for r in runs[n]] for n in ("ours", "written")}
            shares = [o / t for o, t in zip(bytes_a_cell["ours"], bytes_a_cell["written"])]
            self.memory.row(case.title, ranks, *(f"{statistics.median(v):.0f}" for v in bytes_a_cell.values()), spread(shares),
                            MEMORY_BAR, verdict(statistics.median(shares) <= MEMORY_BAR))

    @staticmethod
    def check_steps(case, runs):
        """All programs must have made the same steps: as many, to the same time but for what the tolerance of the pressure does to the
        Courant number that the time step follows (0.1 %)."""
        ends = {name: (r[0].steps, float(r[0].times[-1])) for name, r in runs.items()}
        steps, end = ends["written"]
        if any(n != steps or abs(t - end) > 0.01 * end for n, t in ends.values()):
            raise RuntimeError(f"{case.title}: not the same steps (number, last time): {ends}")

    def speed_row(self, case, ranks, runs, which, title, bars):
        median = {name: statistics.median(r.seconds for r in runs[name]) for name in (which, "written", "best")}
        cells = []
        for theirs, bar in zip(("written", "best"), bars):
            ratios = [t.seconds / o.seconds for o, t in zip(runs[which], runs[theirs])]
            cells += [spread(ratios), bar or "", verdict(statistics.median(ratios) >= bar) if bar else ""]
        iterations = ", ".join(f"{statistics.median(r.iterations for r in runs[n]):.0f}" for n in (which, "written", "best"))
        self.speed.row(f"{title}, {case.cells:,} cells", ranks, runs[which][0].steps, *(f"{v:.4g}" for v in median.values()), *cells, iterations)

    def triad(self, copies):
        """(best, median) of the triad on so many copies at once, mean over the copies [GB/s per copy]."""
        if copies not in self.triads:
            running = [subprocess.Popen([self.bin / "bench_stream", "384", "5" if self.quick else "15"], stdout=subprocess.PIPE, text=True)
                       for _ in range(copies)]
            rates = [[float(v) for v in p.communicate()[0].split()] for p in running]
            self.triads[copies] = [statistics.mean(column) for column in zip(*rates)]
        return self.triads[copies]

    def profile(self, case, base, ranks):
        measure.run(ours(self.eagre, base, ranks, "--profile"), case.pressure)
        profile = json.loads((base / "profile.json").read_text())
        best, median = self.triad(ranks)
        loops = [loop for loop in profile["loops"] if loop["bytes"] > 0]
        solver = [loop for loop in loops if loop["name"].startswith("multigridPCG.")]

        def rate(some, seconds=None):
            return sum(loop["bytes"] for loop in some) / (seconds or sum(loop["seconds"] for loop in some)) * 1e-9

        rates = rate(solver), rate(loops, profile["seconds"])
        steps = profile["steps"]
        shares = [[f"{r:.1f}", f"{r / best:.0%}", f"{bar:.0%}", verdict(r >= bar * best)]
                  for r, bar in zip(rates, (SOLVER_BANDWIDTH_BAR, STEP_BANDWIDTH_BAR))]
        self.bandwidth.row(case.title, ranks, f"{best:.1f} ({median:.1f})", f"{1e3 * profile['seconds'] / steps:.1f}",
                           f"{sum(loop['bytes'] for loop in loops) / steps * 1e-6:.0f}", *shares[0], *shares[1],
                           f"{sum(loop['seconds'] for loop in loops) / profile['seconds']:.0%}")
        if ranks == 1:
            table = Table(f"#### {case.title}: loops, one rank", "loop", "ms per step", "share of the step", "GB/s", "of triad")
            for loop in sorted(profile["loops"], key=lambda loop: -loop["seconds"])[:16]:
                counted = loop["bytes"] > 0
                table.row(loop["name"], f"{1e3 * loop['seconds'] / steps:.2f}", f"{loop['seconds'] / profile['seconds']:.1%}",
                          f"{rate([loop]):.1f}" if counted else "not counted", f"{rate([loop]) / best:.0%}" if counted else "")
            self.loops.append(table)

    def start(self, case, ranks):
        """Each program makes a case without a mesh ready for its first step."""
        progress(f"{case.title}, {ranks} rank(s): to the first step")
        own, other = [], []
        for _ in range(self.repeats):
            directory = self.fresh(case, ranks)
            own.append(measure.until_first_step(ours(self.eagre, directory, ranks)))
            directory = self.fresh(case, ranks)
            other.append(measure.elapsed(lambda: case.tools(directory, ranks)) + measure.until_first_step(case.theirs(directory, ranks)))
        shutil.rmtree(directory)
        ratios = [t / o for o, t in zip(own, other)]
        self.first.row(case.title, ranks, spread(own), spread(other), spread(ratios), FIRST_STEP_BAR,
                       verdict(statistics.median(ratios) >= FIRST_STEP_BAR))

    def fresh(self, case, ranks):
        """The case without a mesh, over before its first step is made."""
        directory = self.work / "fresh"
        shutil.rmtree(directory, ignore_errors=True)
        case.make(directory)
        foam.append(directory, "system/controlDict", "endTime 1e-12;")
        if ranks > 1:
            divide(directory, ranks)
        return directory

    def growth(self):
        first = None
        progress("growth")
        for factor in GROWTH[:2] if self.quick else GROWTH:
            step = 1e-3 / factor
            directory = dam_break(factor, 6.5 * step)(self.work / f"growth{factor}")
            foam.append(directory, "system/controlDict", "adjustTimeStep no;")
            cells = 2268 * factor * factor
            costs = [1e6 * measure.run(ours(self.eagre, directory, 1)).seconds / cells for _ in range(min(self.repeats, 3))]
            shutil.rmtree(directory)
            first = first or statistics.median(costs)
            grown = statistics.median(costs) / first
            self.cost.row(f"{cells:,}", spread(costs), f"{grown:.2f}", GROWTH_BAR, verdict(grown < GROWTH_BAR))

    def petsc(self):
        progress("pressure systems")
        for size in SYSTEMS[:1] if self.quick else SYSTEMS:
            file = self.work / "system.bin"
            command = [self.bin / "bench_pressure_system", *map(str, size), file]
            own = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
            cells = f"{own['cells']:,} ({' x '.join(map(str, size))})"
            self.systems.row(cells, "Eagre multigridPCG", f"{own['structure']:.3f}", f"{own['refresh']:.3f}", f"{own['solve']:.3f}",
                             own["iterations"], f"{own['residual']:.1e}")
            compared = subprocess.run(["/usr/bin/python3", HERE / "petsc_compare.py", file], stdout=subprocess.PIPE, text=True)
            if compared.returncode != 0:
                print("PETSc is not there (Debian: python3-petsc4py-real python3-numpy)", file=sys.stderr)
                return
            theirs = json.loads(compared.stdout)
            for name, label in (("gamg", "PETSc CG + GAMG"), ("boomeramg", "PETSc CG + hypre BoomerAMG")):
                r = theirs[name]
                self.systems.row(cells, label, "", f"{r['set_up']:.3f}", f"{r['solve']:.3f}", r["iterations"], f"{r['residual']:.1e}")

    def report(self):
        print("Eagre is compiled for this machine (-march=native), OpenFOAM is Debian's package as it is, or as `make judge` compiles it.\n")
        print(f"Measured {time.strftime('%Y-%m-%d %H:%M')} on {os.cpu_count()} cores ({cpu_name()}), load {os.getloadavg()[1]:.1f}, "
              f"{self.repeats} interleaved repeats; median (least to most). "
              f"Wall-clock over processor time: at most {self.waiting:.2f}.\n")
        for table in (self.speed, self.memory, self.first, self.cost, self.bandwidth, *self.loops, self.systems):
            if table.rows:
                print(table)


def cpu_name():
    with open("/proc/cpuinfo") as info:
        return next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--ranks", nargs="+", type=int, help="of those that a case has")
    parser.add_argument("--only", nargs="+", choices=[*CASES, "growth", "petsc"], metavar="NAME")
    options = parser.parse_args()
    names = options.only or (["damBreak4", "capillaryRise", "growth", "petsc"] if options.quick else [*CASES, "growth", "petsc"])
    with tempfile.TemporaryDirectory(prefix="eagre-bench-") as work:
        bench = Bench(options.bin.resolve(), pathlib.Path(work), 1 if options.quick else options.repeats, options.quick)
        for name in names:
            if name in CASES:
                case = CASES[name]
                bench.case(replace(case, ranks=tuple(n for n in case.ranks if n in (options.ranks or case.ranks))))
            else:
                getattr(bench, name)()
        bench.report()
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
