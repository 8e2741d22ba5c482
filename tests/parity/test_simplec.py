# SPDX-License-Identifier: BSD-3-Clause
"""`consistent yes` in PIMPLE (SIMPLEC): one step of pimpleFoam against v1912, on boxes and on triangles with openings, and on several ranks."""
import dataclasses
import shutil

import pytest

import cases
import foam
from test_one_step import compare

CONSISTENT = ("system/fvSolution", "PIMPLE { consistent yes; }")
SOLVERS = 'solvers { "(U|UFinal)" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; relTol 0; } }'
ELBOW = cases.pimple(cases.Case("elbow", f"{cases.ICO}/elbow", "icoFoam", ("U", "p", "phi"), ("p", "pFinal", "U"), 0.5, 0.1,
                                preparation=("fluentMeshToFoam",), overrides=(("system/fvSolution", SOLVERS),),
                                files={"constant/turbulenceProperties": cases.HEADER.format("dictionary", "turbulenceProperties")
                                       + "simulationType laminar;"}),
                     ("constant/transportProperties", "transportModel Newtonian;"),
                     ("system/fvSchemes", "divSchemes { div((nuEff*dev2(T(grad(U))))) Gauss linear; }"))
BOX = cases.pimple(cases.cavity("cavityKEpsilon", cases.PISO_RAS_FIELDS))


def consistent(case, *overrides):
    return dataclasses.replace(case, overrides=(*case.overrides, CONSISTENT, *overrides))


@pytest.mark.parametrize("case", [BOX, ELBOW], ids=lambda case: case.name)
def test_one_step(case, tmp_path, eagre):
    compare(consistent(case), tmp_path, eagre)


def test_names_of_schemes_are_those_of_v1912(tmp_path, eagre):
    one_over = "(1|max(((1|(1|A(U)))-H(1)),(0.1|(1|A(U)))))"
    schemes = (f"laplacianSchemes {{ laplacian({one_over},p) Gauss linear uncorrected; }} "
               f"interpolationSchemes {{ interpolate(({one_over}-(1|A(U)))) midPoint; }} snGradSchemes {{ snGrad(p) uncorrected; }}")
    compare(consistent(ELBOW, ("system/fvSchemes", schemes)), tmp_path, eagre)


def test_same_answer_on_three_ranks(tmp_path, eagre):
    alone = cases.develop(consistent(ELBOW), tmp_path)
    cases.set_steps(ELBOW, alone, 3)
    many = tmp_path / "many"
    shutil.copytree(alone, many)
    foam.run([eagre, "run", alone])
    foam.run([eagre, "run", many, "-n", 3])
    time = foam.times(alone)[-1]
    for field in ELBOW.fields:
        a, b = (foam.read_field(case / time / field)[0] for case in (alone, many))
        assert foam.relative_l2(a, b) < 1e-9, field
