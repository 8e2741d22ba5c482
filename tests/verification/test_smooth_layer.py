# SPDX-License-Identifier: BSD-3-Clause
"""Stability of layers whose interface has a thickness: the limit of a sharp interface, and the orders in which it is reached."""
import numpy as np
import pytest

from eagre import orr_sommerfeld, smooth_layer
from eagre.orr_sommerfeld import Flow
from eagre.smooth_layer import LevelSet, PhaseField, interfacial

WAVE_NUMBER = 2 * np.pi
FLOWS = {
    "viscosity": Flow(Re=10, We=10, viscosity_ratio=5),
    "both": Flow(Re=50, We=5, gravity=1, density_ratio=1.5, viscosity_ratio=5, height=0.4),
    "moving plate": Flow(Re=50, We=5, gravity=1, density_ratio=1.5, viscosity_ratio=0.2, height=0.4, upper_speed=3),
    "free slip": Flow(Re=50, We=5, gravity=1, density_ratio=1.5, viscosity_ratio=5, height=0.4, upper="free_slip"),
}


def errors(flow, layers):
    sharp = orr_sommerfeld.interfacial(flow, WAVE_NUMBER)
    return np.array([abs(interfacial(flow, WAVE_NUMBER, layer, sharp).c - sharp.c) for layer in layers]) / abs(sharp.c)


@pytest.mark.parametrize("name", FLOWS)
def test_a_level_set_has_the_eigenvalue_of_a_sharp_interface_to_second_order_in_its_width(name):
    found = errors(FLOWS[name], [LevelSet(width, width / 1.5) for width in (0.02, 0.01, 0.005)])
    assert found[-1] < 1e-4
    np.testing.assert_allclose(np.log2(found[:-1] / found[1:]), 2, atol=0.25)


@pytest.mark.parametrize("name", FLOWS)
def test_a_phase_field_has_it_too_if_the_mobility_is_degenerate(name):
    found = errors(FLOWS[name], [PhaseField(cahn, 4, "degenerate") for cahn in (1 / 256, 1 / 512, 1 / 1024)])
    assert found[-1] < 2e-3
    assert np.log2(found[0] / found[-1]) / 2 > 1.5


@pytest.mark.parametrize("name", FLOWS)
def test_a_sharp_share_and_velocity_and_a_normal_mobility_make_the_error_smaller(name):
    """What a run has by default against what it had, at the same thickness."""
    before, now = errors(FLOWS[name], [PhaseField(1 / 256, 4, "degenerate"), PhaseField(1 / 256, 1, "normal", 1.5 / 256)])
    assert now < 0.6 * before


def test_with_a_constant_mobility_a_wave_is_dissolved_as_the_limit_of_a_thin_layer_says():
    """At the rate 2 k^3 sigma / Pe, sigma = sqrt(2) Cn / 12 (R. L. Pego, Proc. R. Soc. A 422 (1989) 261): first order in Cn."""
    flow, peclet, cahn = Flow(Re=10, We=1e6, pressure_gradient=0), 4, 1 / 1024
    growth = interfacial(flow, WAVE_NUMBER, PhaseField(cahn, peclet)).growth
    assert growth == pytest.approx(-2 * WAVE_NUMBER**3 * np.sqrt(2) * cahn / 12 / peclet, rel=0.02)


@pytest.mark.parametrize("layer", [LevelSet(0.01, 0.007), PhaseField(1 / 256, 4, "degenerate"), PhaseField(1 / 256, 20)])
def test_the_answer_does_not_depend_on_the_number_of_elements(layer, monkeypatch):
    values = []
    for numbers in ((24, 48, 96), (30, 60, 120)):
        monkeypatch.setattr(smooth_layer, "NUMBERS", numbers)
        values.append(interfacial(FLOWS["both"], WAVE_NUMBER, layer).c)
    assert abs(values[0] - values[1]) < 1e-5 * abs(values[0])


def test_an_eigenvalue_that_does_not_stand_is_warned_of_and_refused(monkeypatch):
    monkeypatch.setattr(smooth_layer, "NUMBERS", (3, 6))
    with pytest.warns(UserWarning, match="changes by 1.6e-03 from 3 elements to 6"):
        interfacial(FLOWS["both"], WAVE_NUMBER, PhaseField(1 / 256, 20))
    monkeypatch.setattr(smooth_layer, "STANDS_AT_MOST", 1e-4)
    with pytest.raises(orr_sommerfeld.NotResolved, match="6 elements"):
        interfacial(FLOWS["both"], WAVE_NUMBER, PhaseField(1 / 256, 20))


def test_an_eigenvalue_of_c_far_from_the_interface_is_not_taken():
    """With a degenerate mobility there are many that are neutral and next to that of the sharp interface, 1.475 at speed 1.363."""
    mode = interfacial(Flow(Re=100, We=20, viscosity_ratio=20, height=0.3), WAVE_NUMBER, PhaseField(1 / 48, 4, "degenerate"))
    assert mode.growth == pytest.approx(1.203, abs=1e-3) and mode.speed == pytest.approx(1.801, abs=1e-3)


def test_the_layer_of_a_run_is_read_from_its_settings():
    grid = {"cells": [64, 1, 128], "length": [1.0, 1 / 64]}
    assert smooth_layer.of_settings({"grid": grid}) == LevelSet(1.5 / 64, 1 / 64)
    assert smooth_layer.of_settings({"grid": grid, "interface": {"smoothing": 0.75}}) == LevelSet(0.75 / 64, 0.75 / 64)
    assert smooth_layer.of_settings({"grid": grid, "interface": {"method": "phase_field"}}) == PhaseField(1 / 64, 1, "normal", 1.5 / 64)
    constant = {"method": "phase_field", "mobility": "constant", "smoothing": 0}
    assert smooth_layer.of_settings({"grid": grid, "interface": constant}) == PhaseField(1 / 64, 64)
    given = {"method": "phase_field", "cahn": 0.01, "peclet": 4, "mobility": "degenerate", "smoothing": 0}
    assert smooth_layer.of_settings({"grid": grid, "interface": given}) == PhaseField(0.01, 4, "degenerate")


def test_the_command_prints_both_eigenvalues(tmp_path, capsys):
    file = tmp_path / "wave.toml"
    file.write_text('[grid]\ncells = [64, 1, 64]\nlength = [1.0, 0.1]\n[fluid]\nRe = 10\nWe = 10\nviscosity_ratio = 5\n[initial]\nshape = "wave"\n')
    assert smooth_layer.main([str(file)]) == 0
    growth = [line.split()[2:] for line in capsys.readouterr().out.splitlines() if line.startswith("growth")][0]
    assert float(growth[0]) == pytest.approx(orr_sommerfeld.interfacial(FLOWS["viscosity"], WAVE_NUMBER).growth, rel=1e-6)
    assert float(growth[1]) != float(growth[0])
    assert smooth_layer.main([str(tmp_path / "none.toml")]) == 3


def test_the_cells_that_a_run_needs_are_the_first_from_which_on_the_errors_stay_below(tmp_path, capsys):
    file = tmp_path / "wave.toml"
    interface = '[interface]\nmethod = "phase_field"\ncahn = 0.03125\npeclet = 4.0\nmobility = "degenerate"\nsmoothing = 0.0\n'
    file.write_text(f'[grid]\ncells = [32, 1, 32]\nlength = [1.0, 0.1]\n[fluid]\nRe = 20\nWe = 10\nviscosity_ratio = 0.5\n{interface}')
    flow = Flow(Re=20, We=10, viscosity_ratio=0.5)
    assert smooth_layer.main([str(file), "--wave-number", str(WAVE_NUMBER), "--within", "2", "0.5"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    needed = next(int(line[1]) for line in lines if line[0] == "needed")
    shown = {int(line[0]): (float(line[1]), float(line[3])) for line in lines if line[0].isdigit()}
    for n, expected in ((needed, True), (needed - 8, False)):
        growth, speed = smooth_layer.errors(flow, WAVE_NUMBER, PhaseField(1 / n, 4, "degenerate"))
        assert (abs(growth) < 0.02 and abs(speed) < 0.005) == expected
    assert shown[64] == pytest.approx([100 * e for e in smooth_layer.errors(flow, WAVE_NUMBER, PhaseField(1 / 64, 4, "degenerate"))], abs=0.006)
    assert smooth_layer.main([str(file), "--wave-number", str(WAVE_NUMBER), "--within", "1e-6", "1e-6"]) == 0
    assert "needed       more than 1024" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        smooth_layer.main([str(file), "--within", "0", "1"])
