# SPDX-License-Identifier: BSD-3-Clause
"""A parameter study without editing a file: the breaking dam with liquids of different viscosity. How long does each take to reach the
step on the floor, and how fast is the liquid there? Needs no module, only the program (`make program`).

    PYTHONPATH=python .venv/bin/python examples/parameter_study.py [--quick]
"""
import pathlib
import shutil
import sys
import tempfile

import numpy as np

import eagre

DAM_BREAK = pathlib.Path(__file__).resolve().parent.parent / "cases" / "damBreak"
STEP = 0.292  # [m], where it begins


def arrival(case):
    """Time [s] at which the liquid is seen in front of the step, and its speed there [m/s]."""
    for time in case.times:
        cells = case.cells(time).centres
        near = (cells[:, 0] > STEP - 0.02) & (cells[:, 0] < STEP) & (cells[:, 1] < 0.02)
        wet = near & (case["alpha.water", time] > 0.5)
        if wet.any():
            return time, np.linalg.norm(case["U", time][wet], axis=1).max()
    return None, None


def main():
    viscosities = (1e-6, 1e-3) if "--quick" in sys.argv else (1e-6, 1e-4, 1e-3, 3e-3)
    folder = pathlib.Path(tempfile.mkdtemp())
    arrivals = []
    for nu in viscosities:
        shutil.copytree(DAM_BREAK, folder / f"nu{nu:g}")
        case = eagre.Case(folder / f"nu{nu:g}")
        case.run(set={"constant/transportProperties:water.nu": nu, "system/controlDict:endTime": 0.35, "system/controlDict:writeInterval": 0.01})
        time, speed = arrival(case)
        arrivals.append(np.inf if time is None else time)
        print(f"nu = {nu:g} m^2/s: " + ("not there by 0.35 s" if time is None else f"at the step after {time:.2f} s, at {speed:.2f} m/s"))
    assert arrivals == sorted(arrivals) and arrivals[0] < 0.3
    print(f"cases, logs and times: {folder}")


if __name__ == "__main__":
    main()
