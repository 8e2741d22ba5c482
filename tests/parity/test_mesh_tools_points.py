# SPDX-License-Identifier: BSD-3-Clause
"""transformPoints, extrudeMesh, refineMesh and mirrorMesh make the meshes that OpenFOAM v1912's tools make."""
import re
import shutil

import numpy as np
import pytest

import foam
import poly_mesh

CONTROL = """application icoFoam; startFrom startTime; startTime 0; stopAt endTime; endTime 1; deltaT 1; writeControl timeStep;
writeInterval 1; writeFormat ascii; writePrecision 17; writeCompression off;"""

VERTICES = "((0 0 0) (2 0.1 0) (2.2 1 0) (0 1 0) (0 0 0.5) (2 0 0.6) (2.1 1 0.5) (0 1.1 0.5))"
BOX = f"""scale 1; vertices {VERTICES}; blocks (hex (0 1 2 3 4 5 6 7) water (6 5 4) simpleGrading (2 1 0.5));
boundary (left {{ type patch; faces ((0 4 7 3)); }} right {{ type wall; faces ((1 2 6 5)); }}
          back {{ type patch; faces ((0 3 2 1)); }} front {{ type patch; faces ((4 5 6 7)); }}
          sides {{ type wall; faces ((0 1 5 4) (3 7 6 2)); }});"""
# A straight box, so that its mirror planes are planes of faces and refined faces stay flat.
STRAIGHT = BOX.replace(VERTICES, "((0 0 0) (2 0 0) (2 1 0) (0 1 0) (0 0 0.5) (2 0 0.5) (2 1 0.5) (0 1 0.5))")
WEDGE = """scale 1; vertices ((0 0 0) (2 0 0) (2 0.5 -0.02) (0 0.5 -0.02) (2 0.5 0.02) (0 0.5 0.02));
blocks (hex (0 1 2 3 0 1 4 5) (8 5 1) simpleGrading (1 3 1));
boundary (left { type patch; faces ((0 0 5 3)); } right { type patch; faces ((1 2 4 1)); } axis { type empty; faces ((0 1 1 0)); }
          outer { type wall; faces ((3 5 4 2)); } back { type wedge; faces ((0 3 2 1)); } front { type wedge; faces ((0 1 4 5)); });"""
# One layer in the plane z = 0, which touches the axis of x.
FLAT = """scale 1; vertices ((0 0 -0.01) (1 0 -0.01) (1 0.5 -0.01) (0 0.5 -0.01) (0 0 0.01) (1 0 0.01) (1 0.5 0.01) (0 0.5 0.01));
blocks (hex (0 1 2 3 4 5 6 7) (5 4 1) simpleGrading (1 1 1));
boundary (left { type patch; faces ((0 4 7 3)); } right { type patch; faces ((1 2 6 5)); } axis { type patch; faces ((0 1 5 4)); }
          outer { type wall; faces ((3 7 6 2)); } back { type patch; faces ((0 3 2 1)); } front { type patch; faces ((4 5 6 7)); });"""
SETS = """actions ( { name c0; type cellSet; action new; source boxToCell; sourceInfo { box %s; } } );"""


def header(name):
    return f"FoamFile {{ version 2.0; format ascii; class dictionary; object {name}; }}\n"


@pytest.fixture
def twins(tmp_path):
    """Makes a case with a mesh, and a copy of it: ours and theirs."""
    def make(block, **dictionaries):
        system = tmp_path / "theirs" / "system"
        system.mkdir(parents=True)
        files = {"controlDict": CONTROL, "fvSchemes": "ddtSchemes{} gradSchemes{} divSchemes{} laplacianSchemes{} "
                 "interpolationSchemes{} snGradSchemes{}", "fvSolution": "", "blockMeshDict": block, **dictionaries}
        for name, text in files.items():
            (system / name).write_text(header(name) + text)
        foam.openfoam("blockMesh", tmp_path / "theirs")
        if "topoSetDict" in dictionaries:
            foam.openfoam("topoSet", tmp_path / "theirs")
        shutil.copytree(tmp_path / "theirs", tmp_path / "ours")
        return tmp_path / "ours", tmp_path / "theirs"
    return make


def both(eagre, tool, ours, theirs, *arguments):
    foam.openfoam(tool, theirs, *arguments)
    return foam.run([eagre, tool, ours, *arguments]).stdout


@pytest.mark.parametrize("options", [
    ("-translate", "(1 2 3)"), ("-rotate", "((1 0 0) (0 1 1))"), ("-rotate", "((1 0 0) (-1 0 0))"), ("-rotate-angle", "((1 2 3) 33)"),
    ("-rollPitchYaw", "(10 20 30)"), ("-yawPitchRoll", "(10 20 30)"), ("-scale", "0.001"), ("-scale", "(1 2 -0.5)"),
    ("-origin", "(0.1 0 0)", "-rotate", "((1 0 0) (0 0 1))", "-scale", "2", "-translate", "(0 1 0)")], ids=" ".join)
def test_transform_points(twins, eagre, options):
    ours, theirs = twins(BOX)
    both(eagre, "transformPoints", ours, theirs, *options)
    a, b = poly_mesh.PolyMesh(ours).points, poly_mesh.PolyMesh(theirs).points
    assert np.abs(a - b).max() <= 1e-15 * np.abs(b).max()


def test_transform_points_string(twins, eagre):
    """The one argument of OpenFOAM 9 and later does the same as one option after another."""
    ours, theirs = twins(BOX)
    foam.run([eagre, "transformPoints", ours, "translate=(1 0 0), Rx=30, Ra=(0 1 1) 20, scale=(1 2 3)"])
    for options in (("-translate", "(1 0 0)", "-rotate-angle", "((1 0 0) 30)"),
                    ("-rotate-angle", "((0 1 1) 20)", "-scale", "(1 2 3)")):
        foam.openfoam("transformPoints", theirs, *options)
    assert poly_mesh.differences(ours, theirs, 1e-14) == []


EXTRUSIONS = {
    "linearNormal": (BOX, "constructFrom mesh; sourcePatches (right); nLayers 4; expansionRatio 1.2; extrudeModel linearNormal; "
                          "linearNormalCoeffs { thickness 1; }"),
    "linearDirection": (BOX, "constructFrom mesh; sourcePatches (right front); nLayers 3; extrudeModel linearDirection; "
                             "linearDirectionCoeffs { axisPt (0 0 0); direction (1 0.2 0.9); thickness 2; }"),
    "patch": (BOX, "constructFrom patch; sourcePatches (back); exposedPatchName front; nLayers 2; extrudeModel linearNormal; "
                   "linearNormalCoeffs { thickness 0.3; firstCellThickness 0.1; }"),
    "flipped": (BOX, "constructFrom patch; sourcePatches (back); exposedPatchName front; nLayers 2; extrudeModel linearNormal; "
                     "linearNormalCoeffs { thickness 0.3; }"),
    "radial": (BOX, "constructFrom mesh; sourcePatches (right); nLayers 3; extrudeModel linearRadial; linearRadialCoeffs { R 4; }"),
    "plane": (BOX, "constructFrom patch; sourcePatches (left); exposedPatchName right; extrudeModel plane; "
                   "linearNormalCoeffs { thickness 0.1; }"),
    "sector": (BOX, "constructFrom patch; sourcePatches (back); exposedPatchName front; nLayers 5; extrudeModel sector; "
                    "sectorCoeffs { axisPt (0 -1 0); axis (-1 0 0); angle 60; }"),
    "wedge": (FLAT, "constructFrom patch; sourcePatches (back); exposedPatchName front; extrudeModel wedge; "
                    "sectorCoeffs { axisPt (0 0 -0.01); axis (-1 0 0); angle 4; }"),
}


@pytest.mark.parametrize("name", EXTRUSIONS)
def test_extrude_mesh(twins, eagre, name):
    block, text = EXTRUSIONS[name]
    flip = "true" if name == "flipped" else "false"
    ours, theirs = twins(block, extrudeMeshDict=text + f'sourceCase "."; flipNormals {flip}; mergeFaces false;')
    text = (theirs / "system" / "extrudeMeshDict").read_text()
    (theirs / "system" / "extrudeMeshDict").write_text(text.replace('"."', f'"{theirs}"'))
    both(eagre, "extrudeMesh", ours, theirs)
    assert poly_mesh.differences(ours, theirs) == []
    assert name == "wedge" or poly_mesh.equal_numbering(ours, theirs)


def test_extrude_model_in_a_dictionary(twins, eagre):
    """OpenFOAM 11 and later have the model and its entries in one dictionary."""
    ours, theirs = twins(BOX, extrudeMeshDict=EXTRUSIONS["linearNormal"][1] + "sourceCase \"$FOAM_CASE\"; flipNormals false; mergeFaces false;")
    foam.run([eagre, "extrudeMesh", theirs])
    (ours / "system" / "extrudeMeshDict").write_text(
        header("extrudeMeshDict") + "constructFrom mesh; sourcePatches (right); flipNormals false; mergeFaces false;"
        "extrudeModel { type linearNormal; nLayers 4; expansionRatio 1.2; thickness 1; }")
    foam.run([eagre, "extrudeMesh", ours])
    assert poly_mesh.equal_numbering(ours, theirs)


REFINE = """set c0; coordinateSystem global; globalCoeffs { tan1 (1 0 0); tan2 (0 1 0); }
directions (%s); useHexTopology %s; geometricCut %s; writeMesh no;"""
INNER = "(0.5 0.2 -1) (1.6 0.7 0.3)"
REFINEMENTS = {
    "one": (BOX, "tan1", "no", "no"), "hexes": (BOX, "tan1 tan2 normal", "yes", "no"), "cuts": (BOX, "tan1 tan2 normal", "no", "no"),
    "two": (STRAIGHT, "tan1 normal", "yes", "no"), "planes": (STRAIGHT, "tan1 tan2", "no", "yes"),
    "axis": (WEDGE, "tan1 tan2", "no", "yes"), "axis hexes": (WEDGE, "tan2", "yes", "no"),
}


@pytest.mark.parametrize("name", REFINEMENTS)
def test_refine_mesh(twins, eagre, name):
    block, *entries = REFINEMENTS[name]
    ours, theirs = twins(block, topoSetDict=SETS % INNER, refineMeshDict=REFINE % tuple(entries))
    log = both(eagre, "refineMesh", ours, theirs, "-overwrite")
    assert re.search(r"Refining [1-9]\d* cells of cellSet c0", log)
    assert poly_mesh.differences(ours, theirs) == []


def test_refine_twice(twins, eagre):
    """The second set lies beside cells of the first, which have points on the middles of their neighbours' edges."""
    ours, theirs = twins(STRAIGHT, topoSetDict=SETS % INNER, refineMeshDict=REFINE % ("tan1 tan2", "no", "yes"))
    both(eagre, "refineMesh", ours, theirs, "-overwrite")
    shutil.rmtree(ours)
    (theirs / "system" / "topoSetDict").write_text(header("topoSetDict") + SETS % "(0.3 0.2 -1) (1 0.7 1)")
    foam.openfoam("topoSet", theirs)
    shutil.copytree(theirs, ours)
    both(eagre, "refineMesh", ours, theirs, "-overwrite")
    assert poly_mesh.differences(ours, theirs) == []


@pytest.mark.parametrize("block", [BOX, WEDGE], ids=["3D", "2D"])
def test_refine_all(twins, eagre, block):
    ours, theirs = twins(block)
    both(eagre, "refineMesh", ours, theirs, "-overwrite", "-all")
    assert poly_mesh.differences(ours, theirs) == []


def test_refine_zones(twins, eagre):
    """Boxes in the dictionary, one after another, as OpenFOAM 12 and later have them: the same as sets, and -overwrite is meant."""
    ours, theirs = twins(STRAIGHT, topoSetDict=SETS % INNER, refineMeshDict=REFINE % ("tan1 tan2", "no", "no"))
    foam.openfoam("refineMesh", theirs, "-overwrite")
    (ours / "system" / "refineMeshDict").write_text(
        header("refineMeshDict") + "coordinates { type global; e1 (1 0 0); e2 (0 1 0); directions (e1 e2); }"
        f"zones {{ first {{ type box; box {INNER}; }} }}")
    foam.run([eagre, "refineMesh", ours])
    assert poly_mesh.differences(ours, theirs) == []


@pytest.mark.parametrize("plane", [
    "planeType pointAndNormal; pointAndNormalDict { point (0 0 0); normal (0 -2 0); }",
    "planeType embeddedPoints; embeddedPointsDict { point1 (2 0 0); point2 (2 1 0); point3 (2 0 1); }",
    "planeType planeEquation; planeEquationDict { a 1; b 1; c 0; d 2; }"], ids=["point", "points", "equation"])
def test_mirror_mesh(twins, eagre, plane):
    ours, theirs = twins(STRAIGHT, mirrorMeshDict=plane + "planeTolerance 1e-6;")
    both(eagre, "mirrorMesh", ours, theirs, "-overwrite")
    zones = ours / "constant" / "polyMesh" / "cellZones"
    assert "List<label> \n240" in zones.read_text()  # v1912 drops them
    zones.unlink()
    (theirs / "constant" / "polyMesh" / "cellZones").unlink(missing_ok=True)
    assert poly_mesh.differences(ours, theirs) == []
    assert poly_mesh.equal_numbering(ours, theirs)


@pytest.mark.parametrize("patch", ["right", None])
def test_subset_mesh(twins, eagre, patch):
    ours, theirs = twins(BOX, topoSetDict=SETS % INNER)
    both(eagre, "subsetMesh", ours, theirs, "-overwrite", *(("-patch", patch) if patch else ()), "c0")
    assert poly_mesh.differences(ours, theirs) == []
    assert poly_mesh.equal_numbering(ours, theirs)


def test_renumber_mesh(twins, eagre):
    """The mesh stays as it is, and the log says so."""
    ours, _ = twins(BOX)
    before = {p.name: p.read_text() for p in (ours / "constant" / "polyMesh").iterdir() if p.is_file()}
    for tool in ("renumberMesh", "checkMesh"):
        assert "not needed" in foam.run([eagre, tool, ours] + ["-overwrite"] * (tool == "renumberMesh")).stdout
    assert {p.name: p.read_text() for p in (ours / "constant" / "polyMesh").iterdir() if p.is_file()} == before
