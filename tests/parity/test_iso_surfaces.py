# SPDX-License-Identifier: BSD-3-Clause
"""surfaces of type isoSurface and its kin, and cuttingPlane, after one step of both programs from the same state. A regularised
isoSurfaceTopo is the same surface point for point; the others cut other things, or merge triangles: how near they are."""
import numpy as np
import pytest

import cases
from test_plane_surfaces import LIMIT, SLANTED, polygons
from test_sampling import array, one_step, sampled

ISO = "isoField alpha.water; isoValue 0.5;"
FUNCTIONS = f"""
#remove functions
functions
{{
    cuts
    {{
        type surfaces; libs (sampling); writeControl timeStep; surfaceFormat vtk; fields (U p alpha.water);
        surfaces
        (
            topoPoints {{ type isoSurfaceTopo; {ISO} interpolate true; }}
            topoFaces {{ type isoSurfaceTopo; {ISO} }}
            topoTriangles {{ type isoSurfaceTopo; {ISO} regularise false; }}
            free {{ type isoSurface; {ISO} interpolate true; regularise false; }}
            merged {{ type isoSurface; {ISO} interpolate true; }}
            cell {{ type isoSurfaceCell; {ISO} interpolate true; regularise false; }}
            pressure {{ type isoSurface; isoField p; isoValue 1000; interpolate true; regularise false; }}
            pressureTopo {{ type isoSurfaceTopo; isoField p; isoValue 1000; interpolate true; }}
            none {{ type isoSurfaceTopo; isoField alpha.water; isoValue 2; interpolate true; }}
            plane {{ type plane; {SLANTED} }}
            cutting {{ type cuttingPlane; {SLANTED} }}
            unmerged {{ type cuttingPlane; {SLANTED} regularise false; }}
        );
    }}
}}
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    case = next(c for c in cases.CASES if c.name == "damBreakWithObstacle")
    return one_step(tmp_path_factory.mktemp("isoSurfaces"), eagre, case, FUNCTIONS)


def pairs(a, b):
    """For each point of a, in metres, the nearest of b; every point of b once."""
    distances = np.linalg.norm(a[:, None] - b[None], axis=2)
    nearest = distances.argmin(axis=1)
    assert len(set(nearest)) == len(a) == len(b) > 100
    assert distances[np.arange(len(a)), nearest].max() <= 1e-6
    return nearest


@pytest.mark.parametrize("name", ["topoPoints", "pressureTopo"])
def test_values_on_points(runs, name):
    ours, theirs = (sampled(case, f"cuts/{name}.vtp") for case in runs)
    (points, corners, areas), (their_points, their_corners, their_areas) = polygons(ours), polygons(theirs)
    match = pairs(points, their_points)
    assert {frozenset(match[c]) for c in corners} == {frozenset(c) for c in their_corners} and len(corners) == len(their_corners)
    assert abs(areas.sum() - their_areas.sum()) <= 1e-7 * areas.sum()
    for field in ("U", "p", "alpha.water"):
        values, expected = (array(path, field).reshape(len(points), -1) for path in (ours, theirs))
        difference = np.abs(values - expected[match]).max() / np.abs(expected).max()
        print(name, field, f"{difference:.1e}")
        assert difference <= LIMIT, field


def area_vectors(points, corners):
    return np.array([0.5 * sum(np.cross(points[c[i]] - points[c[0]], points[c[i + 1]] - points[c[0]]) for i in range(1, len(c) - 1))
                     for c in corners])


def test_values_on_faces(runs):
    """Also that the normals point where theirs do."""
    ours, theirs = (sampled(case, "cuts/topoFaces.vtp") for case in runs)
    (points, corners, _), (their_points, their_corners, _) = polygons(ours), polygons(theirs)
    match = pairs(points, their_points)
    place = {frozenset(c): i for i, c in enumerate(their_corners)}
    order = [place[frozenset(match[c])] for c in corners]
    assert sorted(order) == list(range(len(their_corners)))
    normals, their_normals = area_vectors(points, corners), area_vectors(their_points, their_corners)[order]
    print(normals.sum(axis=0), their_normals.sum(axis=0))
    assert np.abs(normals - their_normals).max() <= 1e-7 * np.sqrt(np.abs(normals).max())  # coordinates [m] of 32 bits, near 1
    for field in ("U", "p", "alpha.water"):
        values, expected = (array(path, field).reshape(len(corners), -1) for path in (ours, theirs))
        assert np.abs(values - expected[order]).max() <= LIMIT * np.abs(expected).max(), field


def area_and_centroid(path):
    points, corners, areas = polygons(path)
    return areas.sum(), sum(area * points[c].mean(axis=0) for area, c in zip(areas, corners)) / areas.sum()


@pytest.mark.parametrize("name", ["free", "merged", "cell", "pressure"])
def test_near(runs, name):
    """Cells have edges of 31 mm, so that the cavity of the column is four of them wide."""
    (area, centroid), (their_area, their_centroid) = (area_and_centroid(sampled(case, f"cuts/{name}.vtp")) for case in runs)
    print(name, f"{area / their_area - 1:.4f} {np.abs(centroid - their_centroid).max() * 1e3:.1f} mm")
    assert abs(area - their_area) <= 0.03 * their_area and np.abs(centroid - their_centroid).max() <= 4e-3


@pytest.mark.parametrize("name", ["cutting", "unmerged"])
def test_cutting_plane(runs, name):
    (area, centroid), (their_area, their_centroid) = (area_and_centroid(sampled(case, f"cuts/{name}.vtp")) for case in runs)
    print(name, f"{area / their_area - 1:.1e}")
    assert abs(area - their_area) <= 1e-8 * their_area and np.abs(centroid - their_centroid).max() <= 1e-6
    assert sampled(runs[0], f"cuts/{name}.vtp").read_text() == sampled(runs[0], "cuts/plane.vtp").read_text()


def test_nowhere(runs):
    """A value that is nowhere: no file in either."""
    assert not any(sampled(case, "cuts/none.vtp").exists() for case in runs)
