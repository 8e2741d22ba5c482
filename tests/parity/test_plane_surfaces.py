# SPDX-License-Identifier: BSD-3-Clause
"""surfaces of type plane after one step of both programs from the same state: areas and integrals of values on faces, and the
values on points; and the tables of surfaceFieldValue on sampled surfaces. The triangulation is each program's own."""
import re
import shutil

import numpy as np
import pytest

import cases
import foam
from test_function_objects import table
from test_sampling import array, one_step, sampled, words_and_numbers

LIMIT = 1e-6  # OpenFOAM's files have 32 bits
TABLE_LIMIT = 1e-7
SLANTED = "planeType pointAndNormal; pointAndNormalDict { point (0.301 0.2003 0.0051); normal (1 0.7 0.3); }"
POINTS = "interpolate true; triangulate false;"
#: surfaceFieldValue: the operation and the surface.
VALUES = {
    "mean": ("areaAverage", f"type plane; {SLANTED}"),
    "integral": ("areaIntegrate", f"type plane; {SLANTED}"),
    "sum": ("sum", f"type plane; {SLANTED} triangulate false;"),
    "sumMag": ("sumMag", f"type plane; {SLANTED} triangulate false;"),
    "smallest": ("min", f"type plane; {SLANTED}"),
    "largestAtPoints": ("max", f"type plane; {SLANTED} {POINTS}"),
    "averageAtPoints": ("average", f"type plane; {SLANTED} {POINTS}"),
    "iso": ("areaAverage", "type isoSurfaceTopo; isoField alpha.water; isoValue 0.5;"),
    "patch": ("areaIntegrate", "type patch; patches (walls);"),
}


def surface_value(name, operation, surface):
    return (f"{name} {{ type surfaceFieldValue; libs (fieldFunctionObjects); writeFields false; fields (alpha.water U p); "
            f"operation {operation}; regionType sampledSurface; name {name}Surface; sampledSurfaceDict {{ {surface} }} }}")


FUNCTIONS = f"""
#remove functions
functions
{{
    planes
    {{
        type surfaces; libs (sampling); writeControl timeStep; interpolationScheme cellPoint; surfaceFormat vtk; fields (U p alpha.water);
        surfaces
        (
            faces {{ type plane; {SLANTED} }}
            points {{ type plane; {SLANTED} interpolate true; triangulate false; }}
            three {{ type plane; planeType embeddedPoints;
                     embeddedPointsDict {{ point1 (0.1 0 0); point2 (0.4 0.1 0.001); point3 (0.5 0.4 0.01); }} }}
            equation {{ type plane; planeType planeEquation; planeEquationDict {{ a 0; b 3; c 0; d -0.3; }} }}
        );
    }}
    {" ".join(surface_value(name, *value) for name, value in VALUES.items())}
    meanOfPoints {{ $mean; sampledSurfaceDict {{ {POINTS} }} }}
}}
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    case = next(c for c in cases.CASES if c.name == "damBreakWithObstacle")
    return one_step(tmp_path_factory.mktemp("planes"), eagre, case, FUNCTIONS)


def polygons(path):
    """Points, the corners of every polygon, and its area."""
    points = array(path, "Points").reshape(-1, 3)
    corners = np.split(array(path, "connectivity").astype(int), array(path, "offsets").astype(int)[:-1])
    areas = [0.5 * np.linalg.norm(sum(np.cross(points[c[i]] - points[c[0]], points[c[i + 1]] - points[c[0]]) for i in range(1, len(c) - 1)))
             for c in corners]
    return points, corners, np.array(areas)


@pytest.mark.parametrize("name", ["faces", "three", "equation"])
def test_integrals(runs, name):
    ours, theirs = (sampled(case, f"planes/{name}.vtp") for case in runs)
    sums = []
    for path in (ours, theirs):
        areas = polygons(path)[2]
        sums.append(np.concatenate([[areas.sum()]] + [
            (areas[:, None] * array(path, field).reshape(len(areas), -1)).sum(axis=0) for field in ("U", "p", "alpha.water")]))
        scale = np.array([areas.sum()] + [areas.sum() * np.abs(array(path, f)).max() for f in ("U", "U", "U", "p", "alpha.water")])
    print(name, sums[0][0], np.abs(sums[0] - sums[1]) / scale)
    assert sums[0][0] > 0 and (np.abs(sums[0] - sums[1]) <= LIMIT * scale).all()


def test_points(runs):
    ours, theirs = (sampled(case, "planes/points.vtp") for case in runs)
    a, b = (polygons(path) for path in (ours, theirs))
    assert len(a[0]) == len(b[0]) > 100 and len(a[1]) == len(b[1]) and abs(a[2].sum() - b[2].sum()) < LIMIT * a[2].sum()
    order, their_order = (np.lexsort(np.round(p, 5).T) for p in (a[0], b[0]))
    np.testing.assert_allclose(a[0][order], b[0][their_order], atol=1e-6)
    for field in ("U", "p", "alpha.water"):
        x, y = array(ours, field).reshape(len(a[0]), -1)[order], array(theirs, field).reshape(len(a[0]), -1)[their_order]
        assert np.abs(x - y).max() <= LIMIT * np.abs(y).max(), field


@pytest.mark.parametrize("name", VALUES)
def test_surface_field_value(runs, name):
    (header, form, ours), (their_header, their_form, theirs) = (table(case, f"{name}/surfaceFieldValue") for case in runs)
    assert form.split() == their_form.split() and len(ours) == 6
    (words, sizes), (their_words, their_sizes) = (words_and_numbers("\n".join(lines)) for lines in (header, their_header))
    assert words == their_words and sizes[0] == their_sizes[0] and abs(sizes[1] - their_sizes[1]) <= TABLE_LIMIT * sizes[1]
    scale = np.repeat([max(abs(theirs[1]), 0.01), np.abs(theirs[2:5]).max(), abs(theirs[5])], [1, 3, 1])
    print(name, theirs, ours - theirs)
    assert (np.abs(ours - theirs)[1:] <= TABLE_LIMIT * scale).all()


def test_area_average_of_points(runs):
    """OpenFOAM v1912 multiplies the values of points with the areas of faces; its own file of the same surface has both."""
    path = sampled(runs[1], "planes/points.vtp")
    _, corners, areas = polygons(path)
    means = [np.array([field[c].mean(axis=0) for c in corners]) for field in (
        array(path, name).reshape(-1, n) for name, n in (("alpha.water", 1), ("U", 3), ("p", 1)))]
    expected = np.concatenate([(areas[:, None] * mean).sum(axis=0) / areas.sum() for mean in means])
    ours = table(runs[0], "meanOfPoints/surfaceFieldValue")[2][1:]
    scale = np.repeat([np.abs(mean).max() for mean in means], [1, 3, 1])
    assert np.abs(expected).max() > 0 and (np.abs(ours - expected) <= LIMIT * scale).all()


@pytest.mark.parametrize("text, message", [
    ("planes { surfaces ( out { type plane; planeType pointAndNormal; pointAndNormalDict { point (9 0 0); normal (1 0 0); } } ); }",
     "surface out: the plane does not cut the mesh"),
    ("planes { surfaces ( iso { type isoSurface; isoField alpha; isoValue 1; } ); }",
     "surface iso: isoField: there is no scalar field 'alpha'"),
    ("mean { sampledSurfaceDict { pointAndNormalDict { point (9 0 0); } } }", "surface meanSurface: the plane does not cut the mesh"),
    ("mean { fields (phi); }", "field 'phi' lives on the faces of the mesh"),
], ids=["beside", "isoField", "valueBeside", "flux"])
def test_what_cannot_be_sampled_is_left_out(runs, tmp_path, eagre, text, message):
    shutil.copytree(runs[0], tmp_path / "case")
    foam.append(tmp_path / "case", "system/controlDict", f"functions {{ {text} }}")
    result = foam.run([eagre, "run", tmp_path / "case"], check=False)
    assert result.returncode == 0 and re.search(message, result.stdout) and "left out" in result.stdout
