# SPDX-License-Identifier: BSD-3-Clause
"""Drops on the lower plate of a channel by [contact_line], in 2D on few cells: spreading_drops.py, which has more of them."""
import numpy as np
import pytest

import spreading_drops


@pytest.mark.parametrize("law,angle,start", [("constant", 60, 75), ("constant", 90, 75), ("constant", 120, 100), ("cox", 60, 75)])
def test_a_cap_takes_the_shape_of_its_angle(bin_directory, law, angle, start):
    lines = f'law = "{law}"\nangle = [{angle}, 90]' + ("\nmicroscopic_length = 1e-2" if law == "cox" else "")
    drop = spreading_drops.run(bin_directory, 2, nz=16, length=2, law=lines, radius=0.5, angle=start, m=1, mu=0.1, end=4)
    base, height = spreading_drops.cap(2, 0.5, start, angle)
    print(f"{law} {angle}: base over cap's {drop.R[-1] / base:.4f}, height over cap's {drop.height / height:.4f}")
    assert drop.R[-1] == pytest.approx(base, rel=0.015) and drop.height == pytest.approx(height, rel=0.015)
    assert drop.angles[-1] == pytest.approx(angle, abs=0.5)
    np.testing.assert_allclose(drop.volumes, drop.volumes[0], rtol=1e-12)


def test_the_line_moves_by_coxs_law(bin_directory):
    """Of a drop that wets the plate dR/dt is (sigma / mu) g(theta) / ln(h / 2 l) of the angle that the plate has, and no small drops come before it."""
    drop = spreading_drops.run(bin_directory, 2, nz=16, length=3, law=spreading_drops.WETTING, radius=0.5, angle=60, m=1, mu=0.1, end=10)
    angles = np.linspace(0.01, 1.5, 2000)
    g = np.interp(np.radians(drop.angles), angles, np.cumsum(spreading_drops.cox_slope(angles, 1)) * (angles[1] - angles[0]))
    speed = 10 * g / np.log(1 / 32 / spreading_drops.MICROSCOPIC)
    way = np.sum(0.5 * (speed[1:] + speed[:-1]) * np.diff(drop.t))
    print(f"R from {drop.R[0]:.4f} to {drop.R[-1]:.4f}, by the law {drop.R[0] + way:.4f}")
    assert drop.R[-1] - drop.R[0] == pytest.approx(way, rel=0.03) and way > 0.2
    assert np.diff(drop.R).min() > -2e-3
