# SPDX-License-Identifier: BSD-3-Clause
"""A first case: the breaking dam, stepped from Python. Prints how far the water is and draws it at the end.

    PYTHONPATH=python .venv/bin/python examples/first_case.py [--quick]
"""
import pathlib
import shutil
import sys
import tempfile

import numpy as np

import eagre

DAM_BREAK = pathlib.Path(__file__).resolve().parent.parent / "cases" / "damBreak"


def front(sim):
    """x [m] up to which a cell at the bottom is more water than air."""
    centres, water = sim.mesh.centres, sim["alpha.water"].cells > 0.5
    at_bottom = centres[:, 1] < 0.01
    return centres[at_bottom & water, 0].max(initial=0.0)


def main():
    directory = pathlib.Path(tempfile.mkdtemp()) / "damBreak"
    shutil.copytree(DAM_BREAK, directory)
    with eagre.Simulation(directory) as sim:
        sim.end_time = 0.02 if "--quick" in sys.argv else 0.3
        volume = (sim["alpha.water"].cells * sim.mesh.volumes).sum()
        for _ in sim.steps(progress=True):
            if sim.index % 20 == 0:
                print(f"t = {sim.time:.3f} s, front at {front(sim):.3f} m, Courant number {sim.courant()['max']:.2f}")
        sim.write()
        change = (sim["alpha.water"].cells * sim.mesh.volumes).sum() / volume - 1
        print(f"{sim.index} steps; the volume of water has changed by {change:.1e} of itself")
        assert abs(change) < 1e-3 and np.isfinite(sim["U"].cells).all()
        picture = sim["alpha.water"].picture(cmap="Blues").figure
        picture.savefig(directory / "water.png")
        print(f"written: {directory}")


if __name__ == "__main__":
    main()
