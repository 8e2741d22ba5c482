# SPDX-License-Identifier: BSD-3-Clause
"""Phase change of Schnerr and Sauer (2001) in a single cell at a given pressure: n bubbles a volume of liquid grow or shrink with
dR/dt = sqrt(2 |p - pSat| / (3 rho)), and alpha = (1 + alphaNuc) / (1 + n 4/3 pi R^3)."""
import math

import numpy as np
import pytest

import block
import foam

N, D_NUC, P_SAT, RHO, RHO_VAPOUR = 1e9, 1e-4, 2300.0, 1000.0, 10.0
ALPHA_NUC = (N * math.pi * D_NUC ** 3 / 6) / (1 + N * math.pi * D_NUC ** 3 / 6)
SIDE = 1e-7  # m: so small, and so little viscous, that what moves the fluid out of it is no pressure
SIDES = {"x0": "type patch;", "x1": "type patch;", **{side: "type symmetryPlane;" for side in ("y0", "y1", "z0", "z1")}}
SOLVERS = """solvers
{
    "alpha.water.*" { cAlpha 0; nAlphaCorr 1; nAlphaSubCycles 1; MULESCorr yes; nLimiterIter 5; solver smoothSolver; smoother symGaussSeidel;
                      tolerance 1e-14; relTol 0; }
    "U.*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-14; relTol 0; }
    "p_rgh.*" { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; }
}
PIMPLE { momentumPredictor no; nOuterCorrectors 1; nCorrectors 3; nNonOrthogonalCorrectors 0; }
"""
TRANSPORT = f"""phases (water vapour);
phaseChangeTwoPhaseMixture SchnerrSauer;
pSat [1 -1 -2 0 0] {P_SAT};
sigma 0;
water {{ transportModel Newtonian; nu 1e-12; rho {RHO}; }}
vapour {{ transportModel Newtonian; nu 1e-12; rho {RHO_VAPOUR}; }}
SchnerrSauerCoeffs {{ n {N}; dNuc {D_NUC}; Cc 1; Cv 1; }}
"""
OUT = "type zeroGradient;"


def radius(alpha):
    return ((1 + ALPHA_NUC - alpha) / (alpha * N * 4 / 3 * math.pi)) ** (1 / 3)


def exact(alpha, pressure, t):
    """alpha after t: d alpha/dt = -alpha (1 - alpha) 3/R dR/dt by Runge and Kutta's method; where vapour grows, nuclei stand beside
    it (1 + alphaNuc - alpha). v1912 divides by sqrt(|dp| + 0.01 pSat)."""
    difference = P_SAT - pressure
    speed = difference / math.sqrt(abs(difference) + 0.01 * P_SAT) * math.sqrt(2 / (3 * RHO))
    beside = 1 + ALPHA_NUC if difference > 0 else 1

    def rate(a):
        return -a * (beside - a) * 3 * speed / radius(a)

    n = 1000
    h = t / n
    for _ in range(n):
        a = rate(alpha)
        b = rate(alpha + h / 2 * a)
        c = rate(alpha + h / 2 * b)
        d = rate(alpha + h * c)
        alpha += h / 6 * (a + 2 * b + 2 * c + d)
    return alpha


def cell(directory, eagre, alpha, pressure, end, n_steps):
    """alpha of the cell at the end."""
    open_ends = {"x0", "x1"}
    fields = {"alpha.water": (alpha, dict.fromkeys(open_ends, OUT)), "p_rgh": (pressure, dict.fromkeys(open_ends, f"type fixedValue; value uniform {pressure};")),
              "U": ([0, 0, 0], dict.fromkeys(open_ends, "type pressureInletOutletVelocity; value uniform (0 0 0);"))}
    case = block.write(directory / f"steps{n_steps}", (SIDE, SIDE, SIDE), (1, 1, 1), SIDES, fields, solvers=SOLVERS, ddt="Euler",
                       control=f"application interPhaseChangeFoam; deltaT {end / n_steps:.17g}; endTime {end:.17g}; writeInterval {end:.17g}; adjustTimeStep no;"
                               " maxCo 1; maxAlphaCo 1;",
                       files={"constant/transportProperties": TRANSPORT, "constant/turbulenceProperties": "simulationType laminar;\n",
                              "constant/g": "dimensions [0 1 -2 0 0 0 0]; value (0 0 0);\n"})
    foam.run([eagre, "run", case])
    return foam.read_field(case / foam.times(case)[-1] / "alpha.water")[0].item()


@pytest.mark.parametrize("alpha, pressure, end", [(1.0, 1000.0, 6e-4), (0.4, 5000.0, 2e-4)], ids=["growth", "collapse"])
def test_bubbles_grow_and_collapse_as_rayleigh_says(tmp_path, eagre, alpha, pressure, end):
    right = exact(alpha, pressure, end)
    errors = np.array([cell(tmp_path, eagre, alpha, pressure, end, n) - right for n in (100, 200, 400)])
    print("alpha", right, "errors", errors)
    assert abs(errors[-1]) < 5e-3
    assert np.log2(errors[:-1] / errors[1:]) == pytest.approx(1, abs=0.1)


def test_growth_from_a_nucleus_is_linear_in_time():
    """The equation that the tests integrate is Rayleigh's: the radius grows by the same in the same time."""
    t = 6e-4
    speed = 1300 / math.sqrt(1300 + 0.01 * P_SAT) * math.sqrt(2 / (3 * RHO))
    assert radius(exact(1.0, 1000.0, t)) == pytest.approx(radius(1.0) + speed * t, rel=1e-3)
