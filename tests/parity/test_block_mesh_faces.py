# SPDX-License-Identifier: BSD-3-Clause
"""Faces of blocks that are projected onto surfaces, with another grading on each edge, against OpenFOAM v1912's blockMesh."""
import itertools

import numpy as np
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


MEETING = """
geometry
{
    ball { type sphere; origin (0.45 0.5 0.55); radius 0.9; }
    tube { type cylinder; point1 (-2 0.5 0.5); point2 (3 0.5 0.5); radius 0.75; }
    floor { type plane; planeType pointAndNormal; pointAndNormalDict { point (0 0 -0.1); normal (0.1 0 1); } }
    wall { type plate; origin (-1 -0.15 -1); span (3 0 3); }
    chest { type box; min (-0.2 -0.1 -0.15); max (1.1 1.2 1.15); }
    hull { type triSurfaceMesh; file "hull.obj"; }
}
vertices
(
    project (0 0 0) (floor wall) project (1 0 0) (hull floor) project (1 1 0) (tube chest) (0 1 0)
    project (0 0 1) (hull) project (1 0 1) (ball tube) (1 1 1) project (0 1 1) (ball tube floor)
);
blocks (hex (0 1 2 3 4 5 6 7) (5 6 4) simpleGrading (2 3 0.5));
edges (project 0 1 (floor wall) project 4 5 (hull) project 5 6 (ball tube) project 1 2 (floor hull));
faces (project (4 5 6 7) hull project (0 3 2 1) hull);
boundary (all { type wall; faces ((0 4 7 3) (1 2 6 5) (0 1 5 4) (3 7 6 2) (0 3 2 1) (4 5 6 7)); });
"""


def hull():
    """An octahedron about the block, each side as four triangles."""
    centre, radii = np.array([0.5, 0.45, 0.5]), np.array([1.3, 1.5, 1.1])
    points = []
    for signs in itertools.product((1, -1), repeat=3):
        corners = [np.eye(3)[i] * signs[i] for i in range(3)]
        a, b, c = corners if np.prod(signs) > 0 else corners[::-1]
        ab, bc, ca = ((p + q) / np.linalg.norm(p + q) * 0.9 for p, q in ((a, b), (b, c), (c, a)))
        for triangle in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)):
            points += ["v {:.12g} {:.12g} {:.12g}".format(*(centre + radii * p)) for p in triangle]
    return "\n".join(points + [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(len(points) // 3)] + [""])


def test_where_surfaces_meet_and_triangles(tmp_path, eagre):
    points = {}
    for program in ("openfoam", "eagre"):
        case = tmp_path / program
        for folder in ("system", "constant/geometry"):
            (case / folder).mkdir(parents=True)
        (case / "constant/geometry/hull.obj").write_text(hull())
        for file, text in dict(controlDict=CONTROL.replace("writePrecision 12", "writePrecision 16"), fvSchemes=SCHEMES, fvSolution="",
                               blockMeshDict=MEETING).items():
            (case / "system" / file).write_text(HEADER.format("dictionary", file) + text)
        foam.openfoam("blockMesh", case) if program == "openfoam" else foam.run([eagre, "blockMesh", case])
        points[program] = np.array([w for w in contents(case / "constant/polyMesh/points") if isinstance(w, float)])
    assert len(points["eagre"]) == len(points["openfoam"]) == 1 + 3 * 6 * 7 * 5
    np.testing.assert_allclose(points["eagre"], points["openfoam"], atol=1e-12)
