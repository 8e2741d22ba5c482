# SPDX-License-Identifier: BSD-3-Clause
"""OpenFOAM's examples without their scripts: the dictionaries and the patches of the fields say what is to be done, or that it cannot be
said; the mesh is that of OpenFOAM's tools."""
import os
import shutil

import pytest

import foam
from test_mesh_tools_sets import contents

BARE = {**os.environ, "PATH": "/nowhere"}  # no OpenFOAM


def unscripted(example, directory):
    case = foam.copy_example(example, directory)
    for script in case.glob("All*"):
        script.unlink()
    return case


def test_baffles_that_the_fields_name(tmp_path, eagre):
    ours = unscripted("multiphase/interFoam/RAS/damBreakPorousBaffle", tmp_path / "ours")
    foam.append(ours, "system/controlDict", "writeFormat ascii; writeCompression off; writePrecision 12; endTime 0.001; deltaT 0.001;")
    theirs = tmp_path / "theirs"
    shutil.copytree(ours, theirs)
    for tool, *options in (("blockMesh",), ("createBaffles", "-overwrite")):
        foam.openfoam(tool, theirs, *options)
    foam.run([eagre, "run", ours])
    for file in ("points", "faces", "owner", "neighbour", "boundary"):
        assert contents(ours / "constant/polyMesh" / file) == contents(theirs / "constant/polyMesh" / file), file
    assert (ours / "0/p_rgh").read_text().count("porousBafflePressure") == 2


@pytest.mark.parametrize("example,message", [("interFoam/LES/nozzleFlow2D", "system/refineMeshDict: the mesh of this case is made with refineMesh"),
                                             ("interPhaseChangeFoam/cavitatingBullet", "the fields name patches that blockMesh's mesh does not have (bullet)")])
def test_what_cannot_be_said(tmp_path, eagre, example, message):
    case = unscripted("multiphase/" + example, tmp_path / "case")
    result = foam.subprocess.run([str(eagre), "check", str(case)], capture_output=True, text=True, env=BARE)
    assert result.returncode == 3 and message in result.stderr, result.stderr
