#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make scaling`: the real program on a simulated cluster, and docs/scaling.md from what came out.

Each run leaves one JSON file in --results; what is there is not run again."""
import argparse
import json
import math
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support")]

import channel_case  # noqa: E402
import cluster  # noqa: E402
import fit  # noqa: E402
import foam  # noqa: E402
import machine  # noqa: E402
import question  # noqa: E402
import records  # noqa: E402
import report  # noqa: E402
from scaling_cases import AS_WRITTEN, CASES, CHOICES, PARALLEL, STRONG, VARIANTS, steps  # noqa: E402


def per_step(profile, functions, what):
    """Mean over ranks of what (calls, bytes, elapsed) a rank does in a step in some MPI functions."""
    rows = [row for phase in profile["communication"]["phases"] for row in phase["functions"]]
    return sum(row[what]["mean"] for row in rows if row["name"] in functions) / profile["steps"]


def _iterations(log, field, variant):
    """Of each solve for a field in the steps that count."""
    found = [int(n) for n in re.findall(rf"Solving for {field}, .*No Iterations (\d+)", log)]
    return found[len(found) // variant.steps:]


def _phases(profile):
    """{name: seconds per step, iterations of the phase a step, elapsed and waiting seconds per step in each MPI function}, of the phases
    that the program tells apart; means over ranks."""
    return {phase["name"]: {"seconds": phase["seconds"]["mean"] / profile["steps"], "iterations": phase["iterations"] / profile["steps"],
                            "functions": {row["name"]: {what: row[what]["mean"] / profile["steps"] for what in ("calls", "elapsed", "waiting")}
                                          for row in phase["functions"]}}
            for phase in profile["communication"]["phases"]}


def commit():
    """The commit that a result is of; with a + if something that is tracked has been changed since."""
    git = ["git", "-C", ROOT]
    name = subprocess.run([*git, "rev-parse", "--short=10", "HEAD"], capture_output=True, text=True).stdout.strip()
    changed = subprocess.run([*git, "status", "--porcelain", "--untracked-files=no", "--", "src", "cases", "bench/scaling/*.py",
                              "bench/scaling/machine"], capture_output=True, text=True).stdout
    return name + ("+" if changed else "")


def simulate(program, case, variant, ranks, scratch, make=None, ends=(0, 0), short=cluster.SHORT,
             network=cluster.SHEET):
    """Runs a case on so many simulated ranks. Returns what the results file says. ends: a solve as written of the pressure and of
    U is over after so many iterations; 0: when it has converged. short: bytes of messages that have a fixed share of a link.
    network: one of cluster.networks()."""
    directory = (make or case.make)(scratch / "case")
    steps(directory, variant.steps)
    foam.append(directory, "system/fvSolution", variant.solution.replace("PRESSURE", case.pressure))
    ends = ends if set(AS_WRITTEN) <= set(variant.options) else (0, 0)
    for names, most in zip(((case.pressure, case.pressure + "Final"), ("U",)), ends):
        if most:
            foam.append(directory, "system/fvSolution", " ".join(f"solvers {{ {name} {{ maxIter {most}; }} }}" for name in names))
    foam.append(directory, "system/controlDict", PARALLEL)
    log, result = _run(program, ["run", directory, *variant.options], ranks, scratch, directory, network,
                       [f"smpi/async-small-thresh:{short}"])
    return {"case": case.name, "variant": variant.name, "ranks": ranks, "network": network.name, "iterations_at_most": ends[0], "sweeps_at_most": ends[1],
            "cells": int(re.search(r"Mesh: (\d+) cells", log)[1]), **result,
            "pressure_iterations": _iterations(log, rf"{case.pressure}\w*", variant),
            "momentum_iterations": _iterations(log, r"U\w", variant),
            "real_cpu_at_steps": [float(s) for s in re.findall(r"^ExecutionTime = (\S+)", log, re.M)]}


def simulate_channel(program, variant, ranks, scratch, cells=channel_case.CELLS):
    """The same of the channel."""
    log, result = _run(program, channel_case.arguments(variant, ranks, scratch, cells), ranks, scratch, scratch / "case",
                       cluster.SHEET, [f"smpi/async-small-thresh:{cluster.SHORT_OF_CHANNEL}"])
    return {"case": "channel", "variant": variant.name, "ranks": ranks, "cells": math.prod(cells), **result,
            **channel_case.read_log(log)}


def _run(program, arguments, ranks, scratch, directory, network, more_options=()):
    """Runs a program on so many simulated ranks, which leaves its profile in a directory. more_options: of SimGrid. Returns its log
    and what the results file says of any case."""
    (scratch / "cluster.xml").write_text(cluster.platform(-(-ranks // cluster.CORES), network))
    (scratch / "machine").write_text(network.machine(machine.MACHINE.read_text()))
    (scratch / "hosts").write_text(cluster.hosts(ranks))
    command = ["smpirun", "-np", str(ranks), "-platform", scratch / "cluster.xml", "-hostfile", scratch / "hosts",
               "--log=root.thres:warning", *(f"--cfg={option}" for option in [*cluster.options(network), *more_options]), program, *arguments,
               "--machine", scratch / "machine", "--profile"]
    start = time.perf_counter()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    log = foam.run(command, timeout=None).stdout
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    profile = json.loads((directory / "profile.json").read_text())
    return log, {
            "commit": commit(), "steps": profile["steps"], "seconds_per_step": profile["seconds"] / profile["steps"], "phases": _phases(profile),
            "chosen": profile["communication"].get("choices", []),
            "messages": per_step(profile, ("MPI_Send", "MPI_Isend"), "calls"),
            "bytes": per_step(profile, ("MPI_Send", "MPI_Isend"), "bytes"),
            "reductions": sum(phase["reductions"] for phase in profile["communication"]["phases"]) / profile["steps"],
            "allgathers": per_step(profile, ("MPI_Allgatherv",), "calls"),
            "in_mpi": profile["communication"]["share"], "real_seconds": round(time.perf_counter() - start),
            "real_cpu_seconds": round(used.ru_utime - before.ru_utime),
            "loops": {loop["name"]: loop["seconds"] / profile["steps"] for loop in profile["loops"]}}


def plan(options):
    """(case, variant, ranks, weak) of all runs asked for, cheap ones first."""
    variants = VARIANTS | CHOICES
    cases = [CASES[c] for c in options.cases if c in CASES]
    chosen = [variants[v] for v in options.variants if v in variants]
    runs = [(c, v, n, False) for c in cases for v in chosen for n in options.ranks if c.strong]
    if options.weak:
        runs += [(c, v, n, True) for c in cases for v in chosen for n in options.ranks if c.weak and n in c.weak_ranks]
    return sorted(runs, key=lambda run: (run[2], run[0].cells))


def channel_plan(options):
    """(variant, ranks) of the channel's runs."""
    chosen = [v for v in options.variants if v in channel_case.VARIANTS] if "channel" in options.cases else []
    return [(channel_case.VARIANTS[v], n) for n in options.ranks if n in channel_case.RANKS for v in chosen]


def result_file(options, case, variant, ranks, weak):
    """A run whose solves are ended stands beside the complete one."""
    end = f"-at{options.iterations}" if options.iterations and set(AS_WRITTEN) <= set(variant.options) else ""
    end += f"-{options.network}" if options.network != "sheet" else ""
    return options.results / f"{case.name}-{'weak' if weak else 'strong'}-{variant.name}-{ranks}{end}.json"


def run_all(options):
    todo = [run for run in plan(options) if not result_file(options, *run).exists()]
    # Real time grows with the ranks: messages and collective calls are simulated one by one.
    cost = {id(run): run[2] * run[1].steps * (1 if run[1].name == "default" else 3) for run in todo}
    start, done, total = time.perf_counter(), 0, sum(cost.values())
    for index, run in enumerate(todo):
        case, variant, ranks, weak = run
        elapsed = time.perf_counter() - start
        left = f", about {elapsed / done * (total - done) / 60:.0f} min left" if done else ""
        print(f"[{index + 1}/{len(todo)}] {case.title}, {variant.name}, {ranks} ranks{' (weak)' if weak else ''}{left}",
              file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
            result = simulate(options.program, case, variant, ranks, pathlib.Path(scratch), case.weak(ranks) if weak else None,
                              (options.iterations, options.sweeps), options.short, cluster.networks()[options.network])
        keep(result, result_file(options, *run))
        done += cost[id(run)]


def fit_networks(options):
    """The networks of fit.py, from plain runs of damBreak whose solves are ended."""
    case, variant = CASES["damBreak"], VARIANTS["plain"]

    def run(network):
        with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
            return simulate(options.program, case, variant, fit.RANKS, pathlib.Path(scratch), None, (50, 20), options.short, network)
    fit.fit_all(options.fit, run, lambda text: print(text, file=sys.stderr, flush=True))


def run_channel(options):
    for variant, ranks in channel_plan(options):
        target = options.results / f"channel-strong-{variant.name}-{ranks}.json"
        if target.exists():
            continue
        print(f"Channel, {variant.title}, {ranks} ranks", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(dir=options.scratch) as scratch:
            keep(simulate_channel(options.program, variant, ranks, pathlib.Path(scratch)), target)


def keep(result, target):
    """Writes a results file: whole, or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = target.with_suffix(".part")
    aside.write_text(json.dumps(result, indent=1) + "\n")
    os.replace(aside, target)
    print(f"      {1e3 * result['seconds_per_step']:.4g} ms per step; real: {result['real_seconds']} s", file=sys.stderr, flush=True)


def options_of(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build-simgrid" / "bin" / "eagre", help="built with SimGrid")
    parser.add_argument("--real-program", type=pathlib.Path, default=ROOT / "build" / "bin" / "eagre", help="for --calibrate and --sizes")
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results")
    parser.add_argument("--scratch", type=pathlib.Path, help="where cases are run (a temporary directory)")
    parser.add_argument("--cases", nargs="+", choices=[*CASES, "channel"], default=[*(c for c in CASES if c != "small"), "channel"])
    parser.add_argument("--variants", nargs="+", choices=dict.fromkeys([*VARIANTS, *CHOICES, *channel_case.VARIANTS]),
                        default=list(dict.fromkeys([*VARIANTS, *channel_case.VARIANTS])), help="all but those of auto, which take 30 steps")
    parser.add_argument("--ranks", nargs="+", type=int, default=list(STRONG))
    parser.add_argument("--iterations", type=int, default=0, metavar="N",
                        help="end pressure solves of the solvers as written after N iterations: their times are lower bounds then")
    parser.add_argument("--sweeps", type=int, default=0, metavar="N", help="end the solves for U as written after N sweeps too")
    parser.add_argument("--short", type=int, default=cluster.SHORT, metavar="BYTES", help="messages up to so many bytes have a fixed share "
                        "of a link: thousands of ranks are set up many times faster if those of a set-up do (65536)")
    parser.add_argument("--network", choices=cluster.networks(), default="sheet", help="the cluster by its data sheet, or one fitted to the seed's")
    parser.add_argument("--fit", nargs="*", choices=fit.FIRST, help="fit those networks (networks.json; all of them if none is named); results on them change")
    parser.add_argument("--no-weak", dest="weak", action="store_false", help="strong scaling only")
    parser.add_argument("--calibrate", action="store_true", help="make the machine file anew from real runs; results change (--cases channel: the channel's loops alone)")
    parser.add_argument("--sizes", action="store_true", help="make the table of sizes of figure 2 anew, on six real ranks (sizes.json)")
    parser.add_argument("--report", action="store_true", help="run nothing; write docs/scaling.md from the results that are there")
    parser.add_argument("--small", action="store_true", help="a small dam break on 12 and 48 ranks; prints, writes no document")
    options = parser.parse_args(arguments)
    if options.fit == []:
        options.fit = list(fit.FIRST)
    if options.small:
        options.cases, options.ranks, options.weak = ["small"], [12, 48], False
        if options.results == HERE / "results":
            options.results = ROOT / "build-simgrid" / "scaling-small"
            shutil.rmtree(options.results, ignore_errors=True)
    return options


def main(arguments=None):
    options = options_of(arguments)
    if options.calibrate:
        count = (machine.calibrate_channel(options.real_program) if options.cases == ["channel"] else
                 machine.calibrate(options.real_program, f"commit {commit()}"))
        print(f"calibrated {count} loops", file=sys.stderr)
        return
    if options.sizes:
        return question.measure(options.real_program)
    if options.fit is not None:
        return fit_networks(options)
    if not options.report:
        run_all(options)
        run_channel(options)
    results = records.load(options.results)
    if options.small:
        print(report.table(results, CASES["small"]))
    else:
        report.write(results, ROOT / "docs")


if __name__ == "__main__":
    main()
