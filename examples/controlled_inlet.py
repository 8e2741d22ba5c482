# SPDX-License-Identifier: BSD-3-Clause
"""A controlled inlet: the velocity at the inlet of a channel is a function in Python, which a controller changes from step to step
until the pressure at the inlet is the one that is asked for.

    PYTHONPATH=python .venv/bin/python examples/controlled_inlet.py [--quick]
"""
import pathlib
import shutil
import sys
import tempfile

import numpy as np

import eagre

CAVITY = pathlib.Path(__file__).resolve().parent.parent / "cases" / "cavity"
BOUNDARY = """
boundary
(
    inlet { type patch; faces ((0 4 7 3)); }
    outlet { type patch; faces ((2 6 5 1)); }
    walls { type wall; faces ((1 5 4 0) (3 7 6 2)); }
    frontAndBack { type empty; faces ((0 3 2 1) (4 5 6 7)); }
);
"""
FIELD = """
FoamFile {{ version 2.0; format ascii; class {kind}; object {name}; }}
dimensions {dimensions}; internalField uniform {zero};
boundaryField
{{
    inlet {{ {inlet} }}
    outlet {{ {outlet} }}
    walls {{ {walls} }}
    frontAndBack {{ type empty; }}
}}
"""
TARGET = 0.2  # [m^2/s^2], mean of p at the inlet above that at the outlet


def make_case(directory):
    """The square of the cavity as a channel, from left to right."""
    shutil.copytree(CAVITY, directory)
    mesh = directory / "system" / "blockMeshDict"
    mesh.write_text(mesh.read_text().split("boundary\n")[0] + BOUNDARY)
    gradient = "type zeroGradient;"
    (directory / "0.orig" / "U").write_text(FIELD.format(
        kind="volVectorField", name="U", dimensions="[0 1 -1 0 0 0 0]", zero="(0 0 0)",
        inlet="type fixedValue; value uniform (0 0 0);", outlet=gradient, walls="type noSlip;"))
    (directory / "0.orig" / "p").write_text(FIELD.format(
        kind="volScalarField", name="p", dimensions="[0 2 -2 0 0 0 0]", zero="0",
        inlet=gradient, outlet="type fixedValue; value uniform 0;", walls=gradient))


class Controller:
    """Changes the mean velocity at the inlet [m/s] by a part of the error of each step. The part is small: a change within a step of 2 ms
    costs fifty times as much pressure, to accelerate the fluid, as the same velocity does at rest."""
    gain = 0.014

    def __init__(self):
        self.velocity = 0.0

    def inlet(self, points, time):
        """A parabola across the channel of 0.1 m, at points [n, 3] in m: velocities [n, 3] in m/s."""
        y = points[:, 1] / 0.1
        return np.stack([6 * self.velocity * y * (1 - y), 0 * y, 0 * y], axis=1)

    def see(self, pressure):
        self.velocity += self.gain * (TARGET - pressure)


def main():
    directory = pathlib.Path(tempfile.mkdtemp()) / "channel"
    make_case(directory)
    controller = Controller()
    with eagre.Simulation(directory, boundary={("inlet", "U"): controller.inlet}) as sim:
        sim.end_time = 1
        sim.delta_t = 0.002
        areas = np.linalg.norm(sim.mesh.patches["inlet"].areas, axis=1)
        for _ in sim.steps():
            pressure = np.average(sim["p"].boundary("inlet"), weights=areas)
            controller.see(pressure)
            if sim.index % 50 == 0:
                print(f"t = {sim.time:.2f} s: {controller.velocity:.4f} m/s, pressure {pressure:.4f} m^2/s^2")
        assert abs(pressure - TARGET) < 0.02 * TARGET, pressure
    print(f"{TARGET} m^2/s^2 at {controller.velocity:.4f} m/s")


if __name__ == "__main__":
    main()
