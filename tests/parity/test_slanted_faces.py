# SPDX-License-Identifier: BSD-3-Clause
"""One step on a mesh with slanted faces, where Debian's interFoam is compiled wrongly (docs/parity.md): the judge is compiled anew from its
sources (`make judge`)."""
import shutil

import pytest

import cases
import foam
from test_one_step import compare

WEIR = cases.Case("weirOverflow", "multiphase/interFoam/RAS/weirOverflow", "interFoam", cases.INTER_RAS_FIELDS,
                  (*cases.INTER_SOLVERS, '"(U|k|epsilon)"', '"(U|k|epsilon)Final"'), 0.05, 0.001, preparation=("blockMesh", "setFields"))
# The packaged solver makes (grad U) . (grad nu) in the place of grad nu, with the same fault.
OFFSET_CYLINDER = cases.Case("offsetCylinder", "incompressible/nonNewtonianIcoFoam/offsetCylinder", "nonNewtonianIcoFoam",
                             (*cases.ICO_FIELDS, "nu"), ("p", "pFinal", "U"), 0.02, 0.0025)


@pytest.mark.parametrize("case", [WEIR, OFFSET_CYLINDER], ids=lambda case: case.name)
def test_one_step(case, tmp_path, eagre):
    program = foam.sound(case.application)
    if not program:
        pytest.skip(f"no {case.application} that is compiled soundly: make judge")
    compare(case, tmp_path, eagre, program=program)


def test_packaged_momentum(tmp_path, eagre):
    """Without a judge: the fault spares x, and the predictor alone couples no components."""
    theirs = cases.develop(OFFSET_CYLINDER, tmp_path)
    cases.set_one_step(OFFSET_CYLINDER, theirs)
    foam.append(theirs, "system/fvSolution", "PISO { nCorrectors 0; }")
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    foam.openfoam("nonNewtonianIcoFoam", theirs)
    foam.run([eagre, "run", ours])
    time = foam.times(theirs)[-1]
    a, b = (foam.read_field(run / time / "U")[0][:, :1] for run in (ours, theirs))
    assert foam.relative_l2(a, b) < 1e-10


def test_named_solvers(tmp_path, eagre):
    """The example runs, as it is, with the solvers that it names alone."""
    case = cases.prepare(OFFSET_CYLINDER, tmp_path)
    foam.append(case, "system/controlDict", "endTime 0.07;")
    assert "GAMG:  Solving for p" in foam.run([eagre, "run", case]).stdout
