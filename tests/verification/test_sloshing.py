# SPDX-License-Identifier: BSD-3-Clause
"""Water in a closed tank that is pushed aside once and then stands: the frequency of its first mode against linear theory of two layers,
omega^2 = (rho1 - rho2) g k/(rho1 coth k h1 + rho2 coth k h2), k = pi/L (Lamb 1932, art. 231)."""
import numpy as np
import pytest

import block
import foam

LENGTH, WATER, AIR = 1.0, 0.5, 0.3   # m
RHO, RHO_AIR, G = 1000, 1, 9.81
PUSH, DURATION, END = 0.008, 0.4, 2.4  # m, s, s
SIDES = {side: "type wall;" for side in block.SIDES} | {"z0": "type empty;", "z1": "type empty;"}
SOLVERS = """solvers
{
    "alpha.water.*" { nAlphaCorr 2; nAlphaSubCycles 1; cAlpha 1; }
    "(p_rgh|pcorr).*" { solver PCG; preconditioner DIC; tolerance 1e-9; relTol 0; }
    "U.*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-10; relTol 0; }
}
PIMPLE { momentumPredictor no; nCorrectors 3; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }
"""


def pushed(target, nx, dt, scheme="Euler"):
    size, ny = (LENGTH, WATER + AIR, 0.1), round(nx * (WATER + AIR) / LENGTH)
    still = (block.centres(size, (nx, ny, 1))[:, 1] < WATER).astype(float)
    moving, slip = "type movingWallVelocity; value uniform (0 0 0);", "type slip;"
    pressure = "type fixedFluxPressure; value uniform 0;"
    case = block.write(
        target, size, (nx, ny, 1), SIDES, solvers=SOLVERS, ddt=scheme,
        fields={"U": ((0, 0, 0), {"x0": moving, "x1": moving, "y0": slip, "y1": slip}),
                "p_rgh": (0, dict.fromkeys(("x0", "x1", "y0", "y1"), pressure)),
                "alpha.water": (still, dict.fromkeys(("x0", "x1", "y0", "y1"), "type zeroGradient;"))},
        control=f"application interFoam; deltaT {dt}; endTime {END}; writeInterval 0.1;",
        schemes={"divSchemes": "default Gauss linear; div(rhoPhi,U) Gauss linearUpwind grad(U); div(phi,alpha) Gauss vanLeer; div(phirb,alpha) Gauss linear;"},
        files={"constant/transportProperties": f"phases (water air); water {{ transportModel Newtonian; nu 1e-6; rho {RHO}; }} "
               f"air {{ transportModel Newtonian; nu 1.5e-5; rho {RHO_AIR}; }} sigma 0;", "constant/turbulenceProperties": "simulationType laminar;\n",
               "constant/g": f"dimensions [0 1 -2 0 0 0 0]; value (0 -{G} 0);\n",
               "constant/dynamicMeshDict": "dynamicFvMesh dynamicMotionSolverFvMesh; motionSolver solidBody; CofG (0 0 0); "
                                           'solidBodyMotionFunction tabulated6DoFMotion; timeDataFileName "<constant>/motion.dat";'})
    times = np.arange(0, END + 0.11, 0.02)
    place = PUSH * np.where(times < DURATION, 0.5 - 0.5 * np.cos(np.pi * times / DURATION), 1)
    (case / "constant/motion.dat").write_text("(" + " ".join(f"({t:.12g} (({x:.12g} 0 0) (0 0 0)))" for t, x in zip(times, place)) + ")\n")
    return case, size, (nx, ny, 1)


def first_mode(case, size, cells):
    """Times after the push, and the amplitude [m] of cos(pi x/L) in the surface."""
    x = (np.arange(cells[0]) + 0.5) / cells[0]
    times = [t for t in foam.times(case) if float(t) > DURATION]
    heights = [foam.read_field(case / t / "alpha.water")[0].reshape(cells[1], cells[0]).sum(axis=0) * size[1] / cells[1] for t in times]
    return np.array([float(t) for t in times]), np.array([2 * np.mean(h * np.cos(np.pi * x)) for h in heights])


def frequency(t, a):
    """That of the decaying oscillation which fits best, by search and linear least squares."""
    def misfit(omega, gamma):
        decay = np.exp(-gamma * t)
        basis = np.stack([decay * np.cos(omega * t), decay * np.sin(omega * t), np.ones_like(t)], axis=1)
        return np.linalg.norm(basis @ np.linalg.lstsq(basis, a, rcond=None)[0] - a)

    best, step = np.array([5.3, 0.0]), np.array([0.4, 0.4])
    for _ in range(12):
        candidates = [best + step * np.array([i, j]) for i in np.linspace(-1, 1, 9) for j in np.linspace(-1, 1, 9)]
        best = min(candidates, key=lambda c: misfit(*c))
        step = step / 3
    return best[0], best[1], misfit(*best) / np.linalg.norm(a)


@pytest.mark.parametrize("nx, dt", [(40, 0.01)])
def test_first_frequency_of_a_tank(nx, dt, eagre, tmp_path):
    case, size, cells = pushed(tmp_path / "tank", nx, dt)
    foam.run([eagre, "run", case])
    t, a = first_mode(case, size, cells)
    omega, gamma, misfit = frequency(t, a)
    k = np.pi / LENGTH
    exact = np.sqrt((RHO - RHO_AIR) * G * k / (RHO / np.tanh(k * WATER) + RHO_AIR / np.tanh(k * AIR)))
    print(f"{nx} cells, {dt} s: {omega / exact - 1:.2%} off, amplitude {np.abs(a).max():.2e} m, decay {gamma:.3f} 1/s, misfit {misfit:.1%}")
    assert abs(omega / exact - 1) < 0.005
    assert np.abs(a).max() > 1e-3 and misfit < 0.1
