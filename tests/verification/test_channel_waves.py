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

LEVEL_SET = [("level_set", name, 64, 64) for name in ("m 0.5", "m 2 r 1.2", "m 5", "m 5 r 1.5", "m 10 r 1.5")]
LEVEL_SET += [("level_set", "m 20", 48, 96), ("level_set", "m 30", 48, 96)]
PHASE_FIELD = [("phase_field", "m 5 r 1.2 long", 48, 128), ("phase_field", "m 15 r 1.2 long", 48, 96), ("phase_field", "m 2 r 1.2", 48, 80)]


@pytest.mark.parametrize("method, name, along, across", LEVEL_SET + PHASE_FIELD)
def test_growth_within_two_and_speed_within_half_a_percent(method, name, along, across, tmp_path, eagre):
    result = run(eagre, tmp_path, name, along, across, method)
    assert result.growth == pytest.approx(result.exact_growth, rel=0.02)
    assert result.speed == pytest.approx(result.exact_speed, rel=0.005)


@pytest.mark.parametrize("across", [60, 62])
def test_growth_does_not_depend_on_where_in_its_cell_the_interface_is(across, tmp_path, eagre):
    """m = 20, a kink of the flow at the interface, which stands between two cells and next to the middle of one."""
    result = run(eagre, tmp_path, "m 20", 40, across)
    assert result.growth == pytest.approx(result.smooth_growth, rel=0.02)
    assert result.speed == pytest.approx(result.smooth_speed, rel=0.01)


def test_what_the_thickness_of_the_interface_costs_is_what_linear_theory_with_that_thickness_says(tmp_path, eagre):
    """A layer of six cells: the thickness alone changes the growth by ten percent."""
    result = run(eagre, tmp_path, "m 20", 64, 64, interface={"smoothing": 3.0})
    assert result.smooth_growth_error > 0.08
    assert result.growth == pytest.approx(result.smooth_growth, rel=0.015)
    assert result.speed == pytest.approx(result.smooth_speed, rel=0.0075)


def test_rayleigh_taylor_with_a_phase_field_grows_within_three_percent(tmp_path, eagre):
    """With what a run has that sets none of its keys, on the coarser of the grids that earlier needed 128 cells across."""
    result = run(eagre, tmp_path, "Rayleigh-Taylor", 32, 64, "phase_field")
    assert result.growth == pytest.approx(result.exact_growth, rel=0.03)


def test_rayleigh_taylor_grows_as_linear_theory_says(tmp_path, eagre):
    """The heavier fluid above, on 64 x 64 cells, over an amplitude from 0.0005 to 0.04."""
    file = pathlib.Path(__file__).resolve().parents[2] / "cases" / "channel" / "rayleigh_taylor.toml"
    foam.run([eagre, "channel", "run", file, "--directory", tmp_path / "out"])
    mode = interfacial(Flow.of_settings(tomllib.loads(file.read_text())), 2 * np.pi)
    fit = growth(read_series(tmp_path / "out" / "series.txt"))
    assert fit.line[-1] > 0.03
    assert fit.growth == pytest.approx(mode.growth, rel=0.03)
