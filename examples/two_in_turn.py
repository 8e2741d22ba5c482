# SPDX-License-Identifier: BSD-3-Clause
"""Two simulations in turn, coupled: the lid of a cavity drags along the lid of another one. The mean velocity below the lid of the
first is, in each step, the velocity of the lid of the second.

    PYTHONPATH=python .venv/bin/python examples/two_in_turn.py [--quick]
"""
import pathlib
import shutil
import sys
import tempfile

import numpy as np

import eagre

CAVITY = pathlib.Path(__file__).resolve().parent.parent / "cases" / "cavity"


def main():
    here = pathlib.Path(tempfile.mkdtemp())
    for name in ("driving", "driven"):
        shutil.copytree(CAVITY, here / name)
    with eagre.Simulation(here / "driving") as driving, eagre.Simulation(here / "driven") as driven:
        below_lid = driving.mesh.centres[:, 1] > 0.09
        U = driving["U"].cells  # the simulation's own array: it follows the steps

        @driven.boundary("movingWall", "U")
        def lid(points, time):
            return U[below_lid].mean(axis=0) * (1, 0, 0)

        driving.end_time = driven.end_time = 0.1 if "--quick" in sys.argv else 0.5
        while driving.step() and driven.step():
            if driven.index % 10 == 0:
                print(f"t = {driven.time:.2f} s: lids at 1 and {driven['U'].boundary('movingWall')[0, 0]:.3f} m/s")
        assert np.allclose(driven["U"].boundary("movingWall"), U[below_lid].mean(axis=0) * (1, 0, 0))


if __name__ == "__main__":
    main()
