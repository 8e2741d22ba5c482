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
METHODS = {"level_set": ('contact_line = "angle"', "phi"), "phase_field": ('method = "phase_field"', "C")}


def cap_height(degrees, area):
    theta = np.radians(degrees)
    return np.sqrt(area / (theta - np.sin(theta) * np.cos(theta))) * (1 - np.cos(theta))


def shape(file, name, turned):
    """(highest point, area) of the drop; turned: of one that hangs."""
    with netCDF4.Dataset(file) as data:
        f = np.array(data[name][0, :, 0, :], float)
    h = 1 / CELLS[1]
    # The distance that belongs to C, Cn being a cell.
    distance = f if name == "phi" else 2 * np.sqrt(2) * h * np.arctanh(np.clip(2 * f - 1, -1 + 1e-6, 1 - 1e-6))
    distance = distance[::-1] if turned else distance
    k = np.flatnonzero((distance < 0).any(axis=1))[-1]
    low, high = distance[k].min(), distance[k + 1][distance[k].argmin()]
    return (k + 0.5 + low / (low - high)) * h, np.clip(0.5 - distance / h, 0, 1).sum() * h * LENGTH / CELLS[0]


@pytest.mark.parametrize("plate", ["lower", "upper"])
@pytest.mark.parametrize("degrees", [60, 120])
@pytest.mark.parametrize("method", METHODS)
def test_a_drop_becomes_the_cap_of_its_angle(eagre, tmp_path, method, degrees, plate):
    interface, name = METHODS[method]
    toml = tmp_path / "drop.toml"
    toml.write_text(TOML.format(z=0 if plate == "lower" else 1, interface=f"{interface}\ncontact_angle_{plate} = {degrees}"))
    foam.run([eagre, "channel", "run", toml, "--directory", tmp_path / "out"])
    height, area = shape(tmp_path / "out" / "fields_00002000.nc", name, plate == "upper")
    first = np.pi * RADIUS**2 / 2
    print(f"{method} {degrees} {plate}: height over cap's {height / cap_height(degrees, area):.4f}, over that of the first area "
          f"{height / cap_height(degrees, first):.4f}, area over the first {area / first:.4f}")
    assert height == pytest.approx(cap_height(degrees, area), rel=0.03)
