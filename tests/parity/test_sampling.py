# SPDX-License-Identifier: BSD-3-Clause
"""sets, surfaces: the files that both programs write after one step from the same developed state. interfaceHeight: against the
field, since OpenFOAM v1912 has none."""
import base64
import re
import shutil

import numpy as np
import pytest

import cases
import foam
import own
from source_cases import PISO_SOLVERS

LIMIT = 1e-7
DAM = """
#remove functions
functions
{
    lines
    {
        type sets; libs (sampling); writeControl timeStep; interpolationScheme cellPoint; setFormat raw; fields (U alpha.water);
        sets
        (
            up { type uniform; axis distance; start (0.1001 0 0.005); end (0.1001 0.584 0.005); nPoints 101; }
            slanted { type uniform; axis xyz; start (-0.05 0.01 0.007); end (0.57 0.3 0.002); nPoints 60; }
            through { type uniform; axis x; start (0.2 0.02 0.005); end (0.4 0.021 0.005); nPoints 50; }
        );
    }
    gauges
    {
        type sets; libs (sampling); writeControl timeStep; interpolationScheme cellPointFace; setFormat vtk; fields (alpha.water);
        sets
        (
            gauge_1 { type face; axis y; start (0.02 0.20 0.005); end (0.02 0.25 0.005); nPoints 100; }
            gauge_2 { type face; axis y; start (0.2 0.03 0.005); end (0.2 0.55 0.005); nPoints 100; }
        );
    }
    middles
    {
        type sets; libs (sampling); writeControl timeStep; interpolationScheme cell; setFormat csv; fields (p_rgh U);
        sets
        (
            middle { type midPoint; axis x; start (0 0.1 0.005); end (0.584 0.11 0.005); }
            both { type midPointAndFace; axis distance; start (0.2 0.02 0.005); end (0.4 0.021 0.005); }
            cloud { type cloud; axis xyz; points ((0.1 0.1 0.005) (0.2 0.21 0.004) (5 5 5)); }
        );
    }
    walls
    {
        type surfaces; libs (sampling); writeControl timeStep; surfaceFormat raw; fields (p U); interpolationScheme cellPoint;
        surfaces
        (
            faces { type patch; patches (leftWall lowerWall); triangulate false; }
            points { type patch; patches ("(left|lower)Wall"); interpolate true; triangulate false; }
        );
    }
    points
    {
        type probes; libs (sampling); fields (U alpha.water p_rgh); interpolationScheme cellPoint;
        probeLocations ((0.1012 0.1013 0.0051) (0.25 0.06 0.004) (0.001 0.583 0.007) (0.3 0.01 0.005) (0.146 0.011 0.005) (5 5 5));
    }
    pointsAndFaces { $points; interpolationScheme cellPointFace; }
    ofCells { $points; interpolationScheme cell; }
    %s
}
"""
HEIGHT = "heights { type interfaceHeight; alpha alpha.water; locations ((0.1 0.2 0.005) (0.2 0.1 0.005)); }"
PISO = """
#remove functions
functions
{
    nearWall
    {
        type surfaces; libs (sampling); writeControl writeTime; interpolationScheme cellPoint; surfaceFormat vtk; fields (U k);
        surfaces
        (
            nearWall { type patchInternalField; patches (fixedWalls); distance 1E-6; interpolate true; triangulate false; }
            deep { type patchInternalField; patches (movingWall); distance 0.0152; interpolate false; triangulate false; }
        );
    }
}
"""


def one_step(directory, eagre, case, functions, extra=""):
    theirs = cases.develop(case, directory)
    cases.set_one_step(case, theirs)
    ours = directory / "eagre"
    shutil.copytree(theirs, ours)
    foam.append(theirs, "system/controlDict", functions % "" if "%s" in functions else functions)
    foam.append(ours, "system/controlDict", functions % extra if "%s" in functions else functions)
    foam.openfoam(case.application, theirs, log=directory / "log.openfoam")
    foam.run([eagre, "run", ours, "-n", 2], log=directory / "log.eagre")
    return ours, theirs


@pytest.fixture(scope="module")
def dam(tmp_path_factory, eagre):
    case = next(c for c in cases.CASES if c.name == "damBreak")
    return one_step(tmp_path_factory.mktemp("dam"), eagre, case, DAM, HEIGHT)


@pytest.fixture(scope="module")
def piso(tmp_path_factory, eagre):
    case = cases.Case("cavity", cases.PISO_CAVITY, "pisoFoam", (), PISO_SOLVERS, 0.5, 0.005)
    return one_step(tmp_path_factory.mktemp("piso"), eagre, case, PISO)


def sampled(case, name):
    return case / "postProcessing" / name.split("/")[0] / foam.times(case)[-1] / name.split("/")[1]


def words_and_numbers(text):
    number = r"(?<![\w.])[-+]?\d[\d.]*(?:e[-+]?\d+)?(?![\w.])"
    return re.sub(number, "N", text).split(), np.array([float(v) for v in re.findall(number, text)])


FILES = ["lines/up_U.xy", "lines/up_alpha.water.xy", "lines/slanted_U.xy", "lines/slanted_alpha.water.xy", "lines/through_U.xy",
         "gauges/gauge_1_alpha.water.vtk", "gauges/gauge_2_alpha.water.vtk", "middles/middle_p_rgh.csv", "middles/both_U.csv",
         "middles/both_p_rgh.csv", "middles/cloud_p_rgh.csv", "walls/p_faces.raw", "walls/U_faces.raw", "walls/p_points.raw",
         "walls/U_points.raw"]


# Through the obstacle: OpenFOAM v1912 stops in front of it, Eagre goes on behind.
INTERRUPTED = ["lines/through_U.xy", "middles/both_U.csv", "middles/both_p_rgh.csv"]


@pytest.mark.parametrize("name", FILES)
def test_files(dam, name):
    (words, ours), (their_words, theirs) = (words_and_numbers(sampled(case, name).read_text()) for case in dam)
    if name in INTERRUPTED:
        assert len(ours) > 1.5 * len(theirs)
        words, ours = words[:len(their_words)], ours[:len(theirs)]
    assert len(theirs) > 0 and words == their_words
    difference = np.abs(ours - theirs).max() / np.abs(theirs[np.abs(theirs) < 1e6]).max()
    print(name, len(ours), f"{difference:.1e}")
    assert difference <= LIMIT


@pytest.mark.parametrize("name", ["U", "alpha.water", "p_rgh"])
@pytest.mark.parametrize("probes", ["points", "pointsAndFaces", "ofCells"])
def test_probes_between_cells(dam, probes, name):
    (words, ours), (their_words, theirs) = (words_and_numbers(next((case / "postProcessing" / probes).rglob(name)).read_text()) for case in dam)
    assert words == their_words
    there = np.abs(theirs) < 1e6  # two points are in no cell
    assert 0 < there.sum() < len(theirs) and (ours[~there] == theirs[~there]).all()
    assert np.abs(ours - theirs)[there].max() <= LIMIT * np.abs(theirs[there]).max()


def test_probes_that_go_with_the_mesh_take_cells(tmp_path, eagre):
    case = own.copy("cavity", tmp_path / "case")
    foam.append(case, "system/controlDict", "endTime 0.005; functions { p { type probes; libs (sampling); fields (p); fixedLocations no; "
                "interpolationScheme cellPoint; probeLocations ((0.05 0.05 0.005)); } }")
    said = foam.run([eagre, "run", case]).stdout
    assert "with fixedLocations no the values are those of the cells" in said


def array(path, name):
    """A DataArray of a .vtp file, ascii or in base64."""
    match = re.search(rf"<DataArray type='(\w+)' Name='{name}'[^>]*format='(\w+)'>\s*(.*?)\s*</DataArray>", path.read_text(), re.S)
    if match[2] == "ascii":
        return np.array(match[3].split(), dtype=float)
    data = base64.b64decode(match[3])
    kind = {"Float32": "<f4", "Float64": "<f8", "Int32": "<i4", "Int64": "<i8"}[match[1]]
    return np.frombuffer(data[8:], dtype=kind).astype(float)


@pytest.mark.parametrize("name", ["nearWall", "deep"])
def test_vtk_surfaces(piso, name):
    ours, theirs = (sampled(case, f"nearWall/{name}.vtp") for case in piso)
    for field, limit in (("connectivity", 0), ("offsets", 0), ("Points", 1e-6), ("U", 1e-6), ("k", 1e-6)):  # theirs has 32 bits
        a, b = array(ours, field), array(theirs, field)
        assert a.shape == b.shape and len(a) > 0
        difference = np.abs(a - b).max() / max(1e-30, np.abs(b).max())
        print(name, field, f"{difference:.1e}")
        assert difference <= limit


def test_interface_height(dam):
    """Against the same integral of the file of a line through all points of a fine uniform set (trapezoids of cellPoint)."""
    ours = dam[0]
    start = foam.times(ours)[-2]
    directory = ours / "postProcessing" / "heights" / start
    rows = [line for line in (directory / "height.dat").read_text().splitlines() if not line.startswith("#")]
    hB0, hL0, hB1, hL1 = (float(v) for v in rows[-1].split()[1:])
    line = np.loadtxt(sampled(ours, "lines/up_alpha.water.xy"))
    integral = np.sum(0.5 * (line[1:, 1] + line[:-1, 1]) * np.diff(line[:, 0]))
    assert abs(hB0 - integral) < 2e-3 * integral
    assert abs(hB0 - hL0 - 0.2) < 1e-12 and abs(hB1 - hL1 - 0.1) < 1e-12
    position = [line for line in (directory / "position.dat").read_text().splitlines() if not line.startswith("#")][-1]
    numbers = np.array(re.findall(r"[-+\d.e]+", position), dtype=float)[1:]
    np.testing.assert_allclose(numbers, [0.1, hB0, 0.005, 0.2, hB1, 0.005], atol=1e-12)
