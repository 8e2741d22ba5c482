# SPDX-License-Identifier: BSD-3-Clause
"""VoFTurbulenceDamping of openfoam.org: epsilon and omega of still fluid after one step, by a transcription of its formula (Frederix et al.
2018): S_epsilon = A C2 nu^2 k / delta^4, S_omega = A beta nu^2 / (betaStar^2 delta^4), A the part of a cell that the interface cuts."""
import numpy as np
import pytest

import block
import foam

ALPHA = np.array([1, 1, 0.6, 0, 0, 0, 0.3, 1.0])
DT, DELTA, K = 1e-3, 0.003, 1e-3
NU1, NU2 = 2e-5, 5e-5
MODELS = {"kEpsilon": ("epsilon", 0.5, 1.92, 1.92 * K), "kOmega": ("omega", 40.0, 0.072, 0.072 / 0.09**2)}
SOLVERS = """solvers { "(p_rgh|pcorr).*" { solver PCG; preconditioner DIC; tolerance 1e-14; relTol 0; }
"(U|k|epsilon|omega).*" { solver PBiCGStab; preconditioner DILU; tolerance 1e-14; relTol 0; }
"alpha.water.*" { nAlphaCorr 1; nAlphaSubCycles 1; cAlpha 0; MULESCorr no; } }
PIMPLE { nCorrectors 1; pRefCell 0; pRefValue 0; }
"""
MODEL = "turbulenceDamping {{ type VoFTurbulenceDamping; libs (\"libVoFTurbulenceDamping.so\"); delta {}; }}"


def write(directory, model, file, text):
    field, start = MODELS[model][:2]
    fluids = "".join(f"{name} {{ transportModel Newtonian; nu {nu}; rho {rho}; }}\n" for name, nu, rho in (("water", NU1, 1000), ("air", NU2, 1)))
    return block.write(directory, (8, 1, 1), (8, 1, 1), block.PERIODIC, {
        "U": ((0, 0, 0), {}), "p_rgh": (0, {}), "alpha.water": (ALPHA, {}), "k": (K, {}), field: (start, {}), "nut": (0, {})},
        control=f"application interFoam; endTime {DT}; deltaT {DT}; writeInterval {DT};", ddt="Euler", solvers=SOLVERS,
        schemes={"divSchemes": "default Gauss upwind; div(phi,alpha) Gauss vanLeer; div(phirb,alpha) Gauss linear; "
                 "div(((rho*nuEff)*dev2(T(grad(U))))) Gauss linear;"},
        files={"constant/transportProperties": f"phases (water air); sigma 0;\n{fluids}", file: text,
               "constant/turbulenceProperties": f"simulationType RAS; RAS {{ RASModel {model}; turbulence on; printCoeffs off; }}",
               "constant/g": "dimensions [0 1 -2 0 0 0 0]; value (0 0 0);"})


@pytest.mark.parametrize("ranks", [1, 2])
@pytest.mark.parametrize("model", MODELS)
def test_one_step(model, ranks, tmp_path, eagre):
    case = write(tmp_path / "box", model, "constant/fvModels", MODEL.format(DELTA))
    foam.run([eagre, "run", "-n", ranks, case])
    field, start, sink, factor = MODELS[model]
    faces = 0.5 * (ALPHA + np.roll(ALPHA, -1))
    gradient = 0.5 * (np.roll(ALPHA, -1) - np.roll(ALPHA, 1))
    cut = np.where(gradient == 0, 0, np.abs(faces + np.roll(faces, 1) - 2 * ALPHA))
    assert (cut > 0).sum() >= 3
    source = cut * factor * (ALPHA * NU1**2 + (1 - ALPHA) * NU2**2) / DELTA**4
    rate = sink * (start / K if field == "epsilon" else start)
    expected = (start / DT + source) / (1 / DT + rate)
    computed = foam.read_field(case / foam.times(case)[-1] / field)[0].ravel()
    assert np.ptp(expected) > 1e-5 * start
    np.testing.assert_allclose(computed - start / DT / (1 / DT + rate), expected - start / DT / (1 / DT + rate), rtol=2e-3, atol=1e-9 * start)


@pytest.mark.parametrize("text, message", [(MODEL.format(0), "positive length"), ("d { type VoFTurbulenceDamping; }", "delta")])
def test_refused(text, message, tmp_path, eagre):
    result = foam.run([eagre, "check", write(tmp_path / "box", "kEpsilon", "constant/fvModels", text)], check=False)
    assert result.returncode == 3 and message in result.stdout, result.stdout
