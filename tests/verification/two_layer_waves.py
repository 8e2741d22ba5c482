# SPDX-License-Identifier: BSD-3-Clause
"""Waves on the interface of two-layer Poiseuille flow, started as the mode of linear theory that they are: growth and speed of runs
against the eigenvalue (eagre.orr_sommerfeld).

    PYTHONPATH=python python tests/verification/two_layer_waves.py [--method phase_field] [--grid 64,128 ...] [--only NAME ...] [-- OPTIONS]

prints the tables of docs/channel_interface.md; what stands behind -- goes to each `eagre channel run`. Beside each error stands the
one that the equations have before they are discretised, by the thickness of the interface (eagre.smooth_layer).
"""
import argparse
import dataclasses
import json
import pathlib
import subprocess
import tempfile
import tomllib

import matplotlib.pyplot as plt
import numpy as np

from eagre import smooth_layer
from eagre.channel import read_series
from eagre.orr_sommerfeld import Flow, interfacial, write_initial

AMPLITUDE = {"level_set": 0.002, "phase_field": 0.0002}
TOML = """[grid]
cells = [{nx}, 1, {nz}]
length = [{length}, {h}]
[fluid]
Re = {Re}
We = {We}
gravity = {gravity}
density_ratio = {density_ratio}
viscosity_ratio = {viscosity_ratio}
[interface]
{interface}
[boundary]
pressure_gradient = {pressure_gradient}
[initial]
shape = "file"
file = "{file}"
height = {height}
[time]
end = {end}
[output]
series_every = 5
format = "none"
"""

# Name: the flow, the end of the run, and the length of the wave if it is not 1.
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
    # A thick lower layer: less shear above it, so that an interface may be thicker.
    "m 5 r 1.5 thick": (Flow(Re=50, We=10, gravity=1, density_ratio=1.5, viscosity_ratio=5, height=0.6), 0.4),
    "m 10 r 1.5 thick": (Flow(Re=100, We=10, gravity=1, density_ratio=1.5, viscosity_ratio=10, height=0.7), 0.4),
    "m 20 r 1.5 thick": (Flow(Re=100, We=5, gravity=1, density_ratio=1.5, viscosity_ratio=20, height=0.7), 0.4),
    "m 30 r 2 thick": (Flow(Re=100, We=10, gravity=1, density_ratio=2, viscosity_ratio=30, height=0.7), 0.4),
    "m 5 r 1.2 long": (Flow(Re=80, We=20, gravity=0.3, density_ratio=1.2, viscosity_ratio=5, height=0.35), 0.6, 2.0),
    "m 8": (Flow(Re=40, We=15, viscosity_ratio=8, height=0.35), 1.0),
    "m 15 r 1.2 long": (Flow(Re=60, We=10, gravity=1, density_ratio=1.2, viscosity_ratio=15, height=0.4), 0.6, 1.5),
    "m 25 r 1.1": (Flow(Re=80, We=30, gravity=0.5, density_ratio=1.1, viscosity_ratio=25, height=0.6), 1.0),
    # The heavier fluid above, no flow: of speed 0.
    "Rayleigh-Taylor": (Flow(Re=1000, We=1000, gravity=1, density_ratio=0.5, pressure_gradient=0), 1.5),
}


# Runs of a phase field that end later: what the mode of a sharp interface has of others decays more slowly than the wave changes.
LATER = {"m 0.5": 1.4, "m 5": 0.8, "m 10 r 2": 1.0}


@dataclasses.dataclass
class Result:
    """Growth rate [V / H] and phase speed [V], of the run, of linear theory, and of it with the interface's thickness."""

    growth: float
    speed: float
    exact_growth: float
    exact_speed: float
    smooth_growth: float
    smooth_speed: float

    @property
    def growth_error(self):
        return self.growth / self.exact_growth - 1

    @property
    def speed_error(self):
        return self.speed / self.exact_speed - 1

    @property
    def smooth_growth_error(self):
        return self.smooth_growth / self.exact_growth - 1

    @property
    def smooth_speed_error(self):
        return self.smooth_speed / self.exact_speed - 1


def wave(name):
    """The flow of a set, the end of its run, and the length of the wave."""
    flow, end, *length = SETS[name]
    return flow, end, length[0] if length else 1.0


def interface_settings(method, nx, nz, length=1.0):
    """Of the section [interface]: as thin as cells across the channel allow. A phase field of half a cell sticks to the grid."""
    smoothing = {"smoothing": 1.5 * min(1, nx / nz / length)}
    return {"smoothing": max(0.5, smoothing["smoothing"])} if method == "level_set" else smoothing | {"method": method, "cahn": 1.0 / nz}


def run(eagre, directory, name, nx, nz, method="level_set", interface=(), options=()):
    """A set on nx x nz cells and one wave length; growth and speed are fit behind 0.3 of the run. interface: settings of it that
    are stronger than interface_settings()."""
    flow, end, length = wave(name)
    if method == "phase_field":
        end = LATER.get(name, end)
    wave_number = 2 * np.pi / length
    mode = interfacial(flow, wave_number)
    directory = pathlib.Path(directory)
    file, settings, target = directory / "mode.nc", directory / "wave.toml", directory / "out"
    write_initial(file, {"grid": {"cells": [nx, 1, nz], "length": [length, length / nx]}, "initial": {"amplitude": AMPLITUDE[method]}}, flow, mode)
    given = interface_settings(method, nx, nz, length) | dict(interface)
    lines = "\n".join(f"{key} = {json.dumps(value)}" for key, value in given.items())
    settings.write_text(TOML.format(nx=nx, nz=nz, h=length / nx, length=length, file=file, end=end, interface=lines, **vars(flow)))
    command = [str(eagre), "channel", "run", str(settings), "--directory", str(target), *options]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    series = read_series(target / "series.txt")
    later = series["time"] > 0.3 * end
    time = series["time"][later]
    growth = np.polyfit(time, np.log(series["amplitude"][later]), 1)[0]
    speed = -np.polyfit(time, np.unwrap(series["phase"])[later], 1)[0] / wave_number
    smooth = smooth_layer.interfacial(flow, wave_number, smooth_layer.of_settings(tomllib.loads(settings.read_text())))
    return Result(growth, speed, mode.growth, mode.speed, smooth.growth, smooth.speed)


HEADER = "| {} | cells | growth | speed | error of growth | of speed | by thickness: growth | speed |\n|---|---|---|---|---|---|---|---|"


def draw(path, tables):
    """Errors of growth against cells across the channel, of the tables in a text as main() prints them; lines: by thickness alone."""
    figure, axes = plt.subplots(1, 2, figsize=(10, 4), sharey=True, constrained_layout=True)
    for ax, method in zip(axes, ("level_set", "phase_field")):
        rows = tables.partition(HEADER.format(method))[2].partition("\n\n")[0].split("\n")[1:]
        cells = [[cell.strip() for cell in row.split("|")[1:-1]] for row in rows]
        found = {}
        for name, grid, _, _, error, *_ in cells:
            found.setdefault(name, []).append([float(grid.split("x")[1]), abs(float(error.strip("*").split()[0]))])
        across = np.geomspace(60, 300, 9)
        for colour, (name, points) in enumerate(found.items()):
            ax.loglog(*np.transpose(points), "os"[colour // 10], color=f"C{colour}", label=name)
            flow, _, length = wave(name)
            wave_number = 2 * np.pi / length
            sharp, layers = interfacial(flow, wave_number), [layer_across(method, n) for n in across]
            ax.loglog(across, [100 * abs(smooth_layer.interfacial(flow, wave_number, layer).growth / sharp.growth - 1) for layer in layers],
                      color=f"C{colour}", linewidth=1)
        ax.loglog(across, 10 * (across[0] / across) ** 2, "k--", linewidth=1, label="order 2")
        ax.axhline(2, color="grey", linewidth=0.5)
        ax.set(title=method.replace("_", " "), xlabel="cells across the channel", ylim=(0.02, 20))
        ax.legend(fontsize=7, ncols=2)
    axes[0].set_ylabel("error of the growth rate [%]")
    figure.savefig(path, dpi=120)


def layer_across(method, n):
    return smooth_layer.of_settings({"grid": {"cells": [n, 1, n], "length": [1.0, 1.0]}, "interface": interface_settings(method, n, n)})


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--grid", nargs="+", default=["64,64"], metavar="NX,NZ", help="cells along and across the channel")
    parser.add_argument("--method", default="level_set", choices=["level_set", "phase_field"])
    parser.add_argument("--only", nargs="+", default=list(SETS), choices=list(SETS), metavar="NAME", help="sets: " + "; ".join(SETS))
    parser.add_argument("--eagre", default="build/bin/eagre", help="the program")
    parser.add_argument("--interface", nargs="+", default=[], metavar="KEY=VALUE", help="settings of the section [interface], as in the toml file")
    parser.add_argument("--draw", nargs=2, metavar=("PICTURE", "FILE"), help="only draw the tables in FILE")
    parser.add_argument("options", nargs="*", help="for each run, behind --")
    given = parser.parse_args()
    interface = tomllib.loads("\n".join(given.interface))
    if given.draw:
        draw(given.draw[0], pathlib.Path(given.draw[1]).read_text())
        return
    print(HEADER.format(given.method))
    for name in given.only:
        for grid in given.grid:
            nx, nz = (int(n) for n in grid.split(","))
            with tempfile.TemporaryDirectory() as directory:
                r = run(given.eagre, directory, name, nx, nz, given.method, interface, given.options)
            of_speed = [f"{100 * e:+.2f} %" if abs(r.exact_speed) > 1e-6 else "" for e in (r.speed_error, r.smooth_speed_error)]
            print(f"| {name} | {nx} x {nz} | {r.exact_growth:.4f} | {r.exact_speed:.4f} | {100 * r.growth_error:+.2f} % | {of_speed[0]} "
                  f"| {100 * r.smooth_growth_error:+.2f} % | {of_speed[1]} |", flush=True)


if __name__ == "__main__":
    main()
