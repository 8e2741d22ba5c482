# SPDX-License-Identifier: BSD-3-Clause
"""A mesh that stands in a time directory, as snappyHexMesh without -overwrite leaves it and as refined runs write it: from that time on it is
the mesh of the run, by OpenFOAM's rule, while constant/polyMesh has another one."""
import shutil

import foam
import numpy as np
import pytest

CAVITY = "incompressible/icoFoam/cavity/cavity"
CONTROL = "startFrom startTime; startTime 0.1; endTime 0.12; deltaT 0.0025; writeControl timeStep; writeInterval 4; writePrecision 12;"
TIGHT = "solvers { p { solver PCG; preconditioner DIC; tolerance 1e-14; relTol 0; } pFinal { $p; } U { tolerance 1e-14; } }"


@pytest.fixture
def case(tmp_path):
    """The mesh of 0.1 has 40 x 40 cells, that in constant 20 x 20; fields at 0.1."""
    case = foam.copy_example(CAVITY, tmp_path / "case")
    foam.openfoam("blockMesh", case)
    coarse = case / "constant/polyMesh"
    shutil.move(coarse, tmp_path / "coarse")
    foam.refine(case, 2)
    foam.openfoam("blockMesh", case)
    shutil.copytree(case / "0", case / "0.1")
    shutil.move(coarse, case / "0.1/polyMesh")
    shutil.move(tmp_path / "coarse", coarse)
    foam.append(case, "system/controlDict", CONTROL)
    foam.append(case, "system/fvSolution", TIGHT)
    return case


def fields(case, time):
    return {name: foam.read_field(case / time / name)[0] for name in ("U", "p")}


def test_a_run_has_the_mesh_of_the_time_that_it_starts_from(tmp_path, eagre, case):
    theirs, parts, whole = (shutil.copytree(case, tmp_path / name) for name in ("theirs", "parts", "whole"))
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", case, "--solvers", "as-written"])
    expected, found = fields(theirs, "0.12"), fields(case, "0.12")
    for name, values in expected.items():
        assert len(found[name]) == 1600
        assert foam.relative_l2(found[name], values) < 1e-9, name

    # The same mesh in constant; ranks; going on from a time behind that of the mesh.
    shutil.rmtree(whole / "constant/polyMesh")
    shutil.move(whole / "0.1/polyMesh", whole / "constant/polyMesh")
    foam.run([eagre, "run", whole, "--solvers", "as-written"])
    assert all(np.array_equal(values, found[name]) for name, values in fields(whole, "0.12").items())
    foam.run(["mpirun", "-n", 3, eagre, "run", parts, "--solvers", "as-written", "--set", "system/controlDict:endTime=0.11"])
    foam.run(["mpirun", "-n", 3, eagre, "run", parts, "--solvers", "as-written", "--from", "latest"])
    for name, values in fields(parts, "0.12").items():
        assert foam.relative_l2(values, found[name]) < 1e-9, name


def test_dumps_are_of_the_mesh_in_constant(eagre, case):
    result = foam.run([eagre, "run", case, "--dump", "hdf5"], check=False)
    assert result.returncode == 3
    assert "0.1/polyMesh: this time has a mesh of its own" in result.stdout and "beside dumps" in result.stdout
