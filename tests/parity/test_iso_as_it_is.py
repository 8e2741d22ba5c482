# SPDX-License-Identifier: BSD-3-Clause
"""interIsoFoam's examples with an imposed flow as they are: Eagre prepares them (setAlphaField) and imposes the flow (setFlow)."""
import shutil

import pytest

import foam

ISO = "multiphase/interIsoFoam"
STEPS = "endTime 0.02; deltaT 0.002; adjustTimeStep no; writeControl timeStep; writeInterval 10; writeFormat binary; timePrecision 8;"


@pytest.mark.parametrize("name", ["discInConstantFlow", "discInReversedVortexFlow"])
def test_first_steps(name, tmp_path, eagre):
    ours, theirs = (foam.copy_example(f"{ISO}/{name}", tmp_path / where) for where in ("ours", "theirs"))
    for case in (ours, theirs):
        foam.append(case, "system/controlDict", STEPS)
    foam.run([eagre, "run", ours], log=tmp_path / "log.eagre")
    # Eagre's mesh: refineMesh numbers the new cells in another order.
    shutil.copytree(theirs / "0.orig", theirs / "0")
    shutil.copytree(ours / "constant/polyMesh", theirs / "constant/polyMesh")
    foam.openfoam("setAlphaField", theirs)
    foam.openfoam("interIsoFoam", theirs)
    for field, limit in (("alpha.water", 1e-7), ("U", 1e-12)):
        for time in ("0", "0.02"):
            a, b = (foam.read_field(case / time / field)[0] for case in (ours, theirs))
            assert foam.relative_l2(a, b) < limit, (time, field)
