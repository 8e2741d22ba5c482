# SPDX-License-Identifier: BSD-3-Clause
"""waveForcing of openfoam.org: the first step from fluids at rest against the Euler step of its equation, alpha = (alpha_0 + r w dt alphaW)/
(1 + r w dt), and a flow that is drawn to the waves' mean flow."""
import re

import numpy as np
import pytest

import block
import foam

SIZE, CELLS, DT, RATE = (1.0, 0.125, 1.0), (8, 1, 8), 0.1, 2.0
LEVEL = 0.53125  # a quarter of the fifth row of cells is below it
G = 9.81
SOLVERS = """solvers
{
    "alpha.water.*"
    {
        nAlphaCorr 2; nAlphaSubCycles 1; MULESCorr %s; nLimiterIter 3;
        solver smoothSolver; smoother symGaussSeidel; tolerance 1e-14; relTol 0;
    }
    "(p_rgh|pcorr).*" { solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; }
    "U.*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-14; relTol 0; }
}
PIMPLE { momentumPredictor yes; nCorrectors 3; nNonOrthogonalCorrectors 0; pRefCell 0; pRefValue 0; }
"""
RAMP = "origin (0.25 0 0); direction (2 0 0); scale { type halfCosineRamp; start 0; duration 0.5; }"


def run(tmp_path, eagre, forcing, steps=1, U=(0, 0, 0), mean=0.0, ends="type wall;", version=11, mules="yes", ranks=1):
    """A closed box, or one that is periodic in x, half filled in every cell; waves without height."""
    periodic = "cyclic" in ends
    sides = {"x0": ends.format("x1"), "x1": ends.format("x0"), "y0": "type empty;", "y1": "type empty;", "z0": "type wall;", "z1": "type wall;"}
    walls = ("z0", "z1") if periodic else ("x0", "x1", "z0", "z1")
    case = block.write(tmp_path / "box", SIZE, CELLS, sides, {
        "U": (list(U), {side: "type slip;" for side in walls}),
        "p_rgh": (0, {side: "type fixedFluxPressure; value uniform 0;" for side in walls}),
        "alpha.water": (0.5, {side: "type zeroGradient;" for side in walls})},
        control=f"application interFoam; endTime {steps * DT}; deltaT {DT}; writeInterval {steps * DT}; "
                "writePrecision 14; adjustTimeStep no; maxCo 10; maxAlphaCo 10;",
        solvers=SOLVERS % mules, ddt="Euler",
        schemes={"divSchemes": "default none; div(rhoPhi,U) Gauss upwind; div(phi,alpha) Gauss interfaceCompression vanLeer 1; "
                               "div(((rho*nuEff)*dev2(T(grad(U))))) Gauss linear;"},
        files={"constant/g": f"dimensions [0 1 -2 0 0 0 0]; value (0 0 -{G});",
               "constant/waveProperties": f"origin (0 0 {LEVEL}); direction (1 0 0); UMean ({mean} 0 0);\n"
                                          "waves ( Airy { length 1; amplitude 1e-12; phase 0; angle 0; } );",
               "constant/fvModels": f"draw {{ type waveForcing; liquidPhase water; {forcing} }}",
               "constant/turbulenceProperties": "simulationType laminar;",
               "constant/transportProperties": "phases (water air); sigma 0; water { transportModel Newtonian; nu 0; rho 1000; } "
                                               "air { transportModel Newtonian; nu 0; rho 1; }"})
    log = foam.run([eagre, "run", case, "--flavour", str(version), *(["-n", str(ranks)] if ranks > 1 else [])])
    time = foam.times(case)[-1]
    x = block.centres(SIZE, CELLS)
    waves = np.clip((LEVEL - (x[:, 2] - 0.0625)) / 0.125, 0, 1)
    return foam.read_field(case / time / "alpha.water")[0].ravel(), foam.read_field(case / time / "U")[0], waves, x[:, 0], log.stdout


@pytest.mark.parametrize("version, weight", [(11, 1.0), (12, 0.5), (13, 0.5)])
@pytest.mark.parametrize("mules", ["yes", "no"])
def test_alpha_of_the_first_step(version, weight, mules, tmp_path, eagre):
    alpha, _, waves, _, _ = run(tmp_path, eagre, f"lambda {RATE};", version=version, mules=mules)
    r = RATE * weight * DT
    np.testing.assert_allclose(alpha, (0.5 + r * waves) / (1 + r), rtol=1e-9)


@pytest.mark.parametrize("ranks", [1, 3])
def test_rate_of_the_region(ranks, tmp_path, eagre):
    """lambda = lambdaCoeff c/L, c the celerity of deep water, L the integral of the ramp, 1/2; another one beside walls."""
    alpha, _, waves, x, log = run(tmp_path, eagre, f"lambdaCoeff 3; lambdaBoundaryCoeff 7; {RAMP}", ranks=ranks)
    assert float(re.search(r"Wave forcing: length of the region (\S+)", log)[1]) == pytest.approx(0.5, rel=1e-5)
    scale = np.where(x < 0.25, 0, np.where(x > 0.75, 1, 0.5 * (1 - np.cos(np.pi * (x - 0.25) / 0.5))))
    i, k = np.arange(64) % 8, np.arange(64) // 8
    beside = (i == 0) | (i == 7) | (k == 0) | (k == 7)
    r = np.where(beside, 7, 3) * np.sqrt(G / (2 * np.pi)) / 0.5 * scale * DT
    np.testing.assert_allclose(alpha, (0.5 + r * waves) / (1 + r), rtol=1e-9)


def test_flow_is_drawn_to_that_of_the_waves(tmp_path, eagre):
    """Uniform in x, so that rho_0 (U_1 - U_0) = rho_1 r dt (UW - U_1): mass that the forcing makes comes with the velocity that is there."""
    _, U, waves, _, _ = run(tmp_path, eagre, f"lambda {RATE};", steps=4, U=(1, 0, 0), mean=3.0,
                        ends="type cyclic; neighbourPatch {};")
    alpha, u, r = np.full(64, 0.5), np.ones(64), RATE * DT
    for _ in range(4):
        before, alpha = 999 * alpha + 1, (alpha + r * waves) / (1 + r)
        drawn = r * (999 * alpha + 1)
        u = (before * u + drawn * 3) / (before + drawn)
    np.testing.assert_allclose(U[:, 0], u, rtol=1e-7)


@pytest.mark.parametrize("region, message", [
    ("scale { type halfCosineRamp; start 0; duration 0.5; }", "missing: origin, direction"),
    ("origin (0.25 0 0); direction (2 0 0);", "missing: scale"),
    ("origins ((0.25 0 0)); scale { type halfCosineRamp; start 0; duration 0.5; }", "missing: directions"),
    (RAMP.replace("(2 0 0)", "(0 1 0)").replace("(0.25 0 0)", "(0 -1 0)"), "the length inf m"),
    ("origin (0 0 0); direction (1 0 0); scale table ((-1 1) (1 0));", "the length -")])
def test_region_without_a_length(region, message, tmp_path, eagre):
    with pytest.raises(RuntimeError, match=message):
        run(tmp_path, eagre, f"lambdaCoeff 3; {region}", ranks=2)
