# SPDX-License-Identifier: BSD-3-Clause
"""Two-layer stability (eagre.orr_sommerfeld) against published and analytic values, and against another method on random flows.

EAGRE_ALL_SETS=1: on all 200 random flows instead of every eighth one."""
import os

import numpy as np
import pytest

import two_layer_collocation
from eagre import orr_sommerfeld
from eagre.elements import Elements
from eagre.orr_sommerfeld import Flow, NotResolved, interfacial, spectrum

# Orszag (1971), table 1: plane Poiseuille flow, Re 10000 and wave number 1 of half the height, speeds in the largest one.
ORSZAG = 0.23752649 + 0.00373967j


@pytest.mark.parametrize("height", [0.3, 0.5, 0.7])
def test_one_fluid_has_the_eigenvalue_of_orszag_wherever_the_interface_is_drawn(height):
    re = 20000.0  # of the whole height
    flow = Flow(Re=re, pressure_gradient=-8 / re, height=height)
    assert abs(interfacial(flow, 2.0).c - ORSZAG) < 2e-8


def test_an_interface_between_equal_fluids_is_carried_by_the_flow():
    flow = Flow(Re=50, pressure_gradient=-8 / 50, height=0.3)
    assert abs(interfacial(flow, 3.0).c - 4 * 0.3 * 0.7) < 1e-8


def long_wave_speed(flow):
    """c as the wave number goes to 0, after Yih (1967): cubics phi in each layer, no inertia; linear in c - U of the interface."""
    h, m, jump = flow.height, flow.viscosity_ratio, 0.0
    (a1, b1, _), (a2, b2, _) = flow.layers()
    jump = (a2 * h + b2) - (a1 * h + b1)
    # phi1 = A z^2 + B z^3, phi2 = C (z - 1)^2 + D (z - 1)^3, scaled so that phi = 1 at the interface; eta = 1 / (c - U).
    t = h - 1
    rows = np.array([
        [h**2, h**3, 0, 0],
        [0, 0, t**2, t**3],
        [2 * m, 6 * m * h, -2, -6 * t],  # shear stress
        [0, 6 * m, 0, -6],               # pressure: no gravity, no surface tension as k goes to 0
    ])
    a, b, c, d = np.linalg.solve(rows, [1, 1, 0, 0])
    u = (a1 * h / 2 + b1) * h + flow.layers()[0][2]
    # [D phi] = [U'] eta, upper less lower: the velocity is continuous on the displaced interface.
    return u + jump / ((2 * a * h + 3 * b * h**2) - (2 * c * t + 3 * d * t**2))


@pytest.mark.parametrize("m", [0.5, 5.0, 30.0])
@pytest.mark.parametrize("height, gradient, upper_speed", [(0.5, -1.0, 0.0), (0.3, -1.0, 0.0), (0.6, 0.0, 1.0)])
def test_long_waves_have_the_speed_of_yih_and_a_growth_linear_in_the_reynolds_number(m, height, gradient, upper_speed):
    flow = Flow(Re=1, viscosity_ratio=m, height=height, pressure_gradient=gradient, upper_speed=upper_speed)
    k = 1e-2
    c = interfacial(flow, k).c
    assert c.real == pytest.approx(long_wave_speed(flow), rel=1e-4)
    # Im c = k J of Yih: twice the wave number, twice the growth.
    assert interfacial(flow, 2 * k).c.imag == pytest.approx(2 * c.imag, rel=0.01)


def test_capillary_gravity_waves_and_rayleigh_taylor_growth_become_those_of_lamb_without_viscosity():
    k, h, r, we = 2 * np.pi, 0.4, 2.0, 10.0
    frequency = np.sqrt(k * ((r - 1) + k**2 / we) / (r / np.tanh(k * h) + 1 / np.tanh(k * (1 - h))))
    flow = Flow(We=we, gravity=1, density_ratio=r, pressure_gradient=0, height=h)
    errors = []
    for re in (1e3, 1e4, 1e5):
        flow.Re = re
        errors.append(abs(abs(interfacial(flow, k).speed) - frequency / k) * k / frequency)
    # The boundary layers are as thick as the root of the viscosity.
    assert errors[-1] < 0.02
    flow = Flow(Re=1e5, We=1000, gravity=1, density_ratio=0.5, pressure_gradient=0)
    growth = np.sqrt(k * (0.5 - k**2 / 1000) / (1.5 / np.tanh(k / 2)))
    assert interfacial(flow, k).growth == pytest.approx(growth, rel=0.02)


def test_the_parts_that_waves_have_of_a_height_become_halves_without_viscosity():
    """A height at rest is the sum of two waves that travel to both sides, or of one that grows and one that decays."""
    for flow in (Flow(Re=1e5, We=10, gravity=1, density_ratio=2, pressure_gradient=0), Flow(Re=1e5, We=1000, gravity=1, density_ratio=0.5, pressure_gradient=0)):
        assert interfacial(flow, 6.0).share == pytest.approx(0.5, abs=0.02)


@pytest.mark.parametrize("flow, k", [
    (Flow(Re=100, viscosity_ratio=4, height=0.4), 50.0),
    (Flow(Re=10, viscosity_ratio=0.3, density_ratio=2, height=0.6), 50.0),
    (Flow(Re=100, We=1e7, gravity=-0.01, viscosity_ratio=4, density_ratio=1.5, height=0.4), 50.0),
])
def test_short_waves_have_the_growth_of_hooper_and_boyd(flow, k):
    """Re U'^2 (m - 1) (m^2 - r) / (2 k^2 (1 + m)^2), U' the shear below, less (k / We + G (r - 1) / k) Re / (2 (1 + m)): first order of an
    expansion in Re U' / k^2, unbounded layers between moving plates."""
    flow.pressure_gradient, flow.upper_speed = 0.0, 1.0
    m, r = flow.viscosity_ratio, flow.density_ratio
    a, b, _ = flow.layers()[0]
    shear = a * flow.height + b
    expected = flow.Re * (shear**2 * (m - 1) * (m * m - r) / (2 * k**2 * (1 + m) ** 2) - (k / flow.We + flow.gravity * (r - 1) / k) / (2 * (1 + m)))
    mode = interfacial(flow, k)
    assert mode.growth == pytest.approx(expected, rel=0.02)
    assert mode.share == pytest.approx(1, abs=0.01)


def test_the_answer_is_the_most_unstable_mode_and_not_the_one_that_is_largest_in_the_interface(tmp_path, capsys):
    """Also what the command prints: the leading modes, their parts in the interface, that the eigenvalue stands."""
    file = tmp_path / "wave.toml"
    file.write_text('[grid]\ncells = [64, 1, 64]\nlength = [1.0, 0.1]\n[fluid]\nRe = 500\nWe = 100\nviscosity_ratio = 5\n[initial]\nshape = "wave"\nheight = 0.4\n')
    assert orr_sommerfeld.main([str(file), "--modes", "3"]) == 0
    output = capsys.readouterr()
    lines = output.out.splitlines()
    assert [line.split()[:1] for line in lines[1:4]] == [["*"], ["-6.12749"], ["-6.16485"]]
    assert float(lines[1].split()[1]) == pytest.approx(16.5416, abs=1e-4) and float(lines[1].split()[2]) == pytest.approx(21.9296, abs=1e-4)
    assert 5 < float(lines[1].split()[3]) < 7  # percent
    assert "from polynomials of order 60 in each layer to those of order 120" in lines[-1]
    assert "at first mostly the mode with growth rate -11.49" in output.err


def test_a_mode_that_is_near_is_warned_of():
    found = spectrum(Flow(Re=100, We=5, gravity=1, density_ratio=1.5, viscosity_ratio=20, height=0.7), 2 * np.pi)
    assert [round(mode.growth, 3) for mode in found.near] == [-2.639]
    assert any("near: growth rate -2.639" in line for line in orr_sommerfeld.warnings(found))


def test_of_decaying_modes_the_answer_is_one_that_is_seen_in_the_height():
    """A wave on layers at rest, which a mode of vortices outlasts, and of its two directions the one along x."""
    found = spectrum(Flow(Re=1e3, We=10, gravity=1, density_ratio=2, pressure_gradient=0, height=0.4), 2 * np.pi)
    assert found.modes[0].growth > found.answer.growth and found.modes[0].share < 1e-4
    assert found.answer.speed == pytest.approx(0.494034, abs=1e-6)


def test_an_eigenvalue_that_does_not_stand_is_refused(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(orr_sommerfeld, "ORDERS", (15, 30))
    with pytest.raises(NotResolved, match="order 15 to those of order 30"):
        interfacial(Flow(Re=500, We=100, viscosity_ratio=5, height=0.4), 2 * np.pi)
    file = tmp_path / "wave.toml"
    file.write_text('[fluid]\nRe = 500\nviscosity_ratio = 5\n')
    assert orr_sommerfeld.main([str(file)]) == 4 and "error: wave number" in capsys.readouterr().err


@pytest.mark.parametrize("key, text", [("evaporation.solve", "[evaporation]\nsolve = true\n"), ("heat.Ma", "[heat]\nsolve = true\nMa = 10\n"),
                                        ("contact_line.slip_length", "[contact_line]\nslip_length = 0.1\n")])
def test_what_the_theory_does_not_have_is_refused(tmp_path, capsys, key, text):
    file = tmp_path / "wave.toml"
    file.write_text(text)
    assert orr_sommerfeld.main([str(file)]) != 0 and f"{key}: linear theory" in capsys.readouterr().err


def random_flow(seed):
    """A flow whose speeds are Reynolds numbers of 0.1 to 5000 over Re, and a wave number."""
    draw = np.random.default_rng(seed)

    def power(low, high):
        return 10 ** draw.uniform(low, high)

    re, bulk = power(0, 3), power(-1, 3.7)
    lower = str(draw.choice(["no_slip", "no_slip", "free_slip"]))
    upper = str(draw.choice(["no_slip", "no_slip", "free_slip"])) if lower == "no_slip" else "no_slip"
    flow = Flow(Re=re, We=power(0, 3) if draw.random() < 0.8 else np.inf, gravity=draw.choice([0.0, 1.0, -0.5, 3.0]), density_ratio=power(-0.7, 0.7),
                viscosity_ratio=power(-1.5, 1.5), height=draw.uniform(0.15, 0.85), pressure_gradient=draw.choice([-1.0, 0.0, 0.5]) * 8 * bulk / re**2,
                upper_speed=draw.choice([0.0, 1.0, -1.0]) * bulk / re, lower=lower, upper=upper)
    return flow, power(-0.3, 1.3)


@pytest.mark.parametrize("seed", range(0, 200, 1 if os.environ.get("EAGRE_ALL_SETS") else 8))
def test_random_flows_have_the_most_unstable_mode_that_another_method_finds(seed):
    flow, k = random_flow(seed)
    found = spectrum(flow, k)
    c, tolerance = found.answer.c, 2e-6 * abs(found.answer.c) + 1e-9 * k / flow.Re
    others = two_layer_collocation.modes(flow, k, 60 if found.order <= 60 else 120, c + 500 * tolerance * (1 + 1j))
    assert np.abs(others - c).min() < tolerance
    # Modes that grow faster are passed over in one case: they decay, and are not seen in the height.
    faster = [mode for mode in found.modes if mode.c.imag > c.imag + 50 * tolerance]
    assert (others.imag > c.imag + 50 * tolerance).sum() == len(faster)
    assert all(mode.growth < 0 and mode.share < 0.01 for mode in faster)


def test_elements_are_exact_for_polynomials():
    e = Elements([0, 0.3, 1], 7)
    factors = np.linalg.solve(e.matrix(1, e.value, e.value), e.vector(e.z**7, e.value))
    for element, z in ((0, np.array([0.0, 0.1])), (1, np.array([0.4, 1.0]))):
        for found, expected in zip(e.at(factors, element, z), (z**7, 7 * z**6, 42 * z**5)):
            np.testing.assert_allclose(found, expected, rtol=0, atol=1e-8)
