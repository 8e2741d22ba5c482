# SPDX-License-Identifier: BSD-3-Clause
"""sets, surfaces and interfaceHeight on a mesh that moves: places are those of the room, patches go with the mesh."""
import dataclasses
import shutil

import numpy as np
import pytest

import cases
import foam
from test_moving_mesh import NAMED, motion
from test_sampling import LIMIT, sampled, words_and_numbers

FUNCTIONS = """
#remove functions
functions
{
    lines
    {
        type sets; libs (sampling); writeControl timeStep; interpolationScheme cellPoint; setFormat raw; fields (U alpha.water);
        sets
        (
            up { type uniform; axis z; start (0.001 0.02 -0.02); end (0.001 0.02 0.02); nPoints 801; }
            gauge { type midPointAndFace; axis z; start (0.001 0.02 -0.02); end (0.001 0.02 0.02); }
            slanted { type uniform; axis xyz; start (-0.002 -0.04 0.0011); end (0.0052 0.037 -0.001); nPoints 60; }
        );
    }
    middles
    {
        type sets; libs (sampling); writeControl timeStep; interpolationScheme cell; setFormat csv; fields (p_rgh U);
        sets
        (
            both { type midPointAndFace; axis distance; start (0.0005 -0.2 0.0007); end (0.0006 0.2 0.0008); }
            cloud { type cloud; axis xyz; points ((0.001 0.01 0.0004) (0.002 0.021 0.002) (5 5 5)); }
        );
    }
    walls
    {
        type surfaces; libs (sampling); writeControl timeStep; surfaceFormat raw; fields (p U); interpolationScheme cellPoint;
        surfaces
        (
            faces { type patch; patches (walls); triangulate false; }
            points { type patch; patches (walls); interpolate true; triangulate false; }
        );
    }
    %s
}
"""
HEIGHT = "heights { type interfaceHeight; alpha alpha.water; locations ((0.001 0.02 0.001)); writeControl timeStep; }"
FILES = ["lines/up_alpha.water.xy", "lines/gauge_U.xy", "lines/up_U.xy", "lines/slanted_U.xy", "middles/both_p_rgh.csv", "middles/both_U.csv", "middles/cloud_U.csv",
         "walls/p_faces.raw", "walls/U_faces.raw", "walls/p_points.raw", "walls/U_points.raw"]


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    directory = tmp_path_factory.mktemp("moving")
    case = NAMED["boxOscillatesCorrected"]
    theirs = cases.develop(case, directory)
    cases.set_steps(case, theirs, 2)
    ours = directory / "eagre"
    shutil.copytree(theirs, ours)
    foam.append(theirs, "system/controlDict", FUNCTIONS % "")
    foam.append(ours, "system/controlDict", FUNCTIONS % HEIGHT)
    foam.openfoam(case.application, theirs, log=directory / "log.openfoam")
    foam.run([eagre, "run", ours, "-n", 2], log=directory / "log.eagre")
    return ours, theirs


@pytest.mark.parametrize("name", FILES)
def test_files(runs, name):
    (words, ours), (their_words, theirs) = (words_and_numbers(sampled(case, name).read_text()) for case in runs)
    assert len(theirs) > 0 and words == their_words and len(ours) == len(theirs)
    difference = np.abs(ours - theirs).max() / np.abs(theirs).max()
    print(name, len(ours), f"{difference:.1e}")
    assert difference <= LIMIT


def test_interface_height(runs):
    """The same integral of the line, from the wall where it is now."""
    ours = runs[0]
    rows = [line for line in (ours / "postProcessing" / "heights" / foam.times(ours)[-3] / "height.dat").read_text().splitlines() if line[0] != "#"]
    hB, hL = (float(v) for v in rows[-1].split()[1:])
    line = np.loadtxt(sampled(ours, "lines/gauge_alpha.water.xy"))
    integral = np.sum(0.5 * (line[1:, 1] + line[:-1, 1]) * np.diff(line[:, 0]))
    bottom = -0.005 + 0.01 * np.sin(20 * float(foam.times(ours)[-1]))
    print(hB, integral)
    assert abs(hB - integral) < 1e-9
    assert abs(hL - (hB + bottom - 0.001)) < 1e-12


@pytest.mark.parametrize("ranks", [1, 2])
def test_a_plane_that_misses_the_mesh_comes_back(ranks, tmp_path, eagre):
    """A box that shakes to and fro is above the plane at some times: files at the times of OpenFOAM's, with as many points, and 0 in tables between."""
    functions = """#remove functions
    functions
    {
        planes
        {
            type surfaces; libs (sampling); writeControl timeStep; surfaceFormat raw; fields (alpha.water); interpolationScheme cell;
            surfaces ( cut { type plane; planeType pointAndNormal; pointAndNormalDict { point (0 0.051 0); normal (0 1 0); } triangulate false; } );
        }
        %s
    }"""
    area = ("area { type surfaceFieldValue; libs (fieldFunctionObjects); regionType sampledSurface; name cut; operation areaIntegrate; fields (alpha.water); "
            "writeArea yes; writeFields no; sampledSurfaceDict { type plane; planeType pointAndNormal; pointAndNormalDict { point (0 0.051 0); normal (0 1 0); } } }")
    case = dataclasses.replace(NAMED["boxOscillates"], files=motion("solidBodyMotionFunction oscillatingLinearMotion; amplitude (0 0.002 0); omega 1000;"))
    theirs = cases.prepare(case, tmp_path)
    foam.append(theirs, "system/controlDict", "adjustTimeStep no; deltaT 0.001; endTime 0.008; writeControl timeStep; writeInterval 8;")
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.append(theirs, "system/controlDict", functions % "")
    foam.append(ours, "system/controlDict", functions % area)
    foam.openfoam(case.application, theirs)
    foam.run([eagre, "run", "--mesh", "as-is", "--fields", "as-is", ours, "-n", ranks])
    times = foam.times(theirs / "postProcessing/planes")
    assert foam.times(ours / "postProcessing/planes") == times == ["0.001", "0.002", "0.007", "0.008"]
    for time in times:
        a, b = (np.loadtxt(c / f"postProcessing/planes/{time}/alpha.water_cut.raw") for c in (ours, theirs))
        assert a.shape == b.shape and np.abs(a[:, :3] - b[:, :3]).max() <= 1e-9
    rows = np.loadtxt(ours / "postProcessing/area/0/surfaceFieldValue.dat")
    assert [row[0] for row in rows if row[1] > 0] == [float(time) for time in times] and np.isfinite(rows).all() and len(rows) == 8
