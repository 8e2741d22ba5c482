# SPDX-License-Identifier: BSD-3-Clause
"""Calibrates the model of a core: profiles small cases on one real rank, all of whose data lie in the caches, and writes the machine
file that `eagre run --machine` charges loops by.

The memory figures are those of the first seed's node, two Xeon E5-2620: four channels of DDR3-1333 a socket give some 33 GB/s to six
cores, which have 15 MB of L3 together and 256 KB of L2 each. What instructions take is measured here, and multiplied by
SLOWER. Both are assumptions: nobody can measure that node any more."""
import itertools
import json
import pathlib
import re
import statistics
import tempfile

import channel_case
import foam
from scaling_cases import CASES

MACHINE = pathlib.Path(__file__).resolve().parent / "machine"
SLOWER = 2.5  #: a 2.0 GHz core of 2012 against a core of here: 1.6 by its clock, 1.6 by instructions a cycle
SHORTEST = 20  #: iterations: loops that are shorter on one rank, as those over coupled faces, are not measured by their iterations
NUMBERS = {"memoryBandwidth": 5.5e9, "cacheBandwidth": 1.2e10, "cacheSize": 2.75e6, "callSeconds": 5e-8}


def _loops(directory):
    """(name, iterations, seconds) of the loops of a profiled run that are long enough to be measured."""
    found = json.loads((directory / "profile.json").read_text())["loops"]
    return [(loop["name"], loop["iterations"], loop["seconds"]) for loop in found if loop["iterations"] >= SHORTEST * loop["calls"]]


def _of_cases(program, repeats=5):
    """{loop: seconds per iteration, one of each repeat} of the OpenFOAM cases."""
    loops = {}
    for repeat, case, options in itertools.product(range(repeats), CASES.values(), ([], ["--solvers", "as-written"])):
        if not case.calibration:
            continue
        with tempfile.TemporaryDirectory() as scratch:
            directory = case.calibration(pathlib.Path(scratch) / "case")
            foam.run([program, "run", directory, "--profile", *options])
            for name, iterations, seconds in _loops(directory):
                total = loops.setdefault(name, [[0, 0.0] for _ in range(repeats)])[repeat]
                total[0] += iterations
                total[1] += seconds
    return {name: [s / n for n, s in totals if n] for name, totals in loops.items()}


def _of_channel(program, repeats=7):
    """The same of the channel."""
    loops = {}
    for variant in channel_case.VARIANTS.values():
        for _ in range(repeats):
            with tempfile.TemporaryDirectory() as scratch:
                words = channel_case.arguments(variant, 1, pathlib.Path(scratch), channel_case.CALIBRATION)
                foam.run([program, *words, "--steps", "20", "--profile"])
                for name, iterations, seconds in _loops(pathlib.Path(scratch) / "case"):
                    loops.setdefault(name, []).append(seconds / iterations)
    return loops


def _least(measured):
    """{loop: seconds per iteration on the seed's core}: the least of the repeats, since others may use the machine."""
    return {name: SLOWER * min(values) for name, values in measured.items()}


def _spread(measured):
    """Half of the loops have repeats that differ by less than this part of the least one."""
    return statistics.median(max(values) / min(values) - 1 for values in measured.values() if min(values) > 0)


def _write(head, seconds):
    MACHINE.write_text("\n".join(head + [f"loop {seconds[name]:.3g} {name}" for name in sorted(seconds) if seconds[name] > 0]) + "\n")


def _read():
    """The machine file: its head, and {loop: seconds per iteration}."""
    lines = MACHINE.read_text().splitlines()
    loops = [line.split(maxsplit=2) for line in lines if line.startswith("loop ")]
    return [line for line in lines if not line.startswith("loop ")], {name: float(value) for _, value, name in loops}


def spread():
    """Of the repeats of the calibration, as the machine file says it: a part of one."""
    return int(re.search(r"spread of the repeats: .* less than (\d+) %", MACHINE.read_text())[1]) / 100


def calibrate_channel(program):
    """Puts the channel's loops into the machine file; everything else stays as it is. Returns their number."""
    measured = _least(_of_channel(program))
    head, kept = _read()
    _write(head, kept | measured)
    return len(measured)


def calibrate(program, note):
    """Writes the machine file from runs of the real program. The core stays the one of the file that is there, whatever machine this is:
    the channel's loops, which have changed least, keep their median, and those that are in the file stay as they are
    (calibrate_channel). Returns the number of loops."""
    channel, cases = _of_channel(program), _of_cases(program)
    _, kept = _read()
    quotient = statistics.median(value / kept[name] for name, value in _least(channel).items() if name in kept)
    seconds = {name: value / quotient for name, value in _least(channel | cases).items()}
    seconds |= {name: kept[name] for name in channel.keys() - cases.keys() if name in kept}
    head = ["# A core of the simulated cluster (docs/scaling.md); made by `make scaling ARGS=--calibrate`.",
            f"# {note}, on a machine that takes {quotient:.3g} times what the one of the last calibration took for the channel's loops",
            f"# spread of the repeats: half of the loops differ by less than {100 * _spread(channel | cases):.0f} %"]
    head += [f"{name} {value:g}" for name, value in NUMBERS.items()]
    head.append(f"iterationSeconds {sorted(seconds.values())[len(seconds) // 2]:.3g}  # the median of the loops")
    _write(head, seconds)
    return len(seconds)
