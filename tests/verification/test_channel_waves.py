# SPDX-License-Identifier: BSD-3-Clause
"""Growth and speed of waves on the interface against linear theory; two_layer_waves.py has the flows and prints all of them."""
import pathlib
import tomllib

import numpy as np
import pytest

import foam
from eagre.channel import growth, read_series
from eagre.orr_sommerfeld import Flow, interfacial
from two_layer_waves import run


@pytest.mark.parametrize("name", ["m 0.5", "m 2 r 1.2", "m 5", "m 5 r 1.5", "m 10 r 1.5"])
def test_growth_within_two_and_speed_within_half_a_percent(name, tmp_path, eagre):
    result = run(eagre, tmp_path, name, 64, 64)
    assert result.growth == pytest.approx(result.exact_growth, rel=0.02)
    assert result.speed == pytest.approx(result.exact_speed, rel=0.005)


def test_rayleigh_taylor_grows_as_linear_theory_says(tmp_path, eagre):
    """The heavier fluid above, on 64 x 64 cells, over an amplitude from 0.0005 to 0.04."""
    file = pathlib.Path(__file__).resolve().parents[2] / "cases" / "channel" / "rayleigh_taylor.toml"
    foam.run([eagre, "channel", "run", file, "--directory", tmp_path / "out"])
    mode = interfacial(Flow.of_settings(tomllib.loads(file.read_text())), 2 * np.pi)
    rate, _, line = growth(read_series(tmp_path / "out" / "series.txt"))
    assert line[-1] > 0.03
    assert rate == pytest.approx(mode.growth, rel=0.03)
