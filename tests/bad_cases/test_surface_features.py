# SPDX-License-Identifier: BSD-3-Clause
"""openfoam.org's surfaceFeatures where only openfoam.com's surfaceFeatureExtract is on PATH."""
import itertools
import os
import re
import shutil

import foam
import own
import pytest

from test_bad_cases import BAD_CASE, expect, run

pytestmark = pytest.mark.skipif(not shutil.which("surfaceFeatureExtract"), reason="no surfaceFeatureExtract on PATH")


def cube():
    """The triangles of the unit cube as STL."""
    text = "solid cube\n"
    for axis, side in itertools.product(range(3), (0, 1)):
        square = [[0, 0, 0] for _ in range(4)]
        for corner, (a, b) in zip(square, ((0, 0), (1, 0), (1, 1), (0, 1))):
            corner[axis], corner[(axis + 1) % 3], corner[(axis + 2) % 3] = side, a, b
        square = square if side else square[::-1]
        for triangle in (square[:3], [square[0], square[2], square[3]]):
            text += "facet normal 0 0 0\nouter loop\n" + "".join("vertex {} {} {}\n".format(*p) for p in triangle) + "endloop\nendfacet\n"
    return text + "endsolid cube\n"


def case_with_cube(target, folder, dictionary):
    case = own.copy("damBreak", target)
    surface = case / "constant" / folder / "cube.stl"
    surface.parent.mkdir()
    surface.write_text(cube())
    (case / "system" / "surfaceFeaturesDict").write_text(dictionary)
    (case / "Allrun").write_text("#!/bin/sh\nrunApplication surfaceFeatures\nrunApplication blockMesh\nrunApplication setFields\ninterFoam\n")
    with open(case / "system" / "controlDict", "a") as control:
        control.write("endTime 0.001; deltaT 0.001; adjustTimeStep no; writeControl timeStep; writeInterval 1;\n")
    return case


@pytest.mark.parametrize("folder", ["triSurface", "geometry"])
def test_edges_of_a_cube(folder, tmp_path, eagre):
    case = case_with_cube(tmp_path / "case", folder,
                          'surfaces ("cube.stl"); includedAngle 150; subsetFeatures { nonManifoldEdges yes; openEdges yes; }')
    foam.run([eagre, "run", case], log=tmp_path / "log")
    assert "'surfaceFeatureExtract -dict system/surfaceFeaturesDict.extract' does it" in (tmp_path / "log").read_text()
    assert (case / "constant" / "triSurface" / "cube.eMesh").exists()
    found = (case / "log.surfaceFeatureExtract").read_text()
    assert re.search(r"^\s*edges\s*:\s*12$", found, re.M), found


@pytest.mark.skipif(not shutil.which("snappyHexMesh"), reason="no snappyHexMesh on PATH")
def test_edges_without_a_script(tmp_path, eagre):
    """snappyHexMeshDict asks for them."""
    case = case_with_cube(tmp_path / "case", "triSurface", 'surfaces ("cube.stl"); includedAngle 150;')
    (case / "Allrun").unlink()
    (case / "system/snappyHexMeshDict").write_text('castellatedMeshControls { features ( { file "cube.eMesh"; level 1; } ); }\n')
    steps = [line for line in run(eagre, "check", case).stdout.splitlines() if line.startswith("To prepare")]
    assert [step.split()[4] for step in steps] == ["blockMesh", "surfaceFeatures", "snappyHexMesh"], steps


def test_surfaces_in_parts(tmp_path, eagre):
    case = case_with_cube(tmp_path / "case", "triSurface", "cube { surfaces (cube.stl); includedAngle 150; }")
    foam.run([eagre, "run", case])
    assert re.search(r"^\s*edges\s*:\s*12$", (case / "log.surfaceFeatureExtract").read_text(), re.M)


def test_no_surfaces(tmp_path, eagre):
    case = case_with_cube(tmp_path / "case", "triSurface", "includedAngle 150;")
    expect(run(eagre, "run", case), BAD_CASE, "surfaceFeaturesDict", r"neither the dictionary nor its parts have `surfaces \( .. \)`")


@pytest.mark.skipif(os.geteuid() != 0, reason="OpenFOAM's tools refuse code to root alone")
def test_root_has_tools_read_values_in_place_of_code(tmp_path, eagre):
    """v1912: "This code should not be executed by someone with administrator rights"."""
    case = case_with_cube(tmp_path / "case", "triSurface", "")
    (case / "system" / "surfaceFeatureExtractDict").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object surfaceFeatureExtractDict; }\n"
        '#include "angles"\ncube.stl { extractionMethod extractFromSurface; includedAngle #calc "100 + $half"; writeObj no; }\n')
    (case / "system" / "angles").write_text('half #calc "5*10";\n')
    (case / "Allrun").write_text((case / "Allrun").read_text().replace("surfaceFeatures", "surfaceFeatureExtract"))
    before = (case / "system" / "surfaceFeatureExtractDict").read_bytes()
    foam.run([eagre, "run", case])
    assert re.search(r"^\s*edges\s*:\s*12$", (case / "log.surfaceFeatureExtract").read_text(), re.M)
    assert (case / "system" / "surfaceFeatureExtractDict").read_bytes() == before


def test_a_dictionary_by_its_name_in_system(tmp_path, eagre):
    """As openfoam.org's tools find it."""
    case = case_with_cube(tmp_path / "case", "triSurface", "")
    (case / "system" / "edges.1").write_text(
        "FoamFile { version 2.0; format ascii; class dictionary; object edges.1; }\n"
        "cube.stl { extractionMethod extractFromSurface; includedAngle 150; writeObj no; }\n")
    (case / "Allrun").write_text((case / "Allrun").read_text().replace("surfaceFeatures", "surfaceFeatureExtract -dict edges.1"))
    foam.run([eagre, "run", case])
    assert re.search(r"^\s*edges\s*:\s*12$", (case / "log.surfaceFeatureExtract").read_text(), re.M)
