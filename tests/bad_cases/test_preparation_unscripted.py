# SPDX-License-Identifier: BSD-3-Clause
"""Cases with dictionaries of mesh tools and no script: what the fields' patches say of them."""
import own
import pytest

from test_bad_cases import BAD_CASE, expect, replace, run
from test_preparation import BARE, case, edit, program, state  # noqa: F401: case is a fixture

HEADER = "FoamFile { version 2.0; format ascii; class dictionary; object %s; }\n"
SNAPPY = """castellatedMeshControls { refinementSurfaces { %s { level (1 1); } } }
"""


def dictionary(case, name, text):
    (case / "system" / name).write_text(HEADER % name + text)


def warned(result, *texts):
    for text in texts:
        assert text in result.stdout, result.stdout[-3000:]


@pytest.mark.parametrize("name", ["snappyHexMeshDict", "createPatchDict", "createBafflesDict"])
def test_a_dictionary_left_from_another_case_is_passed_over(eagre, case, name):
    dictionary(case, name, "")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    warned(result, f"Warning : system/{name} is passed over", "write the steps into an Allmesh")
    assert (case / "0.001/U").exists()


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_snappy_mesh_that_the_fields_are_written_for_is_not_passed_over(eagre, case, command):
    dictionary(case, "snappyHexMeshDict", SNAPPY % "hull")
    edit(case / "0/U", "walls", "hull { type noSlip; }\n    walls")
    before = state(case)
    expect(run(eagre, command, case, env=BARE), BAD_CASE, r"system/snappyHexMeshDict.*\(hull\).*not on PATH.*--mesh as-is")
    assert state(case) == before


def test_a_surface_named_as_a_patch_may_be_its_shape(eagre, case):
    """A round tube in a square block: both have a patch `walls`."""
    dictionary(case, "snappyHexMeshDict", SNAPPY % "walls")
    expect(run(eagre, "check", case, env=BARE), BAD_CASE, "system/snappyHexMeshDict.*shapes a patch", "not on PATH")


def test_the_usual_recipe_of_snappyhexmesh(eagre, case, tmp_path):
    dictionary(case, "snappyHexMeshDict", SNAPPY % "walls")
    dictionary(case, "surfaceFeatureExtractDict", "")
    dictionary(case, "topoSetDict", "actions ( { name left; type cellSet; action new; source boxToCell; box (0 0 -1) (0.3 1 1); } );\n")
    program(tmp_path / "bin", "surfaceFeatureExtract", "echo features\n")
    env = program(tmp_path / "bin", "snappyHexMesh", 'echo "snappy $@"; ls constant/polyMesh/faces\n')
    expect(run(eagre, "check", case, env=env), 0)
    result = run(eagre, "run", case, env=env)
    expect(result, 0)
    warned(result, "read as: blockMesh, surfaceFeatureExtract, snappyHexMesh -overwrite, topoSet")
    assert "snappy -overwrite" in (case / "log.snappyHexMesh").read_text() and (case / "log.surfaceFeatureExtract").exists()
    assert (case / "constant/polyMesh/sets/left").exists()


@pytest.mark.parametrize("there", [True, False])
def test_edges_that_are_there_need_not_be_found_anew(eagre, case, tmp_path, there):
    dictionary(case, "snappyHexMeshDict", (SNAPPY % "walls").replace("{ refinementSurfaces", '{ features ( { file "walls.eMesh"; level 1; } ); refinementSurfaces'))
    dictionary(case, "surfaceFeatureExtractDict", "walls { }\n")
    (case / "constant/triSurface").mkdir()
    if there:
        (case / "constant/triSurface/walls.eMesh").write_text("edges\n")
    program(tmp_path / "bin", "surfaceFeatureExtract", "exit 1\n")
    result = run(eagre, "run", case, env=program(tmp_path / "bin", "snappyHexMesh", ""))
    expect(result, 0 if there else 1, "" if there else "surfaceFeatureExtract failed")
    if there:
        warned(result, "Warning : system/surfaceFeatureExtractDict", "surfaceFeatureExtract failed", "The .eMesh files that the case has already are taken")


def test_a_surface_that_no_field_can_have_is_left_from_another_case(eagre, case, tmp_path):
    dictionary(case, "snappyHexMeshDict", SNAPPY % "motorBike")
    env = program(tmp_path / "bin", "snappyHexMesh", "exit 3\n")
    result = run(eagre, "run", case, env=env)
    expect(result, 0)
    warned(result, "system/snappyHexMeshDict is passed over")
    assert not (case / "log.snappyHexMesh").exists()


def test_toposet_makes_zones_and_is_no_error(eagre, case):
    dictionary(case, "topoSetDict", "actions ( { name water; type cellZoneSet; action new; source boxToCell; box (0 0 -1) (0.1 1 1); } );\n")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    warned(result, "read as: blockMesh, topoSet")
    assert b"water" in (case / "constant/polyMesh/cellZones").read_bytes()
    assert b"nonuniform" in (case / "0/alpha.water").read_bytes()


def test_a_toposet_that_cannot_be_done_is_a_warning(eagre, case):
    dictionary(case, "topoSetDict", "actions ( { name f; type faceSet; action new; source patchToFace; sourceInfo { nam walls; } } );\n")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    warned(result, "Warning : topoSet (system/topoSetDict)", "Its sets and zones are not made")


def test_numbered_sets_are_not_made_in_silence(eagre, case):
    dictionary(case, "topoSetDict.1", "")
    result = run(eagre, "check", case, env=BARE)
    expect(result, 0)
    warned(result, "Warning : system/topoSetDict.1: its sets and zones are not made")


CREATE_PATCH = """pointSync false;
patches ( { name %s; patchInfo { type patch; } constructFrom patches; patches (atmosphere); } );
"""


def test_createpatch_is_done_if_fields_name_its_patch(eagre, case):
    dictionary(case, "createPatchDict", CREATE_PATCH % "top")
    for field in (case / "0").iterdir():
        edit(field, "atmosphere", "top")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    warned(result, "read as: blockMesh, createPatch -overwrite")
    boundary = (case / "constant/polyMesh/boundary").read_text()
    assert "top" in boundary and "atmosphere" not in boundary


def test_createpatch_that_no_field_knows_is_an_error_if_the_fields_do_not_fit(eagre, case):
    dictionary(case, "createPatchDict", CREATE_PATCH % "lid")
    edit(case / "0/U", "atmosphere", "top")
    expect(run(eagre, "check", case, env=BARE), BAD_CASE, "system/createPatchDict", r"\(top\)", "--mesh as-is")


BAFFLES = """internalFacesOnly true;
baffles
{
    plate
    {
        type searchableSurface;
        surface plate;
        origin (0.15 0.1 -100);
        span (0 0.2 200);
        patches
        {
            master { name half0; type wall; }
            slave { name half1; type wall; }
        }
    }
}
"""


def test_createbaffles_keeps_the_entries_that_fields_have(eagre, case):
    """What OpenFOAM's tool would replace by `calculated`."""
    dictionary(case, "createBafflesDict", BAFFLES)
    for name, entry in {"U": "type slip;", "p_rgh": "type fixedFluxPressure; value uniform 0;", "alpha.water": "type zeroGradient;"}.items():
        edit(case / "0" / name, "atmosphere", f"half0 {{ {entry} }}\n    half1 {{ {entry} }}\n    atmosphere")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    warned(result, "createBaffles -overwrite")
    assert (case / "0/U").read_text().count("slip") == 2 and "calculated" not in (case / "0/U").read_text()


def test_extrusion_as_the_only_source_of_the_mesh(eagre, tmp_path):
    source = tmp_path / "cavity"
    own.copy("cavity", source)
    expect(run(eagre, "blockMesh", source), 0)
    case = tmp_path / "extruded"
    own.copy("cavity", case)
    (case / "system/blockMeshDict").unlink()
    dictionary(case, "extrudeMeshDict", "constructFrom patch; sourceCase \"../cavity\"; sourcePatches (frontAndBack); exposedPatchName frontAndBack;\n"
               "flipNormals false; extrudeModel linearNormal; nLayers 1; expansionRatio 1; linearNormalCoeffs { thickness 0.1; } mergeFaces false; mergeTol 0;\n")
    result = run(eagre, "run", case, env=BARE)
    assert "read as: extrudeMesh" in result.stdout and (case / "constant/polyMesh/faces").exists()


def test_scripts_of_other_names_are_named(eagre, case):
    dictionary(case, "snappyHexMeshDict", SNAPPY % "hull")
    edit(case / "0/U", "walls", "hull { type noSlip; }\n    walls")
    for name in ("Allrun1.bat", "Allclean", "notes.txt"):
        (case / name).write_text("blockMesh\n")
    expect(run(eagre, "check", case, env=BARE), BAD_CASE, r"in which order \(Allrun1.bat is not read: name the script of this run Allrun\)")
