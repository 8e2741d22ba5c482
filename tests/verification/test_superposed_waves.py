# SPDX-License-Identifier: BSD-3-Clause
"""The waves of openfoam.org in a tank whose ends both have waveAlpha and waveVelocity: setWaves puts a wave into it, and half a
period later crests are where troughs were, as the theory says."""
import numpy as np
import pytest

import block
import foam

LENGTH, AMPLITUDE, DEPTH, G = 8.0, 0.08, 2.0, 9.81
SIZE, CELLS = (16.0, 1.0, 3.2), (96, 1, 64)
WAVE_NUMBER = 2 * np.pi / LENGTH
PERIOD = 2 * np.pi / np.sqrt(G * WAVE_NUMBER * np.tanh(WAVE_NUMBER * DEPTH))
SIDES = {"x0": "type patch;", "x1": "type patch;", "y0": "type empty;", "y1": "type empty;", "z0": "type wall;", "z1": "type patch;"}
WAVES = f"""origin (0 0 {DEPTH}); direction (1 0 0); UMean (0 0 0);
waves ( Airy {{ length {LENGTH}; amplitude {AMPLITUDE}; depth {DEPTH}; phase 0; angle 0; }} );
"""
SOLVERS = """solvers
{
    "alpha.water.*"
    {
        nAlphaCorr 2; nAlphaSubCycles 1; MULESCorr yes; nLimiterIter 3;
        solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; relTol 0;
    }
    "(p_rgh|pcorr).*" { solver PCG; preconditioner DIC; tolerance 1e-7; relTol 0; }
    "U.*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; relTol 0; }
}
PIMPLE { momentumPredictor no; nCorrectors 3; nNonOrthogonalCorrectors 0; }
"""


def tank(target, version):
    waves = {"x0": "type waveVelocity;", "x1": "type waveVelocity;"}
    flux = {side: "type fixedFluxPressure; value uniform 0;" for side in ("x0", "x1", "z0")}
    water = {"x0": "type waveAlpha;", "x1": "type waveAlpha;", "z0": "type zeroGradient;",
             "z1": "type inletOutlet; inletValue uniform 0; value uniform 0;"}
    end = round(PERIOD / 2, 6)
    control = (f"// Version:  {version}\napplication interFoam; endTime {end}; deltaT {end / 80}; writeInterval {end}; writePrecision 12; "
               "adjustTimeStep no; maxCo 1; maxAlphaCo 1;")
    return block.write(target, SIZE, CELLS, SIDES, {
        "U": ([0, 0, 0], {**waves, "z0": "type slip;", "z1": "type pressureInletOutletVelocity; value uniform (0 0 0);"}),
        "p_rgh": (0, {**flux, "z1": "type prghTotalPressure; p0 uniform 0;"}),
        "alpha.water": (0, water)}, control=control, solvers=SOLVERS, ddt="Euler",
        schemes={"divSchemes": "default none; div(rhoPhi,U) Gauss linearUpwind grad(U); "
                               "div(phi,alpha) Gauss interfaceCompression vanLeer 1; div(((rho*nuEff)*dev2(T(grad(U))))) Gauss linear;"},
        files={"constant/g": f"dimensions [0 1 -2 0 0 0 0]; value (0 0 -{G});", "constant/waveProperties": WAVES,
               "constant/turbulenceProperties": "simulationType laminar;", "system/setWavesDict": "alpha alpha.water;",
               "constant/transportProperties": "phases (water air); sigma 0; water { transportModel Newtonian; nu 1e-6; rho 1000; } "
                                               "air { transportModel Newtonian; nu 1.48e-5; rho 1; }"})


def surface(case, time):
    """Elevation over each column of cells [m]."""
    alpha = foam.read_field(case / time / "alpha.water")[0]
    return alpha.reshape(CELLS[2], CELLS[0]).sum(axis=0) * SIZE[2] / CELLS[2] - DEPTH


def theory(time):
    x = (np.arange(CELLS[0]) + 0.5) * SIZE[0] / CELLS[0]
    return AMPLITUDE * np.cos(WAVE_NUMBER * x - 2 * np.pi * time / PERIOD)


@pytest.mark.parametrize("version", ["8", "10"])
def test_wave_travels_through_a_tank(version, tmp_path, eagre):
    case = tank(tmp_path / "tank", version)
    foam.run([eagre, "setWaves", case])
    # Means over columns of a cosine: the first error is that of the width, (k dx)^2/24.
    np.testing.assert_allclose(surface(case, "0"), theory(0), atol=2e-3 * AMPLITUDE)
    U = foam.read_field(case / "0" / "U")[0].reshape(CELLS[2], CELLS[0], 3)
    z = (np.arange(CELLS[2]) + 0.5) * SIZE[2] / CELLS[2]
    u = AMPLITUDE * 2 * np.pi / PERIOD * np.cosh(WAVE_NUMBER * z[:30]) / np.sinh(WAVE_NUMBER * DEPTH)
    np.testing.assert_allclose(U[:30, 0, 0], u * theory(0)[0] / AMPLITUDE, rtol=2e-3)
    foam.run([eagre, "run", case])
    time = foam.times(case)[-1]
    inside = slice(12, -12)
    assert np.abs(surface(case, time) - theory(float(time)))[inside].max() < 0.15 * AMPLITUDE


def test_fields_are_the_same_on_two_ranks(tmp_path, eagre):
    # The pressure of the water sets the norm of the residuals: what moves the light air is small in it.
    tight = ('solvers { "(p_rgh|pcorr).*" { tolerance 1e-16; } "alpha.water.*" { tolerance 1e-14; } '
             '"U.*" { tolerance 1e-14; } }')
    fields = []
    for ranks in (1, 2):
        case = tank(tmp_path / str(ranks), "10")
        foam.append(case, "system/controlDict", f"endTime {PERIOD / 160 * 5}; writeControl timeStep; writeInterval 5;")
        foam.append(case, "system/fvSolution", tight)
        foam.run([eagre, "setWaves", case])
        foam.run([eagre, "run", case, "-n", str(ranks)])
        fields.append({name: foam.read_field(case / foam.times(case)[-1] / name)[0] for name in ("alpha.water", "U")})
    for name in fields[0]:
        assert foam.relative_l2(fields[1][name], fields[0][name]) < 1e-9, name


def test_waves_enter_where_a_patch_has_moved_to(tmp_path, eagre):
    """The whole tank moves against the waves, so that water enters through all of x0; the surface of a wave of this length is a line on a face."""
    case = tank(tmp_path / "tank", "8")
    velocity, end = -0.5, round(PERIOD / 2, 6) / 80 * 8
    (case / "constant/dynamicMeshDict").write_text(
        block.HEADER.format("dictionary", "dynamicMeshDict") + "dynamicFvMesh dynamicMotionSolverFvMesh; motionSolver solidBody; "
        f"solidBodyMotionFunction linearMotion; velocity ({velocity} 0 0);")
    foam.append(case, "system/controlDict", f"endTime {end}; writeControl timeStep; writeInterval 8;")
    foam.run([eagre, "setWaves", case])
    foam.run([eagre, "run", case])
    time = foam.times(case)[-1]
    alpha = foam.read_field(case / time / "alpha.water")[1]["x0"].ravel()
    x, height = velocity * float(time), SIZE[2] / CELLS[2]
    level = DEPTH + AMPLITUDE * np.cos(WAVE_NUMBER * x - 2 * np.pi * float(time) / PERIOD)
    np.testing.assert_allclose(alpha, np.clip(level / height - np.arange(CELLS[2]), 0, 1), atol=1e-9)
