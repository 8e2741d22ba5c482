# SPDX-License-Identifier: BSD-3-Clause
"""Drops on the lower plate of a channel by [contact_line]: the shape that they come to, and how fast they spread.

    PYTHONPATH=python python tests/verification/spreading_drops.py --bin build/bin [--only rest tanner grids] [--picture docs/pictures/channel-spreading.png]

prints the tables of docs/channel_contact_line.md. rest: width and height against the cap of the angle. tanner: the exponent n of R = A (t + t0)^n of drops
that wet the plate, beside the one of Cox's law for caps; 1/7 in 2D and 1/10 in 3D as the angle vanishes (Tanner 1979). grids: R on three grids. A quarter
of an hour on one core, most of it for the sphere.
"""
import argparse
import dataclasses
import pathlib
import subprocess
import tempfile

import matplotlib.pyplot as plt
import netCDF4
import numpy as np
from matplotlib.ticker import ScalarFormatter

from eagre.channel import read_series

TOML = """[grid]
cells = [{nx}, {ny}, {nz}]
length = [{length}, {ly}]
[fluid]
Re = {Re}
We = 1
viscosity_ratio = {m}
[boundary]
pressure_gradient = 0
[contact_line]
{law}
[initial]
shape = "cap"
velocity = "rest"
centre = [{x}, {y}, 0]
radius = {radius}
angle = {angle}
[time]
cfl = 0.5
end = {end}
[output]
series_every = 20
"""
NAMES = {2: "circle", 3: "sphere"}
TANNER = {2: dict(nz=32, length=4, radius=0.8, angle=45, m=20, mu=0.1, end=100), 3: dict(nz=18, length=4, radius=1.0, angle=45, m=20, mu=0.05, end=30)}
MICROSCOPIC = 1e-6
WETTING = f'law = "cox"\nangle = [0, 90]\nmicroscopic_length = {MICROSCOPIC}'
FIRST = (1.1, 1.2)  # R over the first one, from where on exponents are fitted


@dataclasses.dataclass
class Drop:
    t: np.ndarray
    R: np.ndarray       # half of what is wet, in 3D its radius
    angles: np.ndarray  # of the line, degrees
    volumes: np.ndarray
    height: float       # at the end


def run(binaries, dimensions, nz, length, law, radius, angle, m, mu, end):
    """A drop with the viscosity mu, m times that of the fluid around it, and surface tension and densities of 1."""
    nx = round(length * nz)
    y = dict(ny=nx, ly=length, y=length / 2) if dimensions == 3 else dict(ny=1, ly=1 / nz, y=0)
    with tempfile.TemporaryDirectory() as folder:
        toml = pathlib.Path(folder) / "drop.toml"
        toml.write_text(TOML.format(nx=nx, nz=nz, length=length, x=length / 2, Re=m / mu, m=m, law=law, radius=radius, angle=angle, end=end, **y))
        subprocess.run([binaries / "eagre", "channel", "run", toml, "--directory", toml.parent / "out"], check=True, stdout=subprocess.DEVNULL)
        series = read_series(toml.parent / "out" / "series.txt")
        with netCDF4.Dataset(max((toml.parent / "out").glob("fields_*.nc"))) as data:
            column = np.array(data["phi"][0]).min(axis=(1, 2))
    k = np.flatnonzero(column < 0)[-1]
    wet = series["wetted_lower"]
    return Drop(series["time"] - series["dt"] / 2, np.sqrt(wet / np.pi) * length if dimensions == 3 else wet * length / 2, series["angle_lower"],
                series["volume_lower"], (k + 0.5 + column[k] / (column[k] - column[k + 1])) / nz)


def volume(dimensions, radius, angle):
    """Of the cap on a base of this radius; angle in radians. In 2D its area."""
    s, c = np.sin(angle), np.cos(angle)
    return (radius / s) ** 2 * (angle - s * c) if dimensions == 2 else np.pi * (radius / s) ** 3 * (2 - 3 * c + c**3) / 3


def cap(dimensions, radius, angle, other):
    """(radius of the base, height) of the cap with the volume of one on a base of this radius and another angle; degrees."""
    base = radius * (volume(dimensions, 1, np.radians(angle)) / volume(dimensions, 1, np.radians(other))) ** (1 / dimensions)
    return base, base * np.tan(np.radians(other) / 2)


def cox_slope(angle, q):
    s, c, phi = np.sin(angle), np.cos(angle), np.pi - angle
    t2, p2 = angle**2 - s**2, phi**2 - s**2
    return (q * t2 * (phi + s * c) + p2 * (angle - s * c)) / (2 * s * (q * q * t2 + 2 * q * (angle * phi + s * s) + p2))


def theory(dimensions, radius, angle, m, mu, end):
    """(times, R) of a cap whose line goes as Cox's law has it for the angle of the cap, over ln(R / l)."""
    angles = np.linspace(1e-2, 2, 4000)
    g = np.concatenate([[0], np.cumsum(0.5 * np.diff(angles) * (cox_slope(angles[1:], 1 / m) + cox_slope(angles[:-1], 1 / m)))]) + 1e-6 / 9
    radii = np.geomspace(radius, 3 * radius, 4000)
    # At the volume given the angle falls as the radius grows.
    sizes = (volume(dimensions, radius, np.radians(angle)) / volume(dimensions, 1.0, angles)) ** (1 / dimensions)
    speeds = np.interp(radii, sizes[::-1], g[::-1]) / mu / np.log(radii / MICROSCOPIC)
    times = np.concatenate([[0], np.cumsum(np.diff(radii) * 0.5 * (1 / speeds[1:] + 1 / speeds[:-1]))])
    t = np.linspace(0, end, 1000)
    return t, np.interp(t, times, radii)


def exponent(t, R, first):
    """n of R = A (t + t0)^n from R = first R(0) on: R^(1/n) is a line of least squares."""
    t, R = t[R > first * R[0]], R[R > first * R[0]]

    def misfit(n):
        x = R ** (1 / n)
        return np.sqrt(np.mean((np.polyval(np.polyfit(t, x, 1), t) - x) ** 2)) / np.ptp(x)

    return min(np.linspace(0.05, 0.25, 401), key=misfit)


def rest(binaries):
    print("| law | drop | angle | radius over that of the cap | height over that of the cap | change of volume |\n|---|---|---|---|---|---|")
    for law in ("constant", "cox"):
        for dimensions, nz in ((2, 32), (3, 20)):
            for angle in (60, 90, 120):
                lines = f'law = "{law}"\nangle = [{angle}, 90]' + ("\nmicroscopic_length = 1e-3" if law == "cox" else "")
                drop = run(binaries, dimensions, nz, 2, lines, radius=0.4, angle=90, m=1, mu=0.1, end=8 if dimensions == 2 else 5)
                base, height = cap(dimensions, 0.4, 90, angle)
                print(f"| {law} | {NAMES[dimensions]}, {nz} cells | {angle} | {drop.R[-1] / base:.4f} | {drop.height / height:.4f} | "
                      f"{np.abs(drop.volumes / drop.volumes[0] - 1).max():.0e} |", flush=True)


def tanner(binaries, picture):
    print(f"| drop | R at the end | angle at the end | n from {FIRST[0]} R(0) on | from {FIRST[1]} R(0) on | caps by Cox's law | Tanner |\n|---|---|---|---|---|---|---|")
    figure, axes = plt.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for ax, (dimensions, given) in zip(axes, TANNER.items()):
        drop = run(binaries, dimensions, law=WETTING, **given)
        t, R = drop.t, drop.R
        times, radii = theory(dimensions, **{key: value for key, value in given.items() if key not in ("nz", "length")})
        found, expected = ([exponent(*curve, first) for first in FIRST] for curve in ((t, R), (times, radii)))
        ideal = 1 / 7 if dimensions == 2 else 1 / 10
        print(f"| {NAMES[dimensions]}, {given['nz']} cells | {R[-1] / R[0]:.3f} R(0) | {drop.angles[-1]:.1f} | {found[0]:.4f} | {found[1]:.4f} | "
              f"{expected[0]:.4f}, {expected[1]:.4f} | {ideal:.4f} |", flush=True)
        ax.loglog(t[1:], R[1:] / R[0], label="eagre channel, law = \"cox\"")
        ax.loglog(times[1:], radii[1:] / radii[0], "--", label="cap by Cox's law, ln(R / l)")
        late = t > t[-1] / 20
        ax.loglog(t[late], R[-1] / R[0] * (t[late] / t[-1]) ** ideal, ":", color="black", label=f"t^(1/{round(1 / ideal)})")
        ax.set(xlabel="t [H/V]", ylabel="R / R(0)", title=f"{'2D' if dimensions == 2 else '3D'}, {given['nz']} cells across the channel")
        ax.yaxis.set_major_formatter(ScalarFormatter())
        ax.yaxis.set_minor_formatter(ScalarFormatter())
        ax.legend()
    if picture:
        figure.savefig(picture, dpi=100)


def grids(binaries):
    print("| cells | R at t = 2.5 | 5 | 10 | 20 |\n|---|---|---|---|---|")
    for nz in (16, 32, 64):
        drop = run(binaries, 2, law=WETTING, **{**TANNER[2], "nz": nz, "end": 20})
        print(f"| {nz} | " + " | ".join(f"{np.interp(at, drop.t, drop.R):.4f}" for at in (2.5, 5, 10, 20)) + " |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--only", nargs="+", choices=["rest", "tanner", "grids"], default=["rest", "tanner", "grids"])
    parser.add_argument("--picture", type=pathlib.Path)
    options = parser.parse_args()
    binaries = options.bin.resolve()
    if "rest" in options.only:
        rest(binaries)
    if "tanner" in options.only:
        tanner(binaries, options.picture)
    if "grids" in options.only:
        grids(binaries)


if __name__ == "__main__":
    main()
