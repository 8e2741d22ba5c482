# SPDX-License-Identifier: BSD-3-Clause
"""Drops on a plate by [contact_line]: the shape that they take, restart and ranks. tests/verification/spreading_drops.py has more of them."""
import netCDF4
import numpy as np
import pytest

import foam
from eagre.channel import read_series

TOML = """[grid]
cells = [{nx}, {ny}, 16]
length = [2.0, {ly}]
[fluid]
Re = 10
We = 1
[boundary]
pressure_gradient = 0
[contact_line]
law = "{law}"
angle = [{angle}, 90]
{more}
[initial]
shape = "cap"
velocity = "rest"
centre = [1.0, {y}, 0]
radius = 0.5
angle = {start}
[time]
{end}
[output]
series_every = 1
"""
COX = "microscopic_length = 1e-4"


def run(eagre, tmp_path, *options, directory="out", law="cox", angle=60, start=75, more=COX, end="end = 4", sphere=False):
    toml = tmp_path / "cap.toml"
    nx, ny, ly = (24, 20, 1.6) if sphere else (32, 1, 0.0625)
    toml.write_text(TOML.format(nx=nx, ny=ny, ly=ly, y=ly / 2 if sphere else 0, law=law, angle=angle, more=more, start=start, end=end))
    out = tmp_path / directory
    foam.run([eagre, "channel", "run", toml, "--directory", out, *options])
    return out


def state(directory, step):
    with netCDF4.Dataset(directory / f"restart_{step:08}.nc") as data:
        return {name: np.array(data[name][:]) for name in data.variables} | {"phi_steps": data.phi_steps if "phi_steps" in data.ncattrs() else 0}


def cap(degrees, area):
    """(half width of the base, height) of the circular cap with this area."""
    theta = np.radians(degrees)
    radius = np.sqrt(area / (theta - np.sin(theta) * np.cos(theta)))
    return radius * np.sin(theta), radius * (1 - np.cos(theta))


def height(file):
    with netCDF4.Dataset(file) as data:
        phi, z = np.array(data["phi"][0, :, 0, :]), np.array(data["z"][:])
    column = phi[:, phi.shape[1] // 2]
    k = np.flatnonzero(column < 0)[-1]
    return z[k] + (z[1] - z[0]) * column[k] / (column[k] - column[k + 1])


@pytest.mark.parametrize("law,angle,start,more", [("constant", 60, 75, ""), ("constant", 120, 100, ""), ("cox", 60, 75, "microscopic_length = 1e-2")])
def test_a_cap_takes_the_shape_of_its_angle_and_keeps_its_area(eagre, tmp_path, law, angle, start, more):
    out = run(eagre, tmp_path, law=law, angle=angle, start=start, more=more, end="end = 3")
    series = read_series(out / "series.txt")
    theta = np.radians(start)
    area = (0.5 / np.sin(theta)) ** 2 * (theta - np.sin(theta) * np.cos(theta))
    base, top = cap(angle, area)
    step = int(series["step"][-1])
    print(f"{law} {angle}: base over cap's {series['wetted_lower'][-1] / base:.4f}, height over cap's {height(out / f'fields_{step:08}.nc') / top:.4f}")
    assert series["wetted_lower"][-1] == pytest.approx(base, rel=0.02)
    assert height(out / f"fields_{step:08}.nc") == pytest.approx(top, rel=0.02)
    assert series["angle_lower"][-1] == pytest.approx(angle, abs=1)
    np.testing.assert_allclose(series["volume_lower"], series["volume_lower"][0], rtol=1e-12)


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_restart_is_the_uninterrupted_run_to_the_last_bit(eagre, tmp_path, ranks):
    whole = run(eagre, tmp_path, "-n", ranks, directory="whole", end="steps = 4", sphere=True)
    parts = run(eagre, tmp_path, "-n", ranks, directory="parts", end="steps = 2", sphere=True)
    run(eagre, tmp_path, "-n", ranks, "--from", "latest", directory="parts", end="steps = 4", sphere=True)
    expected, found = state(whole, 4), state(parts, 4)
    assert expected.keys() == found.keys() and np.abs(expected["contact_slope"]).max() > 0.2
    for name in expected:
        np.testing.assert_array_equal(expected[name], found[name], err_msg=name)
    assert (whole / "series.txt").read_text() == (parts / "series.txt").read_text()


def test_ranks_make_no_difference(eagre, tmp_path):
    one, three = (run(eagre, tmp_path, "-n", ranks, directory=f"on_{ranks}", end="steps = 6", sphere=True, more=COX + "\nslip_length = 0.01")
                  for ranks in (1, 3))
    expected, found = state(one, 6), state(three, 6)
    for name in ("phi", "contact_slope", "u"):
        np.testing.assert_allclose(found[name], expected[name], atol=1e-6, err_msg=name)
    a, b = (read_series(d / "series.txt") for d in (one, three))
    assert a["wetted_lower"][-1] > a["wetted_lower"][0] + 1e-4
    np.testing.assert_allclose(b["wetted_lower"], a["wetted_lower"], rtol=1e-7)


def test_a_fluid_slips_on_plates_by_the_slip_length(eagre, tmp_path):
    """Plates that move against each other and a slip length of a tenth: u = 1 - 2 (z + 0.1) / 1.2, of which nothing changes, and its shear."""
    toml = tmp_path / "couette.toml"
    toml.write_text('[grid]\ncells = [8, 1, 16]\nlength = [0.5, 0.0625]\n[fluid]\nRe = 4\n[interface]\nmethod = "none"\n[boundary]\npressure_gradient = 0\n'
                    "lower_speed = 1\nupper_speed = -1\n[contact_line]\nslip_length = 0.1\n[time]\ndt = 0.01\nsteps = 20\nend = 1\n")
    foam.run([eagre, "channel", "run", toml, "--directory", tmp_path / "out"])
    with netCDF4.Dataset(tmp_path / "out" / "restart_00000020.nc") as data:
        u, z = np.array(data["u"][:]).squeeze(), np.array(data["z"][:])
    np.testing.assert_allclose(u, np.broadcast_to((1 - 2 * (z + 0.1) / 1.2)[:, None], u.shape), atol=1e-12)
    shear = read_series(tmp_path / "out" / "series.txt")["shear_lower"]
    np.testing.assert_allclose(shear, -2 / 1.2 / 4, rtol=1e-10)
