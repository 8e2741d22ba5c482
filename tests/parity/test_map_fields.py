# SPDX-License-Identifier: BSD-3-Clause
"""mapFields on the cavity cases, cell for cell and face for face as v1912's. Meshes whose cell centres do not lie half-way between
those of the source: there rounding decides which cell a centre belongs to."""
import shutil

import numpy as np
import pytest

import foam
import own

CAVITY = "incompressible/icoFoam/cavity/"


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """The cavity after five steps of icoFoam."""
    case = foam.copy_example(CAVITY + "cavity", tmp_path_factory.mktemp("map") / "cavity")
    foam.append(case, "system/controlDict", "writePrecision 17; endTime 0.025; writeInterval 5;")
    foam.openfoam("blockMesh", case)
    foam.openfoam("icoFoam", case)
    return case


def target(name, tmp_path):
    if name == "fine":
        case = foam.copy_example(CAVITY + "cavity", tmp_path / name)
        dictionary = case / "system" / "blockMeshDict"
        dictionary.write_text(dictionary.read_text().replace("20 20 1", "41 41 1"))
    else:
        case = foam.copy_example(CAVITY + name, tmp_path / name)
    foam.append(case, "system/controlDict", "writePrecision 17; writeFormat ascii;")
    if name == "cavityClipped":
        shutil.copytree(case / "0", case / "0.5")
        text = (case / "0.5" / "U").read_text()  # a wall that keeps its values
        (case / "0.5" / "U").write_text(text.replace("noSlip;", "fixedValue; value uniform (0 0 0);"))
    foam.openfoam("blockMesh", case)
    return case


def compare(theirs, ours, time):
    for field in ("U", "p"):
        expected, expected_patches = foam.read_field(theirs / time / field)[:2]
        cells, patches = foam.read_field(ours / time / field)[:2]
        np.testing.assert_allclose(cells, expected, rtol=0, atol=1e-12 * np.abs(expected).max())
        assert patches.keys() == expected_patches.keys()
        for name, values in expected_patches.items():
            np.testing.assert_allclose(patches[name], values, rtol=0, atol=1e-12)


@pytest.mark.parametrize("method", ["mapNearest", "interpolate", "cellPointInterpolate"])
@pytest.mark.parametrize("name, time", [("fine", "0"), ("cavityGrade", "0.5"), ("cavityClipped", "0.5")])
def test_cells_and_patches(source, name, time, method, tmp_path, eagre):
    """fine: into fields that are there; cavityGrade: all fields are made; cavityClipped: by its mapFieldsDict."""
    ours = target(name, tmp_path)
    theirs = tmp_path / "openfoam"
    shutil.copytree(ours, theirs)
    options = ["-sourceTime", "latestTime", "-mapMethod", method] + (["-consistent"] if name != "cavityClipped" else [])
    foam.openfoam("mapFields", theirs, source, *options)
    foam.run([eagre, "mapFields", ours, source, *options])
    compare(theirs, ours, time)


def test_cutting_patches_and_fields_on_faces(source, tmp_path, eagre):
    """The walls that cut through the source take its cells' values, and phi of the target is set aside."""
    ours = target("cavityClipped", tmp_path)
    dictionary = ours / "system" / "mapFieldsDict"
    dictionary.write_text(dictionary.read_text().replace("cuttingPatches  ()", "cuttingPatches (fixedWalls)"))
    (ours / "0.5" / "phi").write_text("FoamFile { version 2.0; format ascii; class surfaceScalarField; object phi; }\n")
    theirs = tmp_path / "openfoam"
    shutil.copytree(ours, theirs)
    foam.openfoam("mapFields", theirs, source, "-sourceTime", "0.025")
    foam.run([eagre, "mapFields", "-case", ours, source, "-sourceTime", "0.025"])
    compare(theirs, ours, "0.5")
    for case in (theirs, ours):
        assert sorted(p.name for p in (case / "0.5").iterdir()) == ["U", "p", "phi.unmapped"]


def test_a_source_that_refines_its_mesh(tmp_path, eagre):
    """The cells of its last time are not those of constant/polyMesh."""
    refining = own.refining_dam_break(tmp_path / "refining")
    foam.run([eagre, "run", refining])
    ours = own.copy("damBreak3D", tmp_path / "ours")
    own.fewer_cells(ours, 9)
    foam.append(ours, "system/controlDict", "writePrecision 17;")
    foam.openfoam("blockMesh", ours)
    theirs = shutil.copytree(ours, tmp_path / "theirs")
    options = ["-sourceTime", "latestTime", "-mapMethod", "mapNearest", "-consistent"]
    foam.openfoam("mapFields", theirs, refining, *options)
    foam.run([eagre, "mapFields", ours, refining, *options])
    expected = foam.read_field(theirs / "0" / "alpha.water")[0]
    assert 0.2 < expected.mean() < 0.5
    np.testing.assert_allclose(foam.read_field(ours / "0" / "alpha.water")[0], expected, atol=1e-12)
