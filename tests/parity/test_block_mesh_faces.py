# SPDX-License-Identifier: BSD-3-Clause
"""Faces of blocks that are projected onto surfaces, with another grading on each edge, against OpenFOAM v1912's blockMesh."""
import pytest

import foam
from test_mesh_tools_sets import CONTROL, HEADER, SCHEMES, contents

DICTIONARY = """
geometry
{
    ball { type sphere; origin (0.45 0.5 0.55); radius 0.9; }
    tube { type cylinder; point1 (-2 0.5 0.5); point2 (3 0.5 0.5); radius 0.8; }
    chest { type box; min (-0.2 -0.1 -0.15); max (1.1 1.2 1.15); }
    lid { type searchableDisk; origin (0.5 0.5 1.2); normal (0 0.1 1); radius 0.6; }
}
vertices ((0 0 0) (1 0 0) (1 1 0) (0 1 0) (0 0 1) (1 0 1) (1 1 1) name seventh (0 1 1));
blocks (hex (0 1 2 3 4 5 6 seventh) (5 6 4) edgeGrading (2 3 0.5 1.5 0.7 1.2 3 1 0.4 2 1.5 1));
edges (project 5 6 (tube) arc 0 1 (0.5 -0.1 -0.1));
faces (%s);
boundary (all { type wall; faces ((0 4 7 3) (1 2 6 5) (0 1 5 4) (3 7 6 2) (0 3 2 1) (4 5 6 7)); });
"""
CASES = {"all": "project (0 4 seventh 3) ball project (1 2 6 5) ball project (0 1 5 4) tube project (0 3 2 1) chest project (4 5 6 7) lid",
         "some": "project (6 5 4 7) ball project (1 2 6 5) chest"}


@pytest.mark.parametrize("name", CASES)
def test_projected_faces(tmp_path, eagre, name):
    points = {}
    for program in ("openfoam", "eagre"):
        case = tmp_path / program
        (case / "system").mkdir(parents=True)
        for file, text in dict(controlDict=CONTROL.replace("writePrecision 12", "writePrecision 16"), fvSchemes=SCHEMES, fvSolution="",
                               blockMeshDict=DICTIONARY % CASES[name]).items():
            (case / "system" / file).write_text(HEADER.format("dictionary", file) + text)
        foam.openfoam("blockMesh", case) if program == "openfoam" else foam.run([eagre, "blockMesh", case])
        points[program] = [w for w in contents(case / "constant/polyMesh/points") if isinstance(w, float)]
    assert len(points["eagre"]) == len(points["openfoam"]) == 1 + 3 * 6 * 7 * 5
    assert max(abs(a - b) for a, b in zip(*points.values())) < 1e-12
