# SPDX-License-Identifier: BSD-3-Clause
"""Dumps and restarts: a run on two ranks is stopped by a signal, as at the end of a job's time, and goes on from the dump that it has left.
A dump is one file for all ranks, with a checksum for each field. On the same number of ranks the run ends with the very same bits as one
that was not cut, if the way of communication, which a run tries out as a rule, is given; on another number it ends with other last digits.

    PYTHONPATH=python .venv/bin/python examples/restart.py [--quick]
"""
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np

import eagre

DAM_BREAK = pathlib.Path(__file__).resolve().parent.parent / "cases" / "damBreak"


def main():
    end = 0.1 if "--quick" in sys.argv else 0.5
    folder = pathlib.Path(tempfile.mkdtemp())
    for name in ("whole", "cut"):
        shutil.copytree(DAM_BREAK, folder / name)
        control = eagre.Case(folder / name).control_dict
        control["endTime"], control["writeInterval"], control["writePrecision"] = end, end, 16

    whole, cut = eagre.Case(folder / "whole"), eagre.Case(folder / "cut")
    ways = ["--dump", "hdf5", "--krylov", "PCG", "--reduction", "typed"]
    whole.run(*ways, ranks=2)

    log = cut.directory / "log.eagre"
    with open(log, "w") as stream:
        program = subprocess.Popen([eagre.program(), "run", cut.directory, "-n", "2", *ways], stdout=stream)
        while log.read_text().count("\nTime = ") < 15 and program.poll() is None:
            time.sleep(0.01)
        program.send_signal(signal.SIGTERM)
        assert program.wait() == 6, "6: stopped by a signal, everything written"
    print(log.read_text().splitlines()[-1])

    cut.refresh()
    [stopped] = [t for t in cut.times if t > 0]
    cut.run("--from", "latest", *ways, ranks=2)
    subprocess.run([eagre.program(), "info", cut.directory], check=True)
    for field in ("alpha.water", "U", "p_rgh"):
        assert np.array_equal(whole[field, end], cut[field, end])
    print(f"cut at {stopped:g} s of {end:g} s: the fields of both runs at the end are the same, bit for bit")


if __name__ == "__main__":
    main()
