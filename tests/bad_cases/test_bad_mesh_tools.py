# SPDX-License-Identifier: BSD-3-Clause
"""Tools that change a mesh, asked for what they cannot do: an error with its place, and the mesh stays as it was."""
import pytest

from test_bad_cases import BAD_CASE, expect, make_case, run

USAGE = 2
REFINE = "coordinateSystem global; globalCoeffs { tan1 (1 0 0); tan2 (0 1 0); } directions (tan1); useHexTopology no; geometricCut no;"
MIRROR = "planeType pointAndNormal; pointAndNormalDict { point (0.2 0 0); normal (1 0 0); }\nplaneTolerance 1e-6;"

BAD_CALLS = [
    ("overwrite", "refineMesh", [], "set c0;\n" + REFINE, USAGE, ["give -overwrite"]),
    ("set", "refineMesh", ["-overwrite"], REFINE + "\nset c0;", BAD_CASE, [r"refineMeshDict:2: unknown cellSet 'c0'", "sets/c0 is not there"]),
    ("noSet", "refineMesh", ["-overwrite"], REFINE, BAD_CASE, ["keyword 'set' is missing"]),
    ("zone", "refineMesh", [], REFINE + "\nzones { a { type bx; box (0 0 0) (1 1 1); } }", BAD_CASE, [r"refineMeshDict:2", "did you mean 'box'"]),
    ("dict", "refineMesh", ["-dict", "elsewhere", "-overwrite"], REFINE, BAD_CASE, ["refineMesh -dict elsewhere: no such file"]),
    ("option", "refineMesh", ["-overwrit"], REFINE, USAGE, ["did you mean '-overwrite'"]),
    ("plane", "mirrorMesh", ["-overwrite"], MIRROR, BAD_CASE, ["the plane cuts cells"]),
    ("variable", "extrudeMesh", [], 'sourceCase "$HERE/a"; constructFrom mesh; sourcePatches (leftWall); flipNormals no;'
     "extrudeModel plane; thickness 1;", BAD_CASE, ["FOAM_CASE only"]),
    ("source", "extrudeMesh", [], 'constructFrom mesh; sourcePatches (leftWall); flipNormals no; extrudeModel plane; thickness 1;\n'
     'sourceCase "../none";', BAD_CASE, [r"extrudeMeshDict:2: there is no mesh to extrude in .*none"]),
    ("fields", "transformPoints", ["-rotateFields", "-rotate-z", "90"], "", USAGE, ["-rotateFields"]),
    ("nothing", "transformPoints", [], "", USAGE, ["nothing to do; give one of"]),
    ("number", "transformPoints", ["-rotate-z", "ninety"], "", USAGE, ["-rotate-z: expected a number, found 'ninety'"]),
]


@pytest.mark.parametrize("name,tool,options,text,code,patterns", BAD_CALLS, ids=[c[0] for c in BAD_CALLS])
def test_mesh_tools(name, tool, options, text, code, patterns, tmp_path, eagre):
    case = make_case(tmp_path, "damBreak")
    assert run(eagre, "blockMesh", case).returncode == 0
    before = (case / "constant" / "polyMesh" / "points").read_bytes()
    (case / "system" / f"{tool}Dict").write_text("FoamFile { version 2.0; format ascii; class dictionary; object d; } " + text)
    expect(run(eagre, tool, case, *options), code, *patterns)
    assert (case / "constant" / "polyMesh" / "points").read_bytes() == before


def test_no_mesh(tmp_path, eagre):
    case = make_case(tmp_path, "damBreak")
    expect(run(eagre, "transformPoints", case, "-scale", "2"), BAD_CASE, "there is no mesh in constant/polyMesh yet; run blockMesh")
