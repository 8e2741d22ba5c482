# SPDX-License-Identifier: BSD-3-Clause
"""A drop on a plate, put there as half a disk, takes the shape of the cap with its contact angle: R (1 - cos theta) high, R from its area."""
import netCDF4
import numpy as np
import pytest

import foam

CELLS, LENGTH, RADIUS = (60, 48), 1.25, 0.3
TOML = f"""[grid]
cells = [{CELLS[0]}, 1, {CELLS[1]}]
length = [{LENGTH}, {1 / CELLS[1]}]
[fluid]
Re = 10
We = 1
[boundary]
pressure_gradient = 0
[initial]
shape = "drop"
velocity = "rest"
centre = [{LENGTH / 2}, 0, {{z}}]
radius = {RADIUS}
[time]
dt = 1e-3
end = 2
[output]
series_every = 0
[interface]
{{interface}}
"""
METHODS = {"level_set": ('contact_line = "angle"', "phi", 0), "phase_field": ('method = "phase_field"', "C", 0.5)}


def cap_height(degrees, area):
    theta = np.radians(degrees)
    return np.sqrt(area / (theta - np.sin(theta) * np.cos(theta))) * (1 - np.cos(theta))


def shape(file, name, level, turned):
    """(highest point, area) of where the field is below the level; turned: of a drop that hangs."""
    with netCDF4.Dataset(file) as data:
        f = np.array(data[name][0, :, 0, :], float) - level
    f = f[::-1] if turned else f
    inside = f < 0
    k = inside.sum(axis=0) - 1  # the highest cell of the drop in each column
    columns = np.flatnonzero(k >= 0)
    low, high = f[k[columns], columns], f[k[columns] + 1, columns]
    tops = (k[columns] + 0.5 + low / (low - high)) / CELLS[1]
    return tops.max(), tops.sum() * LENGTH / CELLS[0]


@pytest.mark.parametrize("plate", ["lower", "upper"])
@pytest.mark.parametrize("degrees", [60, 120])
@pytest.mark.parametrize("method", METHODS)
def test_a_drop_becomes_the_cap_of_its_angle(eagre, tmp_path, method, degrees, plate):
    interface, name, level = METHODS[method]
    toml = tmp_path / "drop.toml"
    toml.write_text(TOML.format(z=0 if plate == "lower" else 1, interface=f"{interface}\ncontact_angle_{plate} = {degrees}"))
    foam.run([eagre, "channel", "run", toml, "--directory", tmp_path / "out"])
    height, area = shape(tmp_path / "out" / "fields_00002000.nc", name, level, plate == "upper")
    first = np.pi * RADIUS**2 / 2
    print(f"{method} {degrees} {plate}: height over cap's {height / cap_height(degrees, area):.4f}, over that of the first area "
          f"{height / cap_height(degrees, first):.4f}, area over the first {area / first:.4f}")
    assert height == pytest.approx(cap_height(degrees, area), rel=0.03)
