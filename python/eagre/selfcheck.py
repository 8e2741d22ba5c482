# SPDX-License-Identifier: BSD-3-Clause
"""`eagre test`: does this installation compute what it should?

Four small cases that come with Eagre run for some steps on one rank and on two, one of them with a dump and a restart between. Of each
field at the end these numbers are compared with stored ones: smallest and largest value, mean, root mean square, and a sum with weights
cos(i) over the cells i, which sees values in the wrong cells. The stored numbers (selfcheck.json) are those of an earlier build: what
the fields should be is held against OpenFOAM and exact solutions by the tests of the source (docs/parity.md).

Bits depend on the processor: where it multiplies and adds in one instruction, a sum is rounded once less, and a linear solver ends within
its tolerance at another place. TOLERANCE, relative to the largest magnitude of a field, is five times the largest difference that was measured
between builds for x86-64-v3 (MPICH) and for a processor with AVX-512 (Open MPI), one rank and two (docs/packaging.md), and far below what one
time step changes.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile
import time

import numpy as np

from eagre import installed

STORED = pathlib.Path(__file__).with_name("selfcheck.json")
TOLERANCE = 1e-5
RANKS = (1, 2)
# Ranks of MPICH that wait long sleep: a busy machine then takes seconds instead of minutes (docs/packaging.md).
WAITING = {"MPIR_CVAR_ENABLE_HEAVY_YIELD": "1", "MPIR_CVAR_POLLS_BEFORE_YIELD": "20000"}
FIXED = "adjustTimeStep no; writeControl timeStep; writeFormat ascii; writePrecision 12; writeCompression off;"


class Case:
    """One of Eagre's OpenFOAM cases: what it shows, entries of controlDict for so many steps, the number of its cells for so much, its equations."""

    def __init__(self, name, what, deltaT, steps, cells=1, equations=("p_rgh", '"U.*"')):
        self.name, self.what, self.deltaT, self.steps, self.cells = name, what, deltaT, steps, cells
        pressure, velocity = equations
        self.tight = "".join(f"{name} {{ tolerance 1e-11; relTol 0; }} " for name in (pressure, pressure + "Final", velocity))

    def set_up(self, directory):
        """A copy in `directory`, its steps fixed, its solvers tight."""
        shutil.copytree(installed.case(self.name), directory)
        mesh = directory / "system" / "blockMeshDict"
        mesh.write_text(re.sub(r"^(n[xy]\s+)(\d+);", lambda m: f"{m[1]}{round(int(m[2]) * self.cells)};", mesh.read_text(), flags=re.M))
        self.append(directory, "controlDict", f"{FIXED} deltaT {self.deltaT}; endTime {self.steps * self.deltaT:.10g}; writeInterval {self.steps};")
        self.append(directory, "fvSolution", f"solvers {{ {self.tight} }}")

    @staticmethod
    def append(directory, file, entries):
        """What stands later in a dictionary wins."""
        with open(directory / "system" / file, "a") as f:
            f.write(f"\n{entries}\n")

    def run(self, directory, ranks):
        self.set_up(directory)
        call("run", directory, "-n", ranks, log=directory.with_suffix(".log"))
        return fields(directory)

    def run_and_restart(self, directory, ranks):
        """The same with a dump in the middle, from which a second run goes on."""
        self.set_up(directory)
        self.append(directory, "controlDict", f"endTime {self.steps // 2 * self.deltaT:.10g}; writeInterval {self.steps // 2};")
        call("run", directory, "-n", ranks, "--dump", "hdf5", log=directory.with_suffix(".log"))
        call("info", directory, log=directory.with_suffix(".info.log"))
        self.append(directory, "controlDict", f"endTime {self.steps * self.deltaT:.10g}; startFrom latestTime;")
        call("run", directory, "-n", ranks, "--dump", "foam", log=directory.with_suffix(".restart.log"))
        return fields(directory)


class Channel:
    """A channel: the last line of its series, numbers over all cells."""
    name, what = "channel/wave", "two-layer channel, level set"

    def run(self, directory, ranks):
        directory.mkdir()
        text = installed.case("channel/wave.toml").read_text()
        (directory / "wave.toml").write_text(re.sub(r"^end = .*", "end = 0.01", text, flags=re.M))
        call("channel", "run", directory / "wave.toml", "-n", ranks, "--directory", directory / "wave", log=directory / "log")
        head, *_, last = (directory / "wave" / "series.txt").read_text().splitlines()
        found = dict(zip(head.lstrip("# ").split(), map(float, last.split())))
        return {name: {"value": found[name]} for name in ("amplitude", "kinetic_energy", "surface_energy", "shear_lower", "flow_rate",
                                                          "max_u", "max_w", "growth_rate")}


CASES = (Case("cavity", "icoFoam, lid-driven cavity", 0.005, 20, equations=("p", "U")), Case("damBreak", "interFoam, MULES", 0.0005, 20),
         Case("risingBubble", "interFoam, planes and curvature from heights", 0.0005, 20, cells=0.5), Channel())
RESTARTED = CASES[1]


class Failed(Exception):
    """A run that did not end well, or a result that is another."""


def call(*arguments, log):
    if code := installed.run(*arguments, log=log):
        raise Failed(f"eagre {' '.join(map(str, arguments))}: exit code {code}\n" + "\n".join(log.read_text().splitlines()[-8:]))


def norms(values):
    """Numbers that tell a field [cells] or [cells, 3] of another one."""
    values = values.reshape(len(values), -1)
    weights = np.cos(np.arange(len(values)))[:, None]
    return {"min": values.min(), "max": values.max(), "mean": values.mean(), "rms": np.sqrt((values**2).mean()),
            "weighted": (values * weights).mean()}


def fields(directory):
    """{field: norms} of the fields of cells in ascii at the last time of a case."""
    last = max((d for d in directory.iterdir() if re.fullmatch(r"[0-9.e-]+", d.name) and d.name != "0"), key=lambda d: float(d.name))
    found = {}
    for path in sorted(last.iterdir()):
        match = path.is_file() and re.search(r"internalField\s+nonuniform\s+List<(?:scalar|vector)>\s+\d+\s*\((.*?)\n\)", path.read_text(), re.S)
        if match and "class" in path.read_text()[:600] and re.search(r"class\s+vol", path.read_text()[:600]):
            numbers = np.array(match[1].replace("(", " ").replace(")", " ").split(), dtype=float)
            found[path.name] = norms(numbers.reshape(match[1].count("\n") or 1, -1))
    return found


def distance(found, stored):
    """The largest difference of any number, relative to the largest magnitude of its field; fields that one of them lacks: infinite."""
    if found.keys() != stored.keys():
        return float("inf")
    largest = 0.0
    for name, numbers in stored.items():
        scale = max(map(abs, numbers.values())) or 1.0
        largest = max([largest] + [abs(found[name][n] - value) / scale for n, value in numbers.items()])
    return largest


def check(scratch, stored, record):
    """Prints a line per run; the largest distance."""
    runs = [(case, ranks, case.run, "") for case in CASES for ranks in RANKS]
    runs += [(RESTARTED, ranks, RESTARTED.run_and_restart, ", dump and restart") for ranks in RANKS]
    worst = 0.0
    for number, (case, ranks, run, more) in enumerate(runs):
        began = time.monotonic()
        found = run(scratch / f"{number}", ranks)
        if record and not more and ranks == 1:
            stored[case.name] = found
        far = distance(found, stored[case.name])
        worst = max(worst, far)
        print(f"{'ok' if far <= TOLERANCE else 'FAILED':6} {case.name + more:30} {ranks} rank{'s' * (ranks > 1):1}  difference {far:7.1e}  "
              f"{time.monotonic() - began:4.1f} s   {case.what}", flush=True)
    return worst


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="eagre test", description="does this installation compute what it should: four small cases, "
                                     "ranks 1 and 2, dump and restart, against stored results")
    parser.add_argument("--record", metavar="FILE", type=pathlib.Path, help="write the results of this program to a file instead")
    options = parser.parse_args(arguments)
    began = time.monotonic()
    stored = {} if options.record else json.loads(STORED.read_text())
    for name, value in WAITING.items():
        os.environ.setdefault(name, value)
    scratch = pathlib.Path(tempfile.mkdtemp(prefix="eagre-test-"))
    try:
        worst = check(scratch, stored, options.record)
    except Failed as error:
        print(f"FAILED {error}\nfiles and logs: {scratch}", file=sys.stderr)
        return 1
    if options.record:
        options.record.write_text(json.dumps(stored, indent=1) + "\n")
    if worst > TOLERANCE:
        print(f"FAILED: a result differs by more than {TOLERANCE:g}; files and logs: {scratch}", file=sys.stderr)
        return 1
    shutil.rmtree(scratch)
    print(f"all is well: {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except installed.NotThere as error:
        sys.exit(f"eagre test: error: {error}")
