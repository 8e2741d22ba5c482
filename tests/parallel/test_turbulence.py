# SPDX-License-Identifier: BSD-3-Clause
"""OpenFOAM's turbulent dam break (k-epsilon, also of low Reynolds numbers and with elliptic relaxation; q-zeta; k-omega SST with rough
walls, with transition and scale-adaptive): one answer on any number of ranks; restarts continue bit for bit."""
import re
import shutil

import numpy as np
import pytest

import foam

FIELDS = ("alpha.water", "U", "p_rgh", "k", "nut")
TIGHT = ('solvers { p_rgh { tolerance 1e-13; relTol 0; } p_rghFinal { tolerance 1e-13; relTol 0; } "pcorr.*" { tolerance 1e-13; } '
         '"alpha.water.*" { tolerance 1e-15; } "(U|k|epsilon).*" { tolerance 1e-15; } omegaFinal { tolerance 1e-15; } }')
NAMED = ("--krylov", "PCG", "--reduction", "typed")


SST = (
    ("constant/turbulenceProperties", "RAS { RASModel kOmegaSST; }"),
    ("system/fvSchemes", "divSchemes { div(phi,omega) Gauss upwind; } wallDist { method meshWave; }"),
    ("system/fvSolution", "solvers { omegaFinal { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; relTol 0; } }"),
    ("0/nut", 'boundaryField { lowerWall { type nutkRoughWallFunction; Ks uniform 0.002; Cs uniform 0.5; } }'),
    ("0/omega", "FoamFile { version 2.0; format ascii; class volScalarField; object omega; } dimensions [0 0 -1 0 0 0 0]; "
                'internalField uniform 2; boundaryField { ".*Wall" { type omegaWallFunction; value uniform 2; } '
                "atmosphere { type inletOutlet; inletValue uniform 2; value uniform 2; } defaultFaces { type empty; } }"))


def of_transition(name, value):
    return (f"0/{name}", f"FoamFile {{ version 2.0; format ascii; class volScalarField; object {name}; }} dimensions []; "
            f'internalField uniform {value}; boundaryField {{ ".*Wall" {{ type zeroGradient; }} '
            f"atmosphere {{ type inletOutlet; inletValue uniform {value}; value uniform {value}; }} defaultFaces {{ type empty; }} }}")


LM = (*SST, ("constant/turbulenceProperties", "RAS { RASModel kOmegaSSTLM; }"), of_transition("ReThetat", 300), of_transition("gammaInt", 0.6),
      ("system/fvSchemes", 'divSchemes { "div\\(phi,(ReThetat|gammaInt)\\)" Gauss upwind; }'),
      ("system/fvSolution", 'solvers { "(ReThetat|gammaInt)Final" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-15; relTol 0; } }'))
SAS = (*SST, ("constant/turbulenceProperties", "RAS { RASModel kOmegaSSTSAS; delta cubeRootVol; cubeRootVolCoeffs { } }"))
DAMPED = ("system/fvSolution", 'solvers { "(q|zeta|phit|f)Final" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-15; relTol 0; } }')


def with_walls(name, dimensions, value, at_wall):
    return (f"0/{name}", f"FoamFile {{ version 2.0; format ascii; class volScalarField; object {name}; }} dimensions {dimensions}; "
            f'internalField uniform {value}; boundaryField {{ ".*Wall" {{ {at_wall} }} '
            f"atmosphere {{ type inletOutlet; inletValue uniform {value}; value uniform {value}; }} defaultFaces {{ type empty; }} }}")


PHIT = (("constant/turbulenceProperties", "RAS { RASModel kEpsilonPhitF; }"), DAMPED, ("system/fvSchemes", "divSchemes { div(phi,phit) Gauss upwind; }"),
        with_walls("phit", "[]", 0.5, "type fixedValue; value uniform 1e-10;"),
        with_walls("f", "[0 0 -1 0 0 0 0]", 0.1, "type fWallFunction; value uniform 0;"))
FIXED = "".join(f"{wall} {{ type fixedValue; value uniform 1e-8; }} " for wall in ("leftWall", "rightWall", "lowerWall")) + "atmosphere { type zeroGradient; }"
Q_ZETA = (("constant/turbulenceProperties", "RAS { RASModel qZeta; }"), DAMPED, ("system/fvSchemes", 'divSchemes { "div\\(phi,(q|zeta)\\)" Gauss upwind; }'),
          ("0/k", f"boundaryField {{ {FIXED} }}"), ("0/epsilon", f"boundaryField {{ {FIXED} }}"))
MODELS = {"kEpsilon": ("epsilon", ()), "kOmegaSST": ("omega", SST), "kOmegaSSTLM": ("gammaInt", LM), "kOmegaSSTSAS": ("omega", SAS),
          "LaunderSharmaKE": ("epsilon", (("constant/turbulenceProperties", "RAS { RASModel LaunderSharmaKE; }"),)),
          "kEpsilonPhitF": ("phit", PHIT), "qZeta": ("zeta", Q_ZETA)}


def dam_break(directory, model, control, solution=""):
    case = foam.copy_example("multiphase/interFoam/RAS/damBreak/damBreak", directory)
    foam.append(case, "system/controlDict", f"writeFormat binary; writePrecision 16; timePrecision 10; {control}")
    for file, text in MODELS[model][1]:
        foam.append(case, file, text)
    foam.append(case, "system/fvSolution", solution)
    return case


def values(case, model, time):
    return {name: foam.read_field(case / time / name)[0] for name in (*FIELDS, MODELS[model][0])}


@pytest.mark.parametrize("model", MODELS)
def test_same_answer_on_any_number_of_ranks(tmp_path, eagre, model):
    control = "adjustTimeStep no; deltaT 0.0005; endTime 0.01; writeControl timeStep; writeInterval 20;"
    cases = [dam_break(tmp_path / f"ranks{n}", model, control, TIGHT) for n in (1, 3)]
    for case, n in zip(cases, (1, 3)):
        foam.run([eagre, "run", case, "-n", n])
    one, many = (values(case, model, foam.times(case)[-1]) for case in cases)
    differences = {name: foam.relative_l2(many[name], one[name]) for name in one}
    print({k: f"{v:.1e}" for k, v in differences.items()})
    assert all(d <= 1e-9 for d in differences.values()), differences


@pytest.mark.parametrize("model", ["kEpsilon", "kOmegaSST", "kOmegaSSTLM", "kEpsilonPhitF", "qZeta"])
@pytest.mark.parametrize("how", [("--dump", "foam"), ("--dump", "hdf5")], ids=["foam", "hdf5"])
def test_restart_is_bit_for_bit(tmp_path, eagre, how, model):
    whole = dam_break(tmp_path / "whole", model, "endTime 0.04; writeControl adjustable; writeInterval 0.02;")
    foam.run([eagre, "blockMesh", whole])
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    foam.run([eagre, "run", whole, "-n", 2, *NAMED])
    foam.append(stopped, "system/controlDict", "endTime 0.02;")
    foam.run([eagre, "run", stopped, "-n", 2, *how, *NAMED])
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 0.04;")
    foam.run([eagre, "run", stopped, "-n", 2, *NAMED])
    time = foam.times(whole)[-1]
    a, b = values(whole, model, time), values(stopped, model, time)
    for name in a:
        assert np.array_equal(a[name], b[name]), f"{name} differs by {np.abs(a[name] - b[name]).max():.3g}"


def test_a_rank_without_cells_takes_part(tmp_path, eagre):
    """Five slanted cells on eight ranks: the gradients of k and omega that are handed on are known on all of them, or on none."""
    case = dam_break(tmp_path / "case", "kOmegaSST", "adjustTimeStep no; deltaT 0.0005; endTime 0.001; writeControl timeStep; writeInterval 2;")
    mesh = case / "system" / "blockMeshDict"
    text = re.sub(r"\(\d+ \d+ 1\)( simpleGrading)", r"(1 1 1)\1", mesh.read_text())
    mesh.write_text(re.sub(r"\(4 4 (0|0\.1)\)", r"(4.5 4 \1)", text))
    foam.run([eagre, "run", case, "-n", 8], timeout=120)
    assert foam.times(case)[-1] == "0.001"
