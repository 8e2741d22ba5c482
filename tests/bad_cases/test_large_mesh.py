# SPDX-License-Identifier: BSD-3-Clause
"""`eagre check` of a case whose mesh would have 31 million cells: answered from its dictionaries, on a coarse mesh of the same blocks."""
import re

import pytest

from test_bad_cases import BAD_CASE, expect, make_case, replace, run

FACTOR = 59  # of the cells along x and y
CELLS = 9072 * FACTOR**2
HEADER = "FoamFile {{ version 2.0; format ascii; class {0}; object {1}; }}\n"


@pytest.fixture
def case(tmp_path):
    case = make_case(tmp_path, "damBreak")
    file = case / "system" / "blockMeshDict"
    file.write_text(re.sub(r"(hex\s*\([^)]*\)\s*)\((\d+) (\d+) 1\)", lambda m: f"{m[1]}({int(m[2]) * FACTOR} {int(m[3]) * FACTOR} 1)",
                           file.read_text()))
    return case


def check(eagre, case, *options):
    result = run(eagre, "check", case, *options)
    assert not list((case / "constant").glob("polyMesh/*"))
    return result


def says_not_made(result):
    assert f"on {CELLS} cells" in result.stdout and f"{CELLS:,} cells: the mesh was not made" in result.stdout
    assert "--mesh full" in result.stdout


def test_a_sound_case(case, eagre):
    result = check(eagre, case)
    expect(result, 0)
    says_not_made(result)


@pytest.mark.parametrize("file, old, new, patterns", [
    ("0/U", "walls", "wals", ["boundaryField of U", "'walls'", "'wals'"]),
    ("0/U", "noSlip", "noSlipp", ["0/U:\\d+", "noSlipp", "noSlip"]),
    ("system/fvSchemes", "Euler", "Eulr", ["fvSchemes:\\d+", "Eulr"]),
    ("system/blockMeshDict", f"({46 * FACTOR} ", f"({46 * FACTOR}x ", ["blockMeshDict:\\d+"]),
    ("0/U", "uniform (0 0 0);", "nonuniform List<vector> 2 ((1 0 0) (2 0 0));", ["0/U:\\d+", f"2 values, but there are {CELLS} cells"]),
], ids=["patch", "condition", "scheme", "blockMeshDict", "list"])
def test_everything_else_is_checked(file, old, new, patterns, case, eagre):
    replace(case, file, old, new)
    expect(check(eagre, case), BAD_CASE, *patterns)


def test_lists_on_patches_are_left_alone(case, eagre):
    replace(case, "0/U", "type noSlip;", "type fixedValue; value nonuniform List<vector> 3 ((0 0 0) (0 1 0) (0 0 0));")
    expect(check(eagre, case), 0)


def test_function_objects_are_checked(case, eagre):
    with open(case / "system/controlDict", "a") as file:
        file.write("\nfunctions { heights { type surfaceFieldValue; libs (fieldFunctionObjects); regionType patch; name leftWal; "
                   "operation sum; fields (p); writeFields no; } }\n")
    result = check(eagre, case)
    assert "leftWal" in result.stdout + result.stderr


def test_a_recipe_of_files_and_field_tools(case, eagre):
    """Its tools need the mesh: they are left out, and said."""
    (case / "0").rename(case / "0.orig")
    (case / "Allrun").write_text("#!/bin/sh\nrestore0Dir\nblockMesh\nsetExprFields\ninterFoam\n")
    (case / "system/setExprFieldsDict").write_text(HEADER.format("dictionary", "setExprFieldsDict") + "expressions ();\n")
    result = check(eagre, case)
    expect(result, 0)
    says_not_made(result)


def test_a_recipe_that_changes_the_mesh(case, eagre):
    (case / "Allrun").write_text("#!/bin/sh\nblockMesh\nmirrorMesh -overwrite\ninterFoam\n")
    (case / "system/mirrorMeshDict").write_text(HEADER.format("dictionary", "mirrorMeshDict"))
    result = check(eagre, case)
    expect(result, 0)
    assert "mesh and fields can be looked at when its steps have been done" in result.stdout


def test_more_cells_than_an_integer_counts(tmp_path, eagre):
    case = make_case(tmp_path, "cavity")
    replace(case, "system/blockMeshDict", "(20 20 1)", "(2000000 2000000 2000000)")
    expect(check(eagre, case), BAD_CASE, "blockMeshDict:19: too many cells")
    expect(run(eagre, "blockMesh", case), BAD_CASE, "blockMeshDict:19: too many cells")


def test_a_small_mesh_is_made(tmp_path, eagre):
    case = make_case(tmp_path, "damBreak")
    for options in ([], ["--mesh", "full"]):
        result = run(eagre, "check", case, *options)
        expect(result, 0)
        assert "was not made" not in result.stdout and "on 9072 cells" in result.stdout
