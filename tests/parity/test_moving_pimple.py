# SPDX-License-Identifier: BSD-3-Clause
"""pimpleFoam on a mesh that deforms: the tutorial movingCone against OpenFOAM, on ranks, and continued."""
import shutil

import numpy as np
import pytest

import cases
import dumps
import foam
from test_moving_mesh import fields, points
from test_one_step import compare

PCG = "{ solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; maxIter 5000; }"
CONE = "incompressible/pimpleFoam/laminar/movingCone"
OUTER = ("system/fvSolution", f"PIMPLE {{ moveMeshOuterCorrectors yes; checkMeshCourantNo yes; nCorrectors 2; }} solvers {{ cellMotionUxFinal {PCG} }}")


def cone(name, *overrides):
    return cases.Case(name, CONE, "pimpleFoam", ("U", "p", "phi", "meshPhi", "cellMotionUx"), ("p", "pFinal", '"pcorr.*"', "U", "UFinal", "cellMotionUx"),
                      0, 5e-6, moves=True, overrides=(("system/controlDict", "#remove functions\n"), *overrides))


@pytest.mark.parametrize("case", [cone("movingCone"), cone("movingConeOuter", OUTER)], ids=lambda case: case.name)
def test_against_openfoam(case, tmp_path, eagre):
    """One step: v1912 puts the points of a wedge on its planes, from which those of the file are 5e-12 m away, and the points move by 5e-6 m."""
    compare(case, tmp_path, eagre)


def test_ranks_and_restart(tmp_path, eagre):
    """On two ranks the points and fields of one to round-off, which needs planes of wedges that all ranks share; continued bit for bit."""
    plainly = [*dumps.SETTLED, "--solvers", "as-written"]
    start = cases.prepare(cone("start", ("system/fvSolution", "solvers { " + " ".join(f"{name} {PCG}" for name in
        ("p", "pFinal", "pcorr", "pcorrFinal", "cellMotionUx")) + " U { tolerance 1e-13; relTol 0; } UFinal { tolerance 1e-13; relTol 0; } }")), tmp_path)
    cases.set_steps(cone("start"), start, 6)
    foam.append(start, "system/controlDict", "writeInterval 3;")
    alone, many, stopped = (shutil.copytree(start, tmp_path / name) for name in ("alone", "many", "stopped"))
    foam.run([eagre, "run", alone, *plainly])
    foam.run([eagre, "run", many, *plainly, "-n", 2])
    half, last = foam.times(alone)[1:]
    foam.append(stopped, "system/controlDict", f"endTime {half};")
    foam.run([eagre, "run", stopped, *plainly])
    foam.append(stopped, "system/controlDict", f"endTime {last};")
    foam.run([eagre, "run", stopped, *plainly])
    assert np.abs(points(alone, last) - points(alone, "constant")).max() > 1e-5
    assert np.array_equal(points(alone, last), points(stopped, last)) and np.abs(points(alone, last) - points(many, last)).max() < 1e-14
    a, b, c = (fields(case, last) for case in (alone, stopped, many))
    for name, values in a.items():
        assert np.array_equal(b[name], values), name
        assert foam.relative_l2(c[name], values) < 1e-11, name
