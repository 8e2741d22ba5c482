# SPDX-License-Identifier: BSD-3-Clause
"""Laminar flows with exact solutions: the decaying vortices of Taylor and Green, plane Poiseuille flow, and Womersley's flow between
plates. The observed order is the assertion."""
import math

import numpy as np
import pytest

import block
import foam

# Six correctors: what three leave of the splitting is more than the schemes do, where a step is long for the diffusion across a cell.
EXACT_SOLVES = """solvers
{
    "p.*" { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; maxIter 5000; }
    U { solver PBiCGStab; preconditioner DILU; tolerance 1e-13; relTol 0; }
}
PISO { nCorrectors 6; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }
"""
EMPTY = {"z0": "type empty;", "z1": "type empty;"}
LAMINAR = {"constant/turbulenceProperties": "simulationType laminar;\n"}


def steps(application, end, n):
    return f"application {application}; deltaT {end / n:.17g}; endTime {end}; writeInterval {end};"


def run(eagre, case):
    """Runs the case; U and p of the cells at the end."""
    foam.run([eagre, "run", case, "--solvers", "as-written"])
    end = foam.times(case)[-1]
    return foam.read_field(case / end / "U")[0], foam.read_field(case / end / "p")[0][:, 0]


def relative(values, exact):
    return np.linalg.norm(values - exact) / np.linalg.norm(exact)


# u = (sin x cos y, -cos x sin y) F, p = (cos 2x + cos 2y) F^2/4, F = exp(-2 nu t) (Taylor and Green 1937): convection balances pressure.
SIDE, NU, END = 2 * math.pi, 1.0, 0.5


def taylor_green(t, points):
    x, y = points[:, 0], points[:, 1]
    decay = math.exp(-2 * NU * t)
    u = np.stack([np.sin(x) * np.cos(y), -np.cos(x) * np.sin(y), 0 * x], axis=1) * decay
    return u, (np.cos(2 * x) + np.cos(2 * y)) * decay ** 2 / 4


def vortices(directory, eagre, application, ddt, n, n_steps):
    """(U, p) of Taylor and Green's vortices on n x n cells after so many steps, and the exact ones."""
    size, cells = (SIDE, SIDE, 1), (n, n, 1)
    points = block.centres(size, cells)
    u, p = taylor_green(0, points)
    case = block.write(directory / f"{ddt.replace(' ', '')}{n}_{n_steps}", size, cells, {**block.PERIODIC, **EMPTY}, {"U": (u, {}), "p": (p, {})},
                       control=steps(application, END, n_steps), solvers=EXACT_SOLVES, ddt=ddt,
                       files={"constant/transportProperties": block.NEWTONIAN.format(NU), **LAMINAR})
    U, p = run(eagre, case)
    return (U, p - p.mean()), taylor_green(END, points)


@pytest.mark.parametrize("application", ["icoFoam", "pisoFoam"])
@pytest.mark.parametrize("ddt", ["backward", "CrankNicolson 1"])
def test_taylor_green_is_of_second_order_in_space_and_time(tmp_path, eagre, application, ddt):
    errors = []
    for n in (16, 32):
        (U, _), (u, _) = vortices(tmp_path, eagre, application, ddt, n, n // 2)
        errors.append(relative(U, u))
    orders = np.log2(np.array(errors[:-1]) / errors[1:])
    print("errors of U", errors, "orders", orders)
    assert errors[-1] < 0.006
    assert orders[-1] == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize("ddt, order", [("backward", 2), ("CrankNicolson 1", 2), ("Euler", 1)])
def test_order_in_time_of_taylor_green(tmp_path, eagre, ddt, order):
    """On one mesh, so that what changes with the step is the error of time alone."""
    U = [vortices(tmp_path, eagre, "pisoFoam", ddt, 16, n)[0][0] for n in (10, 20, 40)]
    observed = math.log2(np.linalg.norm(U[0] - U[1]) / np.linalg.norm(U[1] - U[2]))
    print(ddt, observed)
    assert observed == pytest.approx(order, abs=0.15)


# Between plates at y = 0 and y = HEIGHT, one cell along the flow: u(y, t) alone.
HEIGHT, VISCOSITY, GRADIENT = 1.0, 0.05, 0.1
PLATES = {"x0": "type patch;", "x1": "type patch;", "y0": "type wall;", "y1": "type wall;", **EMPTY}
NO_SLIP = {"y0": "type noSlip;", "y1": "type noSlip;"}
OPEN = {side: "type pressureInletOutletVelocity; value uniform (0 0 0);" for side in ("x0", "x1")}


def between_plates(directory, eagre, name, n, u, p_at_inlet, ddt, end, n_steps, application="pisoFoam"):
    """Velocity along x on n cells after so many steps from the velocity u(y) at 0; the length is 1, and the pressure 0 at the outlet."""
    size, cells = (1, HEIGHT, 1), (2, n, 1)
    y = block.centres(size, cells)[:, 1]
    start = np.stack([u(y), 0 * y, 0 * y], axis=1)
    wall = {"y0": "type zeroGradient;", "y1": "type zeroGradient;"}
    case = block.write(directory / f"{name}{n}", size, cells, PLATES,
                       {"U": (start, {**OPEN, **NO_SLIP}), "p": (0, {"x0": p_at_inlet, "x1": "type fixedValue; value uniform 0;", **wall})},
                       control=steps(application, end, n_steps), solvers=EXACT_SOLVES, ddt=ddt,
                       files={"constant/transportProperties": block.NEWTONIAN.format(VISCOSITY), **LAMINAR})
    return y, run(eagre, case)[0][:, 0]


def observed_order(errors):
    return math.log2(errors[-2] / errors[-1])


@pytest.mark.parametrize("application", ["icoFoam", "pisoFoam"])
def test_poiseuille(tmp_path, eagre, application):
    """u = G y (H - y) / (2 nu), the same from rest after so long that nothing else is left."""
    errors = []
    for n in (8, 16, 32):
        y, u = between_plates(tmp_path, eagre, "poiseuille", n, lambda y: 0 * y, f"type fixedValue; value uniform {GRADIENT};",
                              "Euler", 60, 300, application)
        errors.append(relative(u, GRADIENT / (2 * VISCOSITY) * y * (HEIGHT - y)))
    print("Poiseuille", errors)
    assert errors[-1] < 2e-3
    assert observed_order(errors) == pytest.approx(2, abs=0.05)


def womersley(y, t, omega):
    """Flow that a pressure gradient G sin(omega t) drives between plates, long after its start: the imaginary part of
    G/(i omega) (1 - cosh(kappa (y - H/2)) / cosh(kappa H/2)) exp(i omega t), kappa^2 = i omega/nu (Womersley 1955, of plates)."""
    kappa = np.sqrt(1j * omega / VISCOSITY)
    shape = 1 - np.cosh(kappa * (y - HEIGHT / 2)) / np.cosh(kappa * HEIGHT / 2)
    return (GRADIENT / (1j * omega) * shape * np.exp(1j * omega * t)).imag


@pytest.mark.parametrize("ddt", ["backward", "CrankNicolson 1"])
def test_womersley_is_of_second_order(tmp_path, eagre, ddt):
    period, errors = 1.0, []
    omega = 2 * math.pi / period
    drive = f"type uniformFixedValue; uniformValue {{ type sine; frequency {1 / period}; amplitude {GRADIENT}; scale 1; level 0; }}"
    for n in (16, 32):
        y, u = between_plates(tmp_path, eagre, "womersley", n, lambda y: womersley(y, 0, omega), drive, ddt, 2 * period, 4 * n)
        errors.append(relative(u, womersley(y, 2 * period, omega)))
    print("Womersley", ddt, errors)
    assert errors[-1] < 0.006
    assert observed_order(errors) == pytest.approx(2, abs=0.15)
