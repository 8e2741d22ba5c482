# SPDX-License-Identifier: BSD-3-Clause
"""Waves on the interface of two-layer Poiseuille flow, started as the mode of linear theory that they are: growth and speed of runs
against the eigenvalue."""
import pathlib
import tomllib

import numpy as np
import pytest

import foam
from eagre.channel import growth, read_series
from eagre.orr_sommerfeld import Flow, interfacial, write_initial

CELLS = 64
TOML = """[grid]
cells = [{n}, 1, {n}]
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
dt = {dt}
end = {end}
[output]
series_every = 5
"""
# Name: the flow, the step and the end of the run.
SETS = {
    "viscous below": (Flow(Re=10, We=10, viscosity_ratio=5), 1.2e-4, 0.4),
    "dense below": (Flow(Re=20, We=10, gravity=1, density_ratio=1.2, viscosity_ratio=2), 5e-4, 0.4),
    "viscous above": (Flow(Re=20, We=10, viscosity_ratio=0.5), 4e-4, 0.4),
}


@pytest.mark.parametrize("name", SETS)
def test_growth_within_two_and_speed_within_half_a_percent(name, tmp_path, eagre):
    flow, dt, end = SETS[name]
    mode = interfacial(flow, 2 * np.pi)
    file, settings, target = tmp_path / "mode.nc", tmp_path / "wave.toml", tmp_path / "out"
    write_initial(file, {"grid": {"cells": [CELLS, 1, CELLS], "length": [1.0, 1 / CELLS]}, "initial": {"amplitude": 0.002}}, flow, mode)
    settings.write_text(TOML.format(n=CELLS, h=1 / CELLS, file=file, dt=dt, end=end, **vars(flow)))
    foam.run([eagre, "channel", "run", settings, "--directory", target])
    series = read_series(target / "series.txt")
    later = series["time"] > 0.3 * end
    rate = np.polyfit(series["time"][later], np.log(series["amplitude"][later]), 1)[0]
    speed = -np.polyfit(series["time"][later], np.unwrap(series["phase"])[later], 1)[0] / (2 * np.pi)
    assert rate == pytest.approx(mode.growth, rel=0.02)
    assert speed == pytest.approx(mode.speed, rel=0.005)


def test_rayleigh_taylor_grows_as_linear_theory_says(tmp_path, eagre):
    """The heavier fluid above, on 64 x 64 cells, over an amplitude from 0.0005 to 0.04."""
    file = pathlib.Path(__file__).resolve().parents[2] / "cases" / "channel" / "rayleigh_taylor.toml"
    foam.run([eagre, "channel", "run", file, "--directory", tmp_path / "out"])
    mode = interfacial(Flow.of_settings(tomllib.loads(file.read_text())), 2 * np.pi)
    rate, _, line = growth(read_series(tmp_path / "out" / "series.txt"))
    assert line[-1] > 0.03
    assert rate == pytest.approx(mode.growth, rel=0.03)
