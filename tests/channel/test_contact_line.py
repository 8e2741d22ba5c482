# SPDX-License-Identifier: BSD-3-Clause
"""A drop that spreads by [contact_line], on several ranks and after a restart; slip on plates. Its shape: tests/verification/test_spreading_drops.py."""
import netCDF4
import numpy as np
import pytest

import foam
from eagre.channel import read_series

TOML = """[grid]
cells = [24, 20, 16]
length = [2.0, 1.6]
[fluid]
Re = 10
We = 1
[boundary]
pressure_gradient = 0
[contact_line]
law = "cox"
angle = [60, 90]
microscopic_length = 1e-4
slip_length = 0.01
[initial]
shape = "cap"
velocity = "rest"
centre = [1.0, 0.8, 0]
radius = 0.5
angle = 75
[time]
steps = {steps}
[output]
series_every = 1
"""
def run(eagre, tmp_path, steps, *options, directory):
    toml = tmp_path / "cap.toml"
    toml.write_text(TOML.format(steps=steps))
    foam.run([eagre, "channel", "run", toml, "--directory", tmp_path / directory, *options])
    return tmp_path / directory


def state(directory, step):
    with netCDF4.Dataset(directory / f"restart_{step:08}.nc") as data:
        return {name: np.array(data[name][:]) for name in data.variables}


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_restart_is_the_uninterrupted_run_to_the_last_bit(eagre, tmp_path, ranks):
    whole = run(eagre, tmp_path, 4, "-n", ranks, directory="whole")
    parts = run(eagre, tmp_path, 2, "-n", ranks, directory="parts")
    run(eagre, tmp_path, 4, "-n", ranks, "--from", "latest", directory="parts")
    expected, found = state(whole, 4), state(parts, 4)
    assert expected.keys() == found.keys() and np.abs(expected["contact_slope"]).max() > 0.2
    for name in expected:
        np.testing.assert_array_equal(expected[name], found[name], err_msg=name)
    assert (whole / "series.txt").read_text() == (parts / "series.txt").read_text()


def test_ranks_make_no_difference(eagre, tmp_path):
    one, three = (run(eagre, tmp_path, 6, "-n", ranks, directory=f"on_{ranks}") for ranks in (1, 3))
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
