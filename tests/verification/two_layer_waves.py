# SPDX-License-Identifier: BSD-3-Clause
"""Waves on the interface of two-layer Poiseuille flow, started as the mode of linear theory that they are: growth and speed of runs
against the eigenvalue (eagre.orr_sommerfeld).

    PYTHONPATH=python python tests/verification/two_layer_waves.py [--grid 64,64 ...] [--only NAME ...] [--eagre build/bin/eagre] [-- OPTIONS]

prints the table of docs/channel.md; what stands behind -- goes to each `eagre channel run`.
"""
import argparse
import dataclasses
import pathlib
import subprocess
import tempfile

import numpy as np

from eagre.channel import read_series
from eagre.orr_sommerfeld import Flow, interfacial, write_initial

WAVE_NUMBER = 2 * np.pi
AMPLITUDE = 0.002
TOML = """[grid]
cells = [{nx}, 1, {nz}]
length = [1.0, {h}]
[fluid]
Re = {Re}
We = {We}
gravity = {gravity}
density_ratio = {density_ratio}
viscosity_ratio = {viscosity_ratio}
[initial]
shape = "file"
file = "{file}"
height = {height}
[time]
end = {end}
[output]
series_every = 5
"""

# Name: the flow, the end of the run.
SETS = {
    "m 0.5": (Flow(Re=20, We=10, viscosity_ratio=0.5), 0.4),
    "m 2 r 1.2": (Flow(Re=20, We=10, gravity=1, density_ratio=1.2, viscosity_ratio=2), 0.4),
    "m 5": (Flow(Re=10, We=10, viscosity_ratio=5), 0.4),
    "m 5 r 1.5": (Flow(Re=50, We=5, gravity=1, density_ratio=1.5, viscosity_ratio=5, height=0.4), 0.4),
    "m 10 r 1.5": (Flow(Re=20, We=10, gravity=1, density_ratio=1.5, viscosity_ratio=10, height=0.4), 0.6),
    "m 10 r 2": (Flow(Re=100, We=10, gravity=2, density_ratio=2, viscosity_ratio=10, height=0.3), 0.6),
    "m 20": (Flow(Re=100, We=20, viscosity_ratio=20, height=0.3), 0.6),
    "m 30": (Flow(Re=100, We=20, viscosity_ratio=30, height=0.3), 0.6),
    "m 0.5 r 2": (Flow(Re=50, We=20, gravity=1, density_ratio=2, viscosity_ratio=0.5, height=0.6), 0.4),
}


@dataclasses.dataclass
class Result:
    """Growth rate [V / H] and phase speed [V], of the run and of linear theory."""

    growth: float
    speed: float
    exact_growth: float
    exact_speed: float

    @property
    def growth_error(self):
        return self.growth / self.exact_growth - 1

    @property
    def speed_error(self):
        return self.speed / self.exact_speed - 1


def run(eagre, directory, name, nx, nz, options=()):
    """A set on nx x nz cells and one wave length; growth and speed are fit behind 0.3 of the run."""
    flow, end = SETS[name]
    mode = interfacial(flow, WAVE_NUMBER)
    directory = pathlib.Path(directory)
    file, settings, target = directory / "mode.nc", directory / "wave.toml", directory / "out"
    write_initial(file, {"grid": {"cells": [nx, 1, nz], "length": [1.0, 1 / nx]}, "initial": {"amplitude": AMPLITUDE}}, flow, mode)
    settings.write_text(TOML.format(nx=nx, nz=nz, h=1 / nx, file=file, end=end, **vars(flow)))
    command = [str(eagre), "channel", "run", str(settings), "--directory", str(target), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    series = read_series(target / "series.txt")
    later = series["time"] > 0.3 * end
    time = series["time"][later]
    growth = np.polyfit(time, np.log(series["amplitude"][later]), 1)[0]
    speed = -np.polyfit(time, np.unwrap(series["phase"])[later], 1)[0] / WAVE_NUMBER
    return Result(growth, speed, mode.growth, mode.speed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--grid", nargs="+", default=["64,64"], metavar="NX,NZ", help="cells along and across the channel")
    parser.add_argument("--only", nargs="+", default=list(SETS), choices=list(SETS), metavar="NAME", help="sets: " + "; ".join(SETS))
    parser.add_argument("--eagre", default="build/bin/eagre", help="the program")
    parser.add_argument("options", nargs="*", help="for each run, behind --")
    given = parser.parse_args()
    print("| set | cells | growth | speed | error of growth | of speed |\n|---|---|---|---|---|---|")
    for name in given.only:
        for grid in given.grid:
            nx, nz = (int(n) for n in grid.split(","))
            with tempfile.TemporaryDirectory() as directory:
                r = run(given.eagre, directory, name, nx, nz, given.options)
            print(f"| {name} | {nx} x {nz} | {r.exact_growth:.4f} | {r.exact_speed:.4f} | {100 * r.growth_error:+.2f} % "
                  f"| {100 * r.speed_error:+.2f} % |", flush=True)


if __name__ == "__main__":
    main()
