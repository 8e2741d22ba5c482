# SPDX-License-Identifier: BSD-3-Clause
"""blockMeshDict and setFieldsDict with the mistakes of those who draw their first mesh."""
import mistakes

B, S = "system/blockMeshDict", "system/setFieldsDict"
LID = "type wall;\n        faces ((3 7 6 2));"
BLOCKS = [
    ("insideOut", "cavity", B, "hex (0 1 2 3 4 5 6 7)", "hex (4 5 6 7 0 1 2 3)", 19, ["block 0 is inside out"]),
    ("fewVertices", "cavity", B, " (0 1 0.1)\n", "\n", 19, ["vertex 7 .* does not exist: there are vertices 0 to 6"]),
    ("vertexNumber", "cavity", B, "hex (0 1 2 3 4 5 6 7)", "hex (0 1 2 3 4 5 6 8)", 19, ["vertex 8 .* does not exist"]),
    ("noCells", "cavity", B, "(20 20 1)", "(20 0 1)", 19, ["0 is no number of cells"]),
    ("negativeCells", "cavity", B, "(20 20 1)", "(20 -20 1)", 19, ["-20 is no number of cells"]),
    ("twoNumbers", "cavity", B, "(20 20 1)", "(20 20)", 19, [r"expected an integer, found '\)'"]),
    ("sevenVertices", "cavity", B, "hex (0 1 2 3 4 5 6 7)", "hex (0 1 2 3 4 5 6)", 19, ["a hex needs 8 vertices, not 7"]),
    ("shape", "cavity", B, "hex (", "hexa (", 19, ["did you mean 'hex'"]),
    ("twoGradings", "cavity", B, "simpleGrading (1 1 1)", "simpleGrading (1 1)", 19, ["gradings are needed, not 2"]),
    ("zeroGrading", "cavity", B, "simpleGrading (1 1 1)", "simpleGrading (1 0 1)", 19, ["0 cannot be a part or a ratio of a grading"]),
    ("sixEdges", "cavity", B, "simpleGrading (1 1 1)", "edgeGrading (1 1 1 1 1 1)", 19, ["gradings are needed, not 6"]),
    ("flat", "cavity", B, "(0 0 0.1) (1 0 0.1) (1 1 0.1) (0 1 0.1)", "(0 0 0) (1 0 0) (1 1 0) (0 1 0)", 19, ["block 0 has faces that point inwards"]),
    ("blocksMistyped", "cavity", B, "blocks (", "block (", 0, ["'blocks' is missing; did you mean 'block'"]),
    ("verticesMistyped", "cavity", B, "vertices", "vertex", 0, ["'vertices' is missing"]),
    ("divisions", "damBreak", B, "(8 84 1) ", "(8 80 1) ", 33, ["blocks 2 and 3 share a side but not its division"]),
    ("straightArc", "cavity", B, "boundary\n", "edges ( arc 0 1 (0.5 0 0) );\nboundary\n", 21, [r"error: system/blockMeshDict:21: the point of this arc lies on the straight line"]),
    ("arcOfNoEdge", "cavity", B, "boundary\n", "edges ( arc 0 6 (0.5 0.5 0.3) );\nboundary\n", 21, ["the edge 0 6 is not an edge of any block"]),
    ("pointOfAnArc", "cavity", B, "boundary\n", "edges ( arc 0 1 (0.5 0.1) );\nboundary\n", 21, ["expected a number"]),
]
PATCHES = [
    ("twice", "cavity", B, "    fixedWalls\n", "    movingWall\n", 29, ["patch 'movingWall' is there twice"]),
    ("typeCase", "cavity", B, LID, LID.replace("wall", "Wall"), 24, ["patch 'movingWall': unknown patch type 'Wall'; did you mean 'wall'"]),
    ("typeMistyped", "cavity", B, LID, LID.replace("wall", "emtpy"), 24, ["did you mean 'empty'"]),
    ("noType", "cavity", B, LID, "faces ((3 7 6 2));", 24, ["patch 'movingWall' has no entry 'type'"]),
    ("noFaces", "cavity", B, "        faces ((3 7 6 2));\n", "", 24, ["patch 'movingWall' has no entry 'faces'"]),
    ("threeVertices", "cavity", B, "((3 7 6 2))", "((3 7 6))", 26, ["needs 4 vertices"]),
    ("faceOfNoBlock", "cavity", B, "((3 7 6 2))", "((3 7 6 1))", 26, [r"face \(3 7 6 1\) of patch 'movingWall' is not a face of any block"]),
    ("faceInTwoPatches", "cavity", B, "((3 7 6 2))", "((3 7 6 2) (0 4 7 3))", 31, [r"face \(0 4 7 3\) .* is already in patch 'movingWall'"]),
    ("faceIndex", "cavity", B, "((3 7 6 2))", "((3 7 6 12))", 26, ["vertex 12 .* does not exist"]),
    ("listOfFaces", "cavity", B, "((3 7 6 2))", "(3 7 6 2)", 26, [r"expected '\('"]),
    ("boundaryCase", "cavity", B, "boundary\n(", "Boundary\n(", 0, ["'boundary' is missing; did you mean 'Boundary'"]),
    ("cyclicAlone", "cavity", B, LID, LID.replace("wall", "cyclic"), 24, ["cyclic patch 'movingWall' needs an entry 'neighbourPatch'"]),
    ("cyclicOfNone", "cavity", B, LID, LID.replace("wall;", "cyclic; neighbourPatch top;"), 24, ["neighbourPatch 'top', which does not exist"]),
    ("cyclicOfItself", "cavity", B, LID, LID.replace("wall;", "cyclic; neighbourPatch movingWall;"), 24, ["cannot be its own neighbourPatch"]),
]
FIELDS = [
    ("kind", "damBreak", S, "(volScalarFieldValue alpha.water 0)", "(volScalarField alpha.water 0)", 11, ["volScalarField'", "volScalarFieldValue"]),
    ("vectorForAScalar", "damBreak", S, "(volScalarFieldValue alpha.water 1)", "(volVectorFieldValue alpha.water (1 0 0))", 18, ["alpha.water"]),
    ("noValue", "damBreak", S, "(volScalarFieldValue alpha.water 1)", "(volScalarFieldValue alpha.water)", 18, []),
    ("onePoint", "damBreak", S, "box (0 0 -1) (0.1461 0.292 1);", "box (0 0 -1);", 17, ["box"]),
    ("region", "damBreak", S, "boxToCell", "boxToCel", 15, ["did you mean 'boxToCell'"]),
    ("regions", "damBreak", S, "regions", "region", 0, ["'regions' is missing; did you mean 'region'"]),
    ("fieldValues", "damBreak", S, "fieldValues (vol", "fieldValue (vol", 15, ["'fieldValues' is missing.*did you mean 'fieldValue'"]),
    ("semicolon", "damBreak", S, "(0.1461 0.292 1);", "(0.1461 0.292 1)", 15, ["'fieldValues' is missing .* within the entry 'box': is a ';' missing"]),
    ("noRadius", "damBreak", S, "boxToCell\n    {\n        box (0 0 -1) (0.1461 0.292 1);", "cylinderToCell\n    {\n        p1 (0 0 -1); p2 (0 0 1);", 15, ["'radius' is missing"]),
]


@mistakes.cases(BLOCKS)
def test_blocks(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(PATCHES)
def test_patches(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


@mistakes.cases(FIELDS)
def test_set_fields(eagre, tmp_path, case, file, old, new, line, patterns):
    mistakes.expect_only(eagre, tmp_path, case, file, old, new, line, patterns)


def test_a_lid_that_was_left_out_of_the_boundary(eagre, tmp_path):
    """OpenFOAM takes it for empty and computes on; here it is named, twice."""
    case = mistakes.copy_case("cavity", tmp_path)
    mistakes.replace(case, B, "((0 4 7 3) (2 6 5 1) (1 5 4 0))", "((0 4 7 3) (2 6 5 1))")
    result = mistakes.check(eagre, case)
    assert result.returncode == 0, result.stderr
    assert "1 block faces in no patch of blockMeshDict go to the default patch defaultFaces (type empty)" in result.stdout
    assert "Warning : empty patch 'defaultFaces' has 20 faces, not a multiple of the 400 cells" in result.stdout


def test_a_lid_that_is_empty(eagre, tmp_path):
    case = mistakes.copy_case("cavity", tmp_path)
    mistakes.replace(case, B, LID, LID.replace("wall", "empty"))
    result = mistakes.check(eagre, case)
    assert result.returncode == mistakes.BAD_CASE
    assert "empty patch 'movingWall' has 20 faces, not a multiple of the 400 cells" in result.stdout
    assert [p[:6] for p in mistakes.problems(result)] == ["0/p:19", "0/U:19"], result.stderr
