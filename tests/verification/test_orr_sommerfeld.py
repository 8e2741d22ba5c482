# SPDX-License-Identifier: BSD-3-Clause
"""The Chebyshev solver of two-layer stability against published and analytic values."""
import pathlib
import sys

import numpy as np
import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from eagre.orr_sommerfeld import Flow, chebyshev, interfacial, modes  # noqa: E402

# Orszag (1971), table 1: plane Poiseuille flow, Re 10000 and wave number 1 of half the height, speeds in the largest one.
ORSZAG = 0.23752649 + 0.00373967j


@pytest.mark.parametrize("height", [0.3, 0.5, 0.7])
def test_one_fluid_has_the_eigenvalue_of_orszag_wherever_the_interface_is_drawn(height):
    re = 20000.0  # of the whole height
    flow = Flow(Re=re, pressure_gradient=-8 / re, height=height)
    assert abs(modes(flow, 2.0, 60)[0].c - ORSZAG) < 2e-7


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
    c = interfacial(flow, k, 40).c
    assert c.real == pytest.approx(long_wave_speed(flow), rel=1e-4)
    # Im c = k J of Yih: twice the wave number, twice the growth.
    assert interfacial(flow, 2 * k, 40).c.imag == pytest.approx(2 * c.imag, rel=0.01)


def test_capillary_gravity_waves_and_rayleigh_taylor_growth_become_those_of_lamb_without_viscosity():
    k, h, r, we = 2 * np.pi, 0.4, 2.0, 10.0
    frequency = np.sqrt(k * ((r - 1) + k**2 / we) / (r / np.tanh(k * h) + 1 / np.tanh(k * (1 - h))))
    flow = Flow(We=we, gravity=1, density_ratio=r, pressure_gradient=0, height=h)
    errors = []
    for re in (1e3, 1e4, 1e5):
        flow.Re = re
        errors.append(abs(abs(interfacial(flow, k, 80).speed) - frequency / k) * k / frequency)
    # The boundary layers are as thick as the root of the viscosity.
    assert errors[-1] < 0.02
    flow = Flow(Re=1e5, We=1000, gravity=1, density_ratio=0.5, pressure_gradient=0)
    growth = np.sqrt(k * (0.5 - k**2 / 1000) / (1.5 / np.tanh(k / 2)))
    assert interfacial(flow, k, 80).growth == pytest.approx(growth, rel=0.02)


def test_the_answer_does_not_depend_on_the_number_of_points():
    flow = Flow(Re=100, We=5, gravity=1, density_ratio=1.5, viscosity_ratio=10, height=0.4)
    values = [interfacial(flow, 6.0, n).c for n in (40, 60)]
    assert abs(values[0] - values[1]) < 1e-7 * abs(values[0])


def test_differentiation_is_exact_for_polynomials():
    z, d = chebyshev(12, 0.2, 1.0)
    for order, expected in enumerate([z**5, 5 * z**4, 20 * z**3, 60 * z**2, 120 * z]):
        np.testing.assert_allclose(d[order] @ z**5, expected, rtol=0, atol=1e-7)
