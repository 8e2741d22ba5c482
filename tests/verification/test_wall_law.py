# SPDX-License-Identifier: BSD-3-Clause
"""Turbulent channel flow on one row of cells across half the channel, driven to a mean velocity: the friction velocity that the wall
functions bring about is the one of the momentum balance, and the velocity at the first cell, y+ = 30 to 100, lies on their law."""
import math
import re

import numpy as np
import pytest

import block
import foam

HALF_HEIGHT, MEAN, CELLS, NU = 1.0, 1.0, 20, 2.2e-5
KAPPA, E, CMU = 0.41, 9.8, 0.09
SIDES = {"x0": block.PERIODIC["x0"], "x1": block.PERIODIC["x1"], "y0": "type wall;", "y1": "type symmetryPlane;",
         "z0": "type empty;", "z1": "type empty;"}
SOLVERS = """solvers
{
    p { solver PCG; preconditioner DIC; tolerance 1e-10; relTol 0; }
    pFinal { $p; }
    "(U|k|epsilon|nuTilda)" { solver PBiCGStab; preconditioner DILU; tolerance 1e-10; relTol 0; }
}
PISO { nCorrectors 2; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }
"""
DRIVE = f"drive {{ type meanVelocityForce; selectionMode all; fields (U); Ubar ({MEAN} 0 0); relaxation 0.5; }}\n"


def channel(directory, eagre, wall, model="kEpsilon"):
    """(y, U, k or none, u_tau of the momentum balance, y+ of the first cell) when nothing changes any more."""
    size, cells = (20, HALF_HEIGHT, 1), (2, CELLS, 1)
    at_wall = {"k": "type kqRWallFunction; value $internalField;", "epsilon": "type epsilonWallFunction; value $internalField;",
               "nuTilda": "type fixedValue; value uniform 0;"}
    start = {"kEpsilon": {"k": 0.005, "epsilon": 0.002}, "SpalartAllmaras": {"nuTilda": 2e-3}}[model]
    fields = {"U": ([MEAN, 0, 0], {"y0": "type noSlip;"}), "p": (0, {"y0": "type zeroGradient;"}),
              "nut": (0, {"y0": f"{wall} value uniform 1e-3;"}), **{name: (value, {"y0": at_wall[name]}) for name, value in start.items()}}
    case = block.write(directory / "channel", size, cells, SIDES, fields, solvers=SOLVERS, ddt="Euler",
                       control="application pisoFoam; deltaT 0.5; endTime 600; writeInterval 600;",
                       schemes={"divSchemes": "default Gauss upwind; div((nuEff*dev2(T(grad(U))))) Gauss linear;", "wallDist": "method meshWave;"},
                       files={"constant/transportProperties": block.NEWTONIAN.format(NU), "constant/fvOptions": DRIVE,
                              "constant/turbulenceProperties": f"simulationType RAS;\nRAS {{ RASModel {model}; turbulence on; printCoeffs off; }}\n"})
    log = foam.run([eagre, "run", case]).stdout
    gradients = [float(g) for g in re.findall(r"pressure gradient = (\S+)", log)]
    assert gradients[-1] == pytest.approx(gradients[-100], rel=1e-4), "not steady"
    U = foam.read_field(case / "600" / "U")[0][:, 0].reshape(CELLS, 2)[:, 0]
    k = foam.read_field(case / "600" / "k")[0][:, 0].reshape(CELLS, 2)[:, 0] if "k" in start else None
    y, u_tau = (np.arange(CELLS) + 0.5) * HALF_HEIGHT / CELLS, math.sqrt(gradients[-1] * HALF_HEIGHT)
    assert 30 < y[0] * u_tau / NU < 100
    return y, U, k, u_tau


def logarithmic(y_plus, roughness=1.0):
    return np.log(E * y_plus / roughness) / KAPPA


def spalding(u_plus):
    """y+ of the law of Spalding (1961)."""
    ku = KAPPA * u_plus
    return u_plus + (math.exp(ku) - 1 - ku - ku ** 2 / 2 - ku ** 3 / 6) / E


def assert_turbulence_in_equilibrium(y, U, k, u_tau):
    """Where the logarithmic law holds (the first three tenths of the half height) the velocity of k-epsilon lies on it too, and
    k = u_tau^2 / sqrt(Cmu) at the wall."""
    inner = y < 0.3 * HALF_HEIGHT
    assert U[inner] / u_tau == pytest.approx(logarithmic(y[inner] * u_tau / NU), rel=0.03)
    assert CMU ** 0.25 * math.sqrt(k[0]) == pytest.approx(u_tau, rel=0.005)


@pytest.mark.parametrize("wall", ["nutkWallFunction", "nutUWallFunction"])
def test_logarithmic_law(tmp_path, eagre, wall):
    y, U, k, u_tau = channel(tmp_path, eagre, f"type {wall};")
    assert U[0] / u_tau == pytest.approx(logarithmic(y[0] * u_tau / NU), rel=0.005)
    assert_turbulence_in_equilibrium(y, U, k, u_tau)


def test_logarithmic_law_of_a_rough_wall(tmp_path, eagre):
    """Between smooth and fully rough (Ks+ = 26) the law is shifted as Cebeci and Bradshaw (1977) have it."""
    Ks, Cs = 0.01, 0.5
    y, U, k, u_tau = channel(tmp_path, eagre, f"type nutkRoughWallFunction; Ks uniform {Ks}; Cs uniform {Cs};")
    Ks_plus = Ks * u_tau / NU
    assert 2.25 < Ks_plus < 90
    shift = ((Ks_plus - 2.25) / 87.75 + Cs * Ks_plus) ** math.sin(0.4258 * (math.log(Ks_plus) - 0.811))
    assert U[0] / u_tau == pytest.approx(logarithmic(y[0] * u_tau / NU, shift), rel=0.005)
    assert CMU ** 0.25 * math.sqrt(k[0]) == pytest.approx(u_tau, rel=0.005)


@pytest.mark.parametrize("model", ["kEpsilon", "SpalartAllmaras"])
def test_law_of_spalding(tmp_path, eagre, model):
    y, U, _, u_tau = channel(tmp_path, eagre, "type nutUSpaldingWallFunction;", model)
    assert spalding(U[0] / u_tau) == pytest.approx(y[0] * u_tau / NU, rel=0.01)
