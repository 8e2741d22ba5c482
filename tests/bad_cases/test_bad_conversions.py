# SPDX-License-Identifier: BSD-3-Clause
"""Mesh files of Fluent, sets and caseProperties with mistakes: an error with its place, and nothing is written."""
import pytest

from test_bad_cases import BAD_CASE, expect, make_case, run

USAGE = 2
#: Two triangles with a common edge.
MESH = """(0 "a mesh (of two
cells")
(2 2)
(10 (0 1 4 0))
(10 (1 1 4 1 2)(
0 0
1 0
1 1
0 1))
(12 (0 1 2 0))
(12 (2 1 2 1 1))
(13 (3 1 1 2 2)(
1 3 2 1))
(13 (4 2 5 3 2)(
1 2 0 1
2 3 0 1
3 4 0 2
4 1 0 2))
(45 (2 fluid water)())
(45 (3 interior between)())
(45 (4 wall rim)())
"""

FLUENT = [
    ("good", "", "", 0, []),
    ("turned", "1 3 2 1))", "1 3 1 2))", 0, []),
    ("empty", MESH, "", BAD_CASE, ["there are no nodes"]),
    ("noMesh", MESH, "solid corner", BAD_CASE, [r"box.msh:1: expected '\(', found 's'"]),
    ("cutOff", "(45 (4 wall rim)())\n", "(45 (4 wall", BAD_CASE, ["ends within a section"]),
    ("comment", '(0 "a mesh', '(0 "a mesh (', 0, []),
    ("openComment", 'cells")', "cells)", BAD_CASE, ["the file ends within this section"]),
    ("binary", "(10 (1 1 4 1 2)(", "(3010 (1 1 4 1 2)(", BAD_CASE, [r"box.msh:5: section 3010 is binary; write the mesh as text"]),
    ("hanging", "(12 (2 1 2 1 1))", "(58 (1 1 1 0 0)())", BAD_CASE, ["hanging nodes"]),
    ("number", "1 1\n0 1))", "1 x\n0 1))", BAD_CASE, ["box.msh:8: expected a number, found 'x'"]),
    ("few", "1 1\n0 1))", "1 1))", BAD_CASE, [r"box.msh:8: expected a word or a number, found '\)'"]),
    ("node", "2 3 0 1", "2 9 0 1", BAD_CASE, [r"zone 4 has node 9 \(hexadecimal\), and there are 4"]),
    ("cell", "2 3 0 1", "2 3 0 7", BAD_CASE, [r"zone 4 has cell 7 \(hexadecimal\), and there are 2"]),
    ("noCell", "2 3 0 1", "2 3 0 0", BAD_CASE, ["box.msh:16: a face without a cell"]),
    ("open", "3 4 0 2", "3 4 0 1", BAD_CASE, ["do not close it"]),
    ("huge", "(13 (4 2 5 3 2)(", "(13 (4 2 7fffffff 3 2)(", BAD_CASE, ["fewer entries than it says"]),
    ("hugeNodes", "(10 (1 1 4 1 2)(", "(10 (1 7ffffff0 7fffffff 1 2)(", BAD_CASE, ["fewer entries than it says"]),
    ("hugeCells", "(12 (0 1 2 0))", "(12 (0 1 7fffffff 0))", BAD_CASE, [r"cells 3 to 7fffffff \(hexadecimal\) have no faces"]),
    ("range", "(13 (4 2 5 3 2)(", "(13 (4 5 2 3 2)(", BAD_CASE, ["are no range"]),
    ("twice", "interior between", "wall rim", 0, []),
    ("name", "wall rim", "wall ../rim", BAD_CASE, ["'../rim' cannot be the name of a patch or zone"]),
    ("dimension", "(2 2)", "(2 5)", BAD_CASE, ["box.msh:3: a mesh has 2 or 3 dimensions, not 5"]),
]


@pytest.mark.parametrize("name,old,new,code,patterns", FLUENT, ids=[c[0] for c in FLUENT])
def test_fluent(name, old, new, code, patterns, tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    assert old in MESH
    (case / "box.msh").write_text(MESH.replace(old, new, 1) if old else MESH)
    expect(run(eagre, "fluentMeshToFoam", case, "box.msh"), code, *patterns)
    assert (case / "constant/polyMesh/faces").exists() == (code == 0)


@pytest.mark.parametrize("arguments,code,pattern", [
    ([], USAGE, "name the mesh file"),
    (["none.msh"], BAD_CASE, "there is no file .*none.msh"), (["box.msh", "-scale", "0"], USAGE, "expected a positive number"),
    (["box.msh", "-writeSets"], USAGE, "unknown option '-writeSets'; valid: -writeZones")], ids=str)
def test_fluent_options(arguments, code, pattern, tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    (case / "box.msh").write_text(MESH)
    expect(run(eagre, "fluentMeshToFoam", *arguments, cwd=case), code, pattern)


HEADER = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"


@pytest.mark.parametrize("slaves,pattern", [
    (None, "unknown cellSet 'sSlaveCells'"), ("0()", "face 0 of faceSet 's' has none of its cells in cellSet 'sSlaveCells'"),
    ("2(0 1)", "has both of its cells"), ("1(99999)", "cell 99999 is not in the mesh")], ids=str)
def test_sets_to_zones(slaves, pattern, tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    assert run(eagre, "blockMesh", case).returncode == 0
    sets = case / "constant/polyMesh/sets"
    sets.mkdir()
    (sets / "s").write_text(HEADER.format("faceSet", "s") + "1(0)")
    if slaves:
        (sets / "sSlaveCells").write_text(HEADER.format("cellSet", "sSlaveCells") + slaves)
    expect(run(eagre, "setsToZones", case), BAD_CASE, pattern)
    assert not (case / "constant/polyMesh/faceZones").exists()


PROPERTIES = """initialConditions { U uniform (0 0 0); p uniform 0; }
boundaryConditions
{
    lid { category wall; patches (movingWall); type noSlip; options { wallFunction highReynolds; motion moving; } values { U uniform (1 0 0); } }
    rest { category wall; patches (fixedWalls); type noSlip; options { wallFunction highReynolds; motion stationary; } }
}
"""
ZERO = [
    ("good", "", "", 0, []),
    ("patch", "patches (fixedWalls)", "patches (walls)", BAD_CASE, [r"caseProperties:3: no condition is for patch 'fixedWalls'"]),
    ("category", "category wall; patches (m", "category wal; patches (m", BAD_CASE, ["caseProperties:5: .*did you mean 'wall'"]),
    ("type", "type noSlip; options { wallFunction highReynolds; motion moving", "type noSlp; options { motion moving", BAD_CASE, ["did you mean 'noSlip'"]),
    ("option", "motion moving;", "motion movin;", BAD_CASE, ["caseProperties:5: unknown motion 'movin'; did you mean 'moving'"]),
    ("noOption", "motion moving;", "", BAD_CASE, ["caseProperties:5.*motion"]),
    ("value", "values { U uniform (1 0 0); }", "values { V 1; }", BAD_CASE, ["keyword 'U' is missing"]),
    ("initial", "p uniform 0;", "", BAD_CASE, ["keyword 'p' is missing"]),
    ("pattern", "(fixedWalls)", '("fixed(")', BAD_CASE, [r"'fixed\(' is no regular expression"]),
]


@pytest.mark.parametrize("name,old,new,code,patterns", ZERO, ids=[c[0] for c in ZERO])
def test_create_zero_directory(name, old, new, code, patterns, tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    for field in list((case / "0").iterdir()) if (case / "0").exists() else []:
        field.unlink()
    assert run(eagre, "blockMesh", case).returncode == 0
    assert old in PROPERTIES
    (case / "system/caseProperties").write_text(HEADER.format("dictionary", "caseProperties") + (PROPERTIES.replace(old, new, 1) if old else PROPERTIES))
    expect(run(eagre, "createZeroDirectory", case), code, *patterns)
    assert (case / "0/U").exists() == (code == 0)


def test_create_zero_directory_of_another_solver(tmp_path, eagre):
    case = make_case(tmp_path, "damBreak")
    assert run(eagre, "blockMesh", case).returncode == 0
    text = PROPERTIES.replace("(fixedWalls)", '(".*")')
    (case / "system/caseProperties").write_text(HEADER.format("dictionary", "caseProperties") + text)
    expect(run(eagre, "createZeroDirectory", case), BAD_CASE, "interFoam: it makes the fields of icoFoam and pisoFoam alone")
