# SPDX-License-Identifier: BSD-3-Clause
"""createZones and subsetMeshDict of openfoam.org against OpenFOAM v1912, which has neither: its topoSet and subsetMesh with the same
choices make the same zones (order and orientation of faces included) and the same mesh."""
import shutil

import pytest

import foam
from test_mesh_tools_sets import action, contents, make_case

ZONES = """
block { type box; zoneType cell; box (0 0 0) (0.5 0.6 0.7); }
rest { type box; zoneType cell; select outside; box (0 0 0) (0.5 0.6 0.7); }
other { type cylinder; name tube; zoneType point; point1 (0 0.5 0.5); point2 (1 0.5 0.5); radius 0.4; }
across { type plane; point (0.3 0 0); normal (1 0 0.2); }
hull { type surface; surface triSurface; file "corner.stl"; }
"""
ACTIONS = [
    action("block", "cell", "new", "boxToCell", box="(0 0 0) (0.5 0.6 0.7)"),
    action("block", "cellZone", "new", "setToCellZone", set="block"),
    action("rest", "cell", "new", "boxToCell", box="(0 0 0) (0.5 0.6 0.7)"),
    action("rest", "cell", "invert"),
    action("rest", "cellZone", "new", "setToCellZone", set="rest"),
    action("tube", "point", "new", "cylinderToPoint", p1="(0 0.5 0.5)", p2="(1 0.5 0.5)", radius="0.4"),
    action("tube", "pointZone", "new", "setToPointZone", set="tube"),
    action("across", "faceZone", "new", "searchableSurfaceToFaceZone", surface="searchablePlane", planeType="pointAndNormal",
           pointAndNormalDict="{ basePoint (0.3 0 0); normalVector (1 0 0.2); }").replace("};", "}"),
    "{ name hull; type faceZoneSet; action new; source searchableSurfaceToFaceZone; sourceInfo { surface triSurfaceMesh; name corner.stl; } }\n",
]


@pytest.fixture
def pair(tmp_path):
    theirs = make_case(tmp_path / "openfoam", topoSetDict="actions\n(\n" + "".join(ACTIONS) + ");\n", createZonesDict=ZONES)
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    return theirs, ours


def test_create_zones(pair, eagre):
    theirs, ours = pair
    foam.openfoam("topoSet", theirs)
    foam.run([eagre, "createZones", ours])
    for zones in ("cellZones", "faceZones", "pointZones"):
        expected = contents(theirs / "constant/polyMesh" / zones)
        assert len(expected) > 20 and contents(ours / "constant/polyMesh" / zones) == expected, zones


def test_subset_mesh_by_a_dictionary(pair, eagre):
    theirs, ours = pair
    (ours / "system/subsetMeshDict").write_text("FoamFile { version 2.0; format ascii; class dictionary; object subsetMeshDict; }\n"
                                                "zone { type box; select outside; box (0 0 0) (0.5 0.6 0.7); }\npatch lid;\n")
    foam.openfoam("topoSet", theirs)
    foam.openfoam("subsetMesh", theirs, "rest", "-patch", "lid", "-overwrite")
    foam.run([eagre, "subsetMesh", ours, "-noFields"])
    for file in ("points", "faces", "owner", "neighbour", "boundary"):
        assert contents(ours / "constant/polyMesh" / file) == contents(theirs / "constant/polyMesh" / file), file
