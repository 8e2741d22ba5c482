# SPDX-License-Identifier: BSD-3-Clause
"""What a case of any OpenFOAM version asks for and a run would pass over: each must be an error or a warning that names it. One small
case is written in the words of each version, and one thing is added to it."""
import gzip
import os
import re

import flavoured
import foam
import mistakes
import pytest

BARE = {**os.environ, "PATH": "/nowhere"}  # no OpenFOAM
FLAVOURS = list(flavoured.BANNERS)
every = pytest.mark.parametrize("flavour", FLAVOURS)


@pytest.fixture
def case(flavour, tmp_path):
    return flavoured.make(flavour, tmp_path)


def fails(eagre, case, *patterns, arguments=()):
    result = mistakes.check(eagre, case, *arguments)
    assert result.returncode == mistakes.BAD_CASE, result.stdout[-800:] + result.stderr
    for pattern in patterns:
        assert re.search(pattern, result.stderr), f"no '{pattern}' in:\n{result.stderr}"


def warns(eagre, case, *patterns, command="check"):
    result = mistakes.check(eagre, case, command=command)
    assert result.returncode == 0, result.stdout[-800:] + result.stderr
    warnings = "\n".join(line for line in result.stdout.splitlines() if "Warning" in line)
    for pattern in patterns:
        assert re.search(pattern, warnings), f"no '{pattern}' in:\n{warnings}"
    return warnings


@every
def test_the_case_itself_runs_without_a_warning(eagre, case, flavour):
    assert warns(eagre, case, command="run") == ""
    assert (case / "0.001/U").exists()


@every
@pytest.mark.parametrize("tool,call", [("snappyHexMesh", "-overwrite"), ("extrude2DMesh", "-overwrite"), ("cartesianMesh", ""), ("foamyHexMesh", "")])
def test_a_step_of_the_mesh_that_cannot_be_done(eagre, case, flavour, tool, call, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    (case / "Allrun").write_text(f"#!/bin/sh\nrunApplication blockMesh\nrunApplication {tool} {call}\nrunApplication $(getApplication)\n")
    fails(eagre, case, f"Allrun:3: '{tool}")


def names_patch(tool):
    return {"createPatch": "patches ( { name gate; patchInfo { type patch; } constructFrom patches; patches (atmosphere); } );",
            "createBaffles": "baffles { b { type faceZone; zoneName f; patches { master { name gate; type wall; } } } }",
            "snappyHexMesh": "geometry { x.stl { type triSurfaceMesh; name gate; } }", "extrudeMesh": "constructFrom patch; exposedPatchName gate;"}[tool]


@every
@pytest.mark.parametrize("tool", ["createPatch", "createBaffles", "snappyHexMesh", "extrudeMesh"])
def test_a_mesh_on_which_a_tool_was_not_run(eagre, case, flavour, tool):
    """The mesh is blockMesh's; a field has an entry for a patch that the tool makes."""
    mistakes.check(eagre, case, command="blockMesh")
    flavoured.dictionary(case, f"system/{tool}Dict", names_patch(tool))
    flavoured.edit(case, "0/U", "    walls\n", "    gate\n    {\n        type noSlip;\n    }\n    walls\n")
    fails(eagre, case, rf"0/U:17: boundaryField of U has an entry for 'gate', .*: {tool} makes it \(system/{tool}Dict:2\)")
    assert mistakes.check(eagre, case, "--mesh", "as-is").returncode == 0


@pytest.mark.parametrize("patch,steps,named", [
    ("hull", "subsetMesh -overwrite c0 -patch hull", r"subsetMesh makes it \(Allrun:2: subsetMesh -overwrite c0 -patch hull\)"),
    ("ship_bow", "snappyHexMesh -overwrite", r"snappyHexMesh makes it \(system/snappyHexMeshDict:2\)"),
    ("ship_bow", "", ""),  # the scripts make the mesh without it: a leftover
    ("walls2", "snappyHexMesh -overwrite", "")])
def test_what_scripts_say_of_a_patch_that_is_not_there(eagre, tmp_path, patch, steps, named):
    case = flavoured.make("v1912", tmp_path)
    mistakes.check(eagre, case, command="blockMesh")
    flavoured.dictionary(case, "system/snappyHexMeshDict", "geometry { ship.stl { type triSurfaceMesh; name ship; } }")
    (case / "Allrun").write_text(f"blockMesh\n{steps}\ninterFoam\n")
    flavoured.edit(case, "0/U", "    walls\n", f"    {patch}\n    {{\n        type noSlip;\n    }}\n    walls\n")
    if named:
        fails(eagre, case, named)
    else:
        warns(eagre, case, rf"'{patch}' \(line 17\) is no patch of the mesh")


def test_the_dictionary_of_a_tool_that_is_compressed_or_cannot_be_read(eagre, tmp_path):
    case = flavoured.make("v1912", tmp_path)
    mistakes.check(eagre, case, command="blockMesh")
    dictionary = case / "system/createPatchDict.gz"
    dictionary.write_bytes(gzip.compress(b"patches ( { name gate; } );\n"))
    flavoured.edit(case, "0/U", "    walls\n", "    gate\n    {\n        type noSlip;\n    }\n    walls\n")
    fails(eagre, case, r"createPatch makes it \(system/createPatchDict:1\)")
    dictionary.write_bytes(b"no gzip")
    warns(eagre, case, r"'gate' \(line 17\) is no patch of the mesh")


@every
def test_an_entry_for_a_patch_that_is_not_there(eagre, case, flavour):
    flavoured.edit(case, "0/U", "    walls\n", "    gate\n    {\n        type noSlip;\n    }\n    \"out.*\"\n    {\n        type noSlip;\n    }\n    walls\n")
    warnings = warns(eagre, case, r"0/U: .*'gate' \(line 17\) is no patch of the mesh, so this entry changes nothing")
    assert "out" not in warnings


@every
@pytest.mark.parametrize("dictionary", ["mapFieldsDict", "setWaveFieldDict"])
def test_fields_that_a_tool_was_to_set(eagre, case, flavour, dictionary, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    (case / "system/setFieldsDict").rename(case / "system" / dictionary)
    fails(eagre, case, f"system/{dictionary}: the fields of 0 are all uniform")


@every
def test_no_word_about_turbulence(eagre, case, flavour):
    name = "momentumTransport" if flavoured.since(flavour, 8) else "turbulenceProperties"
    (case / "constant" / name).unlink()
    fails(eagre, case, "turbulenceProperties|momentumTransport")


@every
def test_a_mesh_that_is_to_move(eagre, case, flavour):
    if flavour in ("2.3", "extend-4.0"):  # the DyM solvers of these read it
        flavoured.edit(case, "system/controlDict", "interFoam", "interDyMFoam")
    if flavoured.since(flavour, 10):
        flavoured.dictionary(case, "constant/dynamicMeshDict", "mover { type motionSolver; motionSolver displacementLayeredMotion; }")
        fails(eagre, case, "constant/dynamicMeshDict:2: .*displacementLayeredMotion")
    else:
        flavoured.dictionary(case, "constant/dynamicMeshDict", "dynamicFvMesh dynamicMotionSolverFvMesh; motionSolver displacementLayeredMotion;")
        fails(eagre, case, "constant/dynamicMeshDict:2: .*displacementLayeredMotion")


@every
def test_a_mesh_that_is_to_be_refined(eagre, case, flavour):
    if flavour in ("2.3", "extend-4.0"):
        flavoured.edit(case, "system/controlDict", "interFoam", "interDyMFoam")
    new = flavoured.since(flavour, 10)
    flavoured.dictionary(case, "constant/dynamicMeshDict", "topoChanger { type refiner; }" if new else "dynamicFvMesh dynamicRefineFvMesh;")
    fails(eagre, case, "constant/dynamicMeshDict.*refineInterval")


@every
@pytest.mark.parametrize("file", ["fvModels", "fvConstraints", "fvOptions"])
def test_sources_that_eagre_does_not_have(eagre, case, flavour, file):
    """In the files that the version reads an error; in those of another version a warning, once the first step is done."""
    flavoured.dictionary(case, f"constant/{file}", "heat { type someHeatSource; active yes; selectionMode all; }")
    if (file == "fvOptions") != flavoured.since(flavour, 9):
        fails(eagre, case, f"constant/{file}:2: .*someHeatSource")
    else:
        result = mistakes.check(eagre, case, command="run")
        assert f"constant/{file}" in result.stdout + result.stderr, result.stdout


@every
@pytest.mark.parametrize("file,what", [("system/blockMeshDict", "the mesh in constant/polyMesh was made"), ("system/setFieldsDict", "the fields in 0 were made")])
def test_a_mesh_and_fields_that_are_older_than_their_dictionaries(eagre, case, flavour, file, what):
    for tool in ("blockMesh", "setFields"):
        assert mistakes.check(eagre, case, command=tool).returncode == 0
    (case / file).write_text((case / file).read_text() + "\nanother 1;\n")
    fails(eagre, case, f"{what} from {file}, which has changed since")


@every
def test_results_that_only_processors_have(eagre, case, flavour):
    mistakes.check(eagre, case, command="blockMesh")
    flavoured.edit(case, "system/controlDict", "startFrom       startTime;", "startFrom       latestTime;")
    for p in (0, 1):
        (case / f"processor{p}/0.0005").mkdir(parents=True)
        (case / f"processor{p}/0.0005/U").write_text((case / "0/U").read_text())
    fails(eagre, case, "processor0/constant/polyMesh")


@every
@pytest.mark.parametrize("file", ["constant/porosityProperties", "constant/regionProperties", "system/finiteArea", "constant/notesOnTheFluid"])
def test_a_file_that_nothing_reads(eagre, case, flavour, file):
    flavoured.dictionary(case, file, "a 1;")
    warns(eagre, case, f"{file}: nothing in Eagre reads this file", command="run")


def test_dictionaries_of_two_generations(eagre, tmp_path):
    """A case that has been moved on to a later version and keeps its older files."""
    case = flavoured.make("10", tmp_path)
    flavoured.dictionary(case, "constant/turbulenceProperties", "simulationType laminar;")
    flavoured.dictionary(case, "constant/transportProperties", "phases (water air);")
    warns(eagre, case, "constant/turbulenceProperties is not used: constant/momentumTransport is there, too",
          "constant/transportProperties is not used: constant/phaseProperties is there, too")


PARTS = [("fvSolution", "alien { a 1; }", "alien"), ("fvSchemes", "geometry { type highAspectRatio; }", "geometry"),
         ("controlDict", "DimensionedConstants { unitSet SI; }", "DimensionedConstants"),
         ("fvSolution", "solvers { p_rgh { coarsest { a 1; } } }", "coarsest")]


@pytest.mark.parametrize("file,text,name", PARTS, ids=[p[0] for p in PARTS])
def test_a_sub_dictionary_that_nothing_reads(eagre, tmp_path, file, text, name):
    case = flavoured.make("v2206", tmp_path)
    with open(case / "system" / file, "a") as out:
        out.write("\n" + text + "\n")
    warns(eagre, case, rf"system/{file}:\d+: nothing in Eagre reads the dictionary '{name}'", command="run")


@pytest.mark.parametrize("old,new,name", [("nu              1e-06;", "nu 1e-06; thermal { Pr 7; }", "thermal")])
def test_a_part_of_a_phase_that_nothing_reads(eagre, tmp_path, old, new, name):
    case = flavoured.make("v1912", tmp_path)
    flavoured.edit(case, "constant/transportProperties", old, new)
    warns(eagre, case, rf"constant/transportProperties:\d+: nothing in Eagre reads the dictionary '{name}'", command="run")


UNHEEDED = [("fvSolution", "PIMPLE { finalOnLastPimpleIterOnly yes; }", "finalOnLastPimpleIterOnly", True), ("fvSolution", "PIMPLE { finalOnLastPimpleIterOnly off; }", "", False),
            ("fvSolution", "PIMPLE { flow no; }", "flow", True), ("fvSolution", "PIMPLE { flow yes; models yes; }", "", False),
            ("controlDict", "OptimisationSwitches { experimentalDdtCorr 1; }", "experimentalDdtCorr", True),
            ("controlDict", "OptimisationSwitches { commsType scheduled; }", "commsType", True),
            ("controlDict", "OptimisationSwitches { nProcsSimpleSum 16; }", "nProcsSimpleSum", True),
            ("controlDict", "OptimisationSwitches { experimentalDdtCorr 0; nProcsSimpleSum 0; commsType nonBlocking; }", "", False)]


@pytest.mark.parametrize("file,text,name,named", UNHEEDED, ids=[u[1] for u in UNHEEDED])
def test_keywords_of_other_versions_that_change_the_answer(eagre, tmp_path, file, text, name, named):
    case = flavoured.make("v2206", tmp_path)
    with open(case / "system" / file, "a") as out:
        out.write("\n" + text + "\n")
    warnings = warns(eagre, case, *([rf"system/{file}:\d+: Eagre does not heed '{name}'"] if named else []), command="run")
    assert named or warnings == "", warnings


@pytest.mark.parametrize("text,message", [("floatTransfer 1;", r"floatTransfer: values sent between ranks in single precision are not supported"),
                                          ("commsType nonblocking;", r"nonblocking.*Valid: blocking, scheduled, nonBlocking")])
def test_switches_that_cannot_be_followed(eagre, tmp_path, text, message):
    case = flavoured.make("v1912", tmp_path)
    with open(case / "system/controlDict", "a") as out:
        out.write("\nOptimisationSwitches { " + text + " }\n")
    fails(eagre, case, r"system/controlDict:\d+: .*" + message)


def test_surface_forces_that_are_not_there(eagre, tmp_path):
    case = flavoured.make("v1912", tmp_path)
    with open(case / "constant/transportProperties", "a") as out:
        out.write("\nsurfaceForces { curvatureModel gradAlpha; densityModel plain; }\n")
    warns(eagre, case, r"constant/transportProperties:\d+: 'densityModel' in surfaceForces is not supported", command="run")
    flavoured.edit(case, "constant/transportProperties", "curvatureModel gradAlpha;", "curvatureModel heights;")
    fails(eagre, case, r"constant/transportProperties:\d+: unknown curvature model 'heights'")


def test_files_that_are_included_are_read(eagre, tmp_path):
    case = flavoured.make("v1912", tmp_path)
    flavoured.dictionary(case, "system/runTimes", "deltaT 0.001;")
    with open(case / "system/controlDict", "a") as out:
        out.write('\n#include "runTimes"\n')
    assert warns(eagre, case, command="run") == ""


def test_what_is_read_is_not_named(eagre, tmp_path):
    """Sources are a list of dictionaries, and tools' dictionaries are theirs."""
    case = flavoured.make("v1912", tmp_path)
    flavoured.dictionary(case, "constant/fvOptions", "drag { type vectorSemiImplicitSource; active yes; "
                         "vectorSemiImplicitSourceCoeffs { selectionMode all; volumeMode absolute; injectionRateSuSp { U ((0 0 0) 0); } } }")
    flavoured.dictionary(case, "system/PDRblockMeshDict", "a 1;")
    assert warns(eagre, case, command="run") == ""


def test_what_only_the_solver_finds_is_said_by_check(eagre, tmp_path):
    """A pressure without a reference; a condition that looks at a field that there is not."""
    case = mistakes.copy_case("cavity", tmp_path)
    flavoured.edit(case, "system/fvSolution", "    pRefCell                    0;\n", "")
    fails(eagre, case, "fvSolution:34: .*the pressure p is fixed on no boundary; give pRefCell or pRefPoint")
    case = mistakes.copy_case("damBreak", tmp_path)
    flavoured.edit(case, "0/U", "pressureInletOutletVelocity;", "pressureInletOutletVelocity; phi phi2;")
    fails(eagre, case, "pressureInletOutletVelocity on patch atmosphere of field U needs the flux 'phi2', which this solver does not have")


def test_a_coefficient_that_the_model_does_not_have(eagre, tmp_path):
    """Of the chosen model alone; words of another one's dictionary are for when that is chosen."""
    case = foam.copy_example("incompressible/pisoFoam/RAS/cavity", tmp_path / "case")
    foam.append(case, "constant/turbulenceProperties",
                "RAS { kEpsilonCoeffs { Cmu 0.09; sigmaEpsilon 1.3; } kOmegaCoeffs { thatIsNone 1; } }")
    foam.append(case, "system/controlDict", "endTime 0.005;")
    text = warns(eagre, case, r"constant/turbulenceProperties:\d+: nothing in Eagre reads 'sigmaEpsilon' of .*kEpsilonCoeffs", command="run")
    assert "Cmu" not in text and "thatIsNone" not in text


@every
@pytest.mark.parametrize("file", ["fvSchemes", "fvSolution"])
def test_another_dictionary_that_a_file_selects(eagre, case, flavour, file):
    with (case / "system" / file).open("a") as text:
        text.write("select other;\n")
    fails(eagre, case, rf"system/{file}:\d+: select is not supported")
