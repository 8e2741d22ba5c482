# SPDX-License-Identifier: BSD-3-Clause
"""A 2D mesh whose front is not its back: faces are slanted against the empty direction, and the velocity keeps the part across."""
import re
import shutil

import numpy as np
import pytest

import foam


@pytest.mark.parametrize("ranks", [1, 3])
def test_velocity_on_a_slanted_2d_mesh(tmp_path, eagre, ranks):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "ours")
    blocks = case / "system" / "blockMeshDict"
    blocks.write_text(blocks.read_text().replace("(1 1 0.1)", "(1.3 1 0.1)").replace("(1 0 0.1)", "(1.3 0 0.1)"))
    solution = case / "system" / "fvSolution"
    solution.write_text(re.sub(r"relTol\s+[^;]*;", "relTol 0;", re.sub(r"tolerance\s+[^;]*;", "tolerance 1e-13;", solution.read_text())))
    foam.append(case, "system/controlDict", "endTime 0.015; writeControl timeStep; writeInterval 3; writePrecision 14;")
    foam.run([eagre, "blockMesh", case])
    theirs = shutil.copytree(case, tmp_path / "theirs")
    foam.run([eagre, "run", case, "-n", ranks, "--solvers", "as-written"])
    foam.openfoam("icoFoam", theirs)
    for name in ("U", "p"):
        ours, judge = (foam.read_field(c / "0.015" / name)[0] for c in (case, theirs))
        assert foam.relative_l2(ours, judge) < 1e-10, name
    assert np.abs(foam.read_field(case / "0.015" / "U")[0][:, 2]).max() > 1e-3
