# SPDX-License-Identifier: BSD-3-Clause
"""Calibrates the model of a core: profiles small cases on one real rank, all of whose data lie in the caches, and writes the machine
file that `eagre run --machine` charges loops by.

The memory figures are those of the first seed's node, two Xeon E5-2620: four channels of DDR3-1333 a socket give some 33 GB/s to six
cores, which have 15 MB of L3 together and 256 KB of L2 each. What instructions take is measured here, and multiplied by
SLOWER. Both are assumptions: nobody can measure that node any more."""
import json
import pathlib
import tempfile

import foam
from scaling_cases import CASES

MACHINE = pathlib.Path(__file__).resolve().parent / "machine"
SLOWER = 2.5  #: a 2.0 GHz core of 2012 against a core of here: 1.6 by its clock, 1.6 by instructions a cycle
SHORTEST = 20  #: turns: loops that are shorter on one rank, as those over coupled faces, are not measured by their turns
NUMBERS = {"memoryBandwidth": 5.5e9, "cacheBandwidth": 1.2e10, "cacheSize": 2.75e6, "callSeconds": 5e-8}


def calibrate(program, note):
    """Writes the machine file from runs of the real program."""
    loops = {}
    for case in CASES.values():
        for options in ([], ["--solvers", "as-written"]):
            with tempfile.TemporaryDirectory() as scratch:
                directory = case.calibration(pathlib.Path(scratch) / "case")
                foam.run([program, "run", directory, "--profile", *options])
                for loop in json.loads((directory / "profile.json").read_text())["loops"]:
                    if loop["turns"] >= SHORTEST * loop["calls"]:
                        loops.setdefault(loop["name"], []).append((loop["turns"], loop["seconds"]))
    seconds = {name: SLOWER * sum(s for _, s in entries) / sum(t for t, _ in entries) for name, entries in loops.items()}
    lines = ["# A core of the simulated cluster (docs/scaling.md); made by `make scaling ARGS=--calibrate`.",
             f"# {note}"] + [f"{name} {value:g}" for name, value in NUMBERS.items()]
    lines.append(f"turnSeconds {sorted(seconds.values())[len(seconds) // 2]:.3g}  # the median of the loops")
    lines += [f"loop {seconds[name]:.3g} {name}" for name in sorted(seconds) if seconds[name] > 0]
    MACHINE.write_text("\n".join(lines) + "\n")
    return len(seconds)
