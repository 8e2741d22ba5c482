# SPDX-License-Identifier: BSD-3-Clause
"""isotropicDamping and verticalDamping of openfoam.org: a uniform flow in a periodic box decays as the Euler step says,
U_n = v - (v - U_0)/(1 + lambda dt)^n, implicit, and U_n = U_0 (1 - lambda dt)^n along gravity, explicit."""
import numpy as np
import pytest

import block
import foam

STEPS, DT, RATE = 4, 0.1, 0.5
START, VALUE = np.array([1.0, -2.0, 3.0]), np.array([0.5, 0.25, -1.0])
SOLVERS = """solvers { "p.*" { solver PCG; preconditioner DIC; tolerance 1e-14; relTol 0; }
U { solver PBiCGStab; preconditioner DILU; tolerance 1e-14; relTol 0; } }
PISO { nCorrectors 2; pRefCell 0; pRefValue 0; }
"""
RAMP = "origin (0.25 0 0); direction (2 0 0); scale { type halfCosineRamp; start 0; duration 0.5; }"


def run(tmp_path, eagre, option, file="constant/fvOptions", start=START):
    case = block.write(tmp_path / "box", (1, 0.5, 0.5), (8, 4, 4), block.PERIODIC, {"U": (start, {}), "p": (0, {})},
                       control=f"application pisoFoam; endTime {STEPS * DT}; deltaT {DT}; writeInterval {STEPS * DT};", ddt="Euler",
                       solvers=SOLVERS, schemes={"divSchemes": "default Gauss linear; div(phi,U) Gauss upwind;"},
                       files={"constant/transportProperties": block.NEWTONIAN.format(0), file: option,
                              "constant/turbulenceProperties": "simulationType laminar;",
                              "constant/g": "dimensions [0 1 -2 0 0 0 0]; value (0 0 -9.81);"})
    foam.run([eagre, "run", case])
    return foam.read_field(case / foam.times(case)[-1] / "U")[0]


@pytest.mark.parametrize("file, extra", [("constant/fvOptions", "selectionMode all;"), ("constant/fvModels", "")])
def test_isotropic(file, extra, tmp_path, eagre):
    U = run(tmp_path, eagre, f"damp {{ type isotropicDamping; {extra} value (0.5 0.25 -1); lambda {RATE}; }}", file)
    np.testing.assert_allclose(U, np.broadcast_to(VALUE - (VALUE - START) / (1 + RATE * DT) ** STEPS, U.shape), rtol=1e-10)


def test_vertical(tmp_path, eagre):
    U = run(tmp_path, eagre, f"damp {{ type verticalDamping; selectionMode all; lambda {RATE}; }}")
    np.testing.assert_allclose(U, np.broadcast_to(START * [1, 1, (1 - RATE * DT) ** STEPS], U.shape), rtol=1e-10)


def test_only_behind_the_ramp_and_in_its_time(tmp_path, eagre):
    """A velocity along z that is damped from x = 0.25 on, in one of the four steps."""
    option = f"damp {{ type isotropicDamping; selectionMode all; value (0 0 0); lambda {RATE}; {RAMP} timeStart 0.15; duration 0.1; }}"
    U = run(tmp_path, eagre, option, start=np.array([0.0, 0.0, 1.0]))
    x = block.centres((1, 0.5, 0.5), (8, 4, 4))[:, 0]
    scale = np.where(x < 0.25, 0, np.where(x > 0.75, 1, 0.5 * (1 - np.cos(np.pi * (x - 0.25) / 0.5))))
    np.testing.assert_allclose(U[:, 2], 1 / (1 + RATE * DT * scale), rtol=1e-10)
