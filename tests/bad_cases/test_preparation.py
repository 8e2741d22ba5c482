# SPDX-License-Identifier: BSD-3-Clause
"""Cases that are prepared by their own recipe (Allrun, ...): what Eagre does of it, and what it refuses to pass over."""
import hashlib
import os
import re
import shutil
import stat

import pytest
import own

from test_bad_cases import BAD_CASE, expect, run

FAILURE = 1


@pytest.fixture
def case(tmp_path):
    """damBreak, coarse and of one step, without an Allrun."""
    case = tmp_path / "damBreak"
    own.copy("damBreak", case)
    text = (case / "system/controlDict").read_text()
    (case / "system/controlDict").write_text(text + "\nendTime 0.001;\ndeltaT 0.001;\nadjustTimeStep no;\nwriteControl timeStep;\nwriteInterval 1;\n")
    dictionary = (case / "system/blockMeshDict").read_text()
    (case / "system/blockMeshDict").write_text(re.sub(r"(hex\s*\([^)]*\)\s*)\((\d+) (\d+) 1\)",
                                                      lambda m: f"{m[1]}({max(1, int(m[2]) // 4)} {max(1, int(m[3]) // 4)} 1)", dictionary))
    return case


def state(directory):
    """Every file with its content and time."""
    files = {}
    for path in sorted(directory.rglob("*")):
        content = hashlib.sha1(path.read_bytes()).hexdigest() if path.is_file() else ""
        files[str(path.relative_to(directory))] = (content, path.stat().st_mtime_ns)
    return files


def script(case, text, name="Allrun"):
    (case / name).write_text("#!/bin/sh\ncd \"${0%/*}\" || exit\n. $WM_PROJECT_DIR/bin/tools/RunFunctions\n" + text)


def program(directory, name, text):
    directory.mkdir(exist_ok=True)
    file = directory / name
    file.write_text("#!/bin/sh\n" + text)
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return {**os.environ, "PATH": f"{directory}:{os.environ['PATH']}"}


BARE = {**os.environ, "PATH": "/nowhere"}  # no OpenFOAM

@pytest.mark.parametrize("dictionary", ["extrudeMeshDict", "refineMeshDict", "mirrorMeshDict", "refineMeshDict.1", "refineMeshDict2"])
@pytest.mark.parametrize("command", ["run", "check"])
def test_a_mesh_tool_without_recipe_is_not_skipped(eagre, case, dictionary, command):
    (case / "system" / dictionary).write_text("")
    result = run(eagre, command, case, env=BARE)
    expect(result, BAD_CASE, f"system/{dictionary}", dictionary.split("Dict")[0], "another mesh", "--mesh as-is")
    assert not (case / "constant/polyMesh/faces").exists()


def test_as_is_goes_on_with_what_blockmesh_makes(eagre, case):
    (case / "system/refineMeshDict").write_text("")
    expect(run(eagre, "run", case, "--mesh", "as-is"), 0)
    assert (case / "0.001/U").exists()


def test_a_mesh_that_is_there_is_used(eagre, case):
    expect(run(eagre, "blockMesh", case), 0)
    (case / "system/snappyHexMeshDict").write_text("")
    script(case, "runApplication blockMesh\nrunApplication snappyHexMesh -overwrite\n")
    expect(run(eagre, "run", case, env=BARE), 0)


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_tool_that_is_not_here_is_named_with_its_line(eagre, case, command):
    script(case, "runApplication blockMesh\n\nrunApplication snappyHexMesh -overwrite\nrunApplication setFields\nrunApplication $(getApplication)\n")
    before = state(case)
    expect(run(eagre, command, case, env=BARE), BAD_CASE, r"Allrun:6", "snappyHexMesh -overwrite", "not on PATH", "install", "--mesh as-is")
    assert state(case) == before


def test_a_copy_to_0_of_what_is_not_there_leaves_0(eagre, case):
    script(case, "blockMesh\ncp -r 0.model 0\nrunApplication $(getApplication)\n")
    U = (case / "0/U").rename(case / "U")
    expect(run(eagre, "run", case, env=BARE), BAD_CASE, "Allrun:5", "there is no 0.model")
    U.rename(case / "0/U")
    expect(run(eagre, "run", case, env=BARE), 0)


def test_mirror_mesh_had_no_option_before_2_2(eagre, case):
    (case / "system/mirrorMeshDict").write_text("FoamFile { version 2.0; format ascii; class dictionary; object mirrorMeshDict; }\n"
                                                "planeType pointAndNormal; pointAndNormalDict { point (0 0 0); normal (1 0 0); } planeTolerance 1e-6;\n")
    script(case, "blockMesh\nmirrorMesh\nsetFields\nrunApplication $(getApplication)\n")
    expect(run(eagre, "run", case, env=BARE), 2, "mirrorMesh: give -overwrite")
    shutil.rmtree(case / "constant/polyMesh")
    result = run(eagre, "run", "--flavour", "2.1", case, env=BARE)
    expect(result, 0)
    assert int(re.search(r"Mesh: (\d+) cells", result.stdout)[1]) == 2 * int(re.search(r"nCells: (\d+)", result.stdout)[1])


def test_a_case_that_is_a_mesh_alone(eagre, case, tmp_path):
    """As wingMotion_snappyHexMesh of the tutorials, whose mesh another case extrudes."""
    control = case / "system/controlDict"
    control.write_text(control.read_text() + "application snappyHexMesh;\n")
    script(case, "blockMesh\nsnappyHexMesh -overwrite\n")
    env = program(tmp_path / "bin", "snappyHexMesh", "touch constant/snapped\n")
    expect(run(eagre, "check", case, env=env), 0)
    assert not (case / "constant/polyMesh/faces").exists()
    expect(run(eagre, "run", case, env=env), 0)
    assert (case / "constant/polyMesh/faces").exists() and (case / "constant/snapped").exists()


def test_a_tool_sees_a_path_without_blanks(eagre, case, tmp_path):
    case = case.rename(tmp_path / "dam break")
    script(case, "blockMesh\nsnappyHexMesh -overwrite\nsetFields\nrunApplication $(getApplication)\n")
    env = program(tmp_path / "bin", "snappyHexMesh", 'echo "$PWD" > constant/where\n')
    expect(run(eagre, "run", case, env=env), 0)
    where = (case / "constant/where").read_text().strip()
    assert where.endswith("/case") and " " not in where and not os.path.exists(where)


def test_a_path_that_keeps_its_blanks_is_named(eagre, case, tmp_path):
    case = case.rename(tmp_path / "dam break")
    script(case, "blockMesh\nsnappyHexMesh -overwrite\n")
    env = program(tmp_path / "bin", "snappyHexMesh", "exit 1\n") | {"TMPDIR": str(case)}
    expect(run(eagre, "run", case, env=env), 1, "programs refuse a path with blanks")


def test_topo_set_without_its_dictionary_is_left_out(eagre, case):
    """A shell goes on behind OpenFOAM's error."""
    script(case, "runApplication blockMesh\nrunApplication topoSet\nrunApplication $(getApplication)\n")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    assert "Allrun:5: topoSet: there is no system/topoSetDict" in result.stdout


@pytest.mark.parametrize("step,reason", [("python3 makeMesh.py", "does not know what this does"), ("splitMeshRegions -cellZones -overwrite", "regions"),
                                         ("cp -r ../other/polyMesh constant/", "there is no .*other/polyMesh"), ("cp -r ../.. constant/", "outside of the case, and neither a file"),
                                         ("cp -r / constant/", "outside of the case, and neither a file"), ("cp /proc/cpuinfo constant/", "outside of the case, and neither a file"), ("cp system/none system/x", "there is no system/none"),
                                         ("rm system/fvSolution", "deletes nothing"), ("for ((i=0; i<2; i++)); do refineMesh; done", "cannot be read"),
                                         ("if grep -q a b; then mirrorMesh; fi", "condition of line 5"),
                                         ("blockMesh -dict $FOAM_TUTORIALS/x", "tutorials"), ("(cd other && topoSet)", "another directory")])
def test_a_step_that_cannot_be_done_is_named(eagre, case, step, reason):
    script(case, f"runApplication blockMesh\n{step}\nrunApplication $(getApplication)\n")
    expect(run(eagre, "run", case, env=BARE), BAD_CASE, "Allrun:5", reason)
    assert not (case / "constant/polyMesh/faces").exists()


def test_files_from_outside_are_copied_into_the_case(eagre, case):
    """As a surface that several cases share; a check looks at a copy of the case elsewhere. A backup in a temporary file is left out."""
    (case.parent / "shared/triSurface").mkdir(parents=True)
    (case.parent / "shared/triSurface/body.stl").write_text("solid body\nendsolid body\n")
    script(case, 'backup=$(mktemp)\ncp 0.orig/U "$backup"\nmkdir -p constant/geometry\ncp ../shared/triSurface/body.stl constant/geometry/a.stl\n'
                 "cp -r ../shared/triSurface constant/\nrunApplication blockMesh\nrunApplication $(getApplication)\n")
    expect(run(eagre, "check", case, env=BARE), 0)
    assert not (case / "constant/triSurface").exists()
    expect(run(eagre, "run", case, env=BARE), 0)
    assert (case / "constant/geometry/a.stl").read_text() == (case / "constant/triSurface/body.stl").read_text()


def test_files_are_copied_into_a_directory_that_is_missing(eagre, case):
    """`cp 0.org/* 0` where the archive of a case has kept no empty 0; and a set that cellSet makes."""
    (case / "0").rename(case / "0.org")
    (case / "system/cellSetDict.1").write_text("name c0; action new; topoSetSources (boxToCell { box (0 0 -1) (0.1 0.1 1); });")
    script(case, "runApplication blockMesh\ncp system/cellSetDict.1 system/cellSetDict\ncellSet > log.cellSet 2>&1\n"
                 "cp -r 0.org/* 0 > /dev/null 2>&1\nrunApplication setFields\nrunApplication interFoam\n")
    result = run(eagre, "run", case, env=BARE)
    assert result.returncode == 0, result.stderr
    assert (case / "0/U").is_file() and (case / "constant/polyMesh/sets/c0").is_file()


def test_a_program_on_path_is_called_and_its_log_kept(eagre, case, tmp_path):
    script(case, "runApplication blockMesh\nrunApplication snappyHexMesh -overwrite\nrunApplication setFields\nrunApplication $(getApplication)\n")
    env = program(tmp_path / "bin", "snappyHexMesh", 'echo "snappy $@ in $PWD"; ls constant/polyMesh/faces\n')
    expect(run(eagre, "run", case, env=env), 0)
    log = (case / "log.snappyHexMesh").read_text()
    assert f"snappy -overwrite in {case}" in log and "constant/polyMesh/faces" in log
    assert b"nonuniform" in (case / "0/alpha.water").read_bytes()
    assert "nonuniform" not in (case / "0.orig/alpha.water").read_text()


def test_a_program_reads_dictionaries_of_openfoam_org(eagre, case, tmp_path):
    """Their headers have no version and their controlDicts words of their own, which other versions' tools refuse."""
    for name in ("controlDict", "fvSchemes"):
        edit(case / "system" / name, "    version     2.0;\n", "")
    edit(case / "system/controlDict", "application", "solver incompressibleVoF;\napplication")
    (case / "constant/geometry").mkdir()
    (case / "constant/geometry/hull.stl").write_text("solid\n")
    (case / "constant/geometry/hull.eMesh").write_bytes(b"FoamFile { format binary; class featureEdgeMesh; object hull.eMesh; }\n1(\xff)\n")
    (case / "system/snappyHexMeshDict").write_text(
        "FoamFile { format ascii; class dictionary; object d; }\ncastellatedMeshControls { refinementSurfaces { hull { mode insidePoint; "
        "insidePoint (1 2 3); } } refinementRegions { hull { mode inside; level 2; } } insidePoint (4 5 6); }\n")
    before = {name: (case / "system" / name).read_bytes() for name in ("controlDict", "fvSchemes")}
    script(case, "runApplication blockMesh\nrunApplication snappyHexMesh\nrunApplication $(getApplication)\n")
    env = program(tmp_path / "bin", "snappyHexMesh", "cat system/controlDict system/fvSchemes system/snappyHexMeshDict\nls constant/polyMesh/faces constant/triSurface\n"
                  "mkdir 2; echo made > 2/file; echo made > constant/file\n")
    expect(run(eagre, "run", case, env=env), 0)
    log = (case / "log.snappyHexMesh").read_text()
    assert log.count("version") >= 2 and "solver" not in log.split("fvSchemes")[0] and "deltaT 0.001;" in log
    assert "constant/polyMesh/faces" in log and "hull.stl" in log
    assert re.fullmatch(rb"FoamFile {\s+version +2.0; format binary; .*\n1\(\xff\)\n", (case / "constant/triSurface/hull.eMesh").read_bytes(), re.S)
    assert "cellZoneInside insidePoint; insidePoint (1 2 3);" in log and "mode inside; levels ((1e15 2));" in log
    assert "locationInMesh (4 5 6)" in log
    assert (case / "2/file").exists() and (case / "constant/file").exists() and not (case / "eagreReadableCase").exists()
    assert before == {name: (case / "system" / name).read_bytes() for name in before}


def test_a_program_does_not_read_function_objects_of_other_versions(eagre, case, tmp_path):
    """OpenFOAM's etc has others in each version, and a file that is not there ends a tool."""
    (case / "system/probes").write_text('probes { #includeEtc "caseDicts/postProcessing/probes/none.cfg" }\n')
    edit(case / "system/controlDict", "application", 'functions { #include "probes" }\napplication')
    script(case, "runApplication blockMesh\nrunApplication snappyHexMesh\nrunApplication $(getApplication)\n")
    env = program(tmp_path / "bin", "snappyHexMesh", "cat system/controlDict\n")
    run(eagre, "run", case, env=env)
    log = (case / "log.snappyHexMesh").read_text()
    assert "deltaT 0.001;" in log and "functions" not in log


def test_types_of_patches_are_changed_where_fields_are_set(eagre, case, tmp_path):
    """The fields of 0 are those of a run: setFields is not repeated, but the mesh is made anew, and changeDictionary with it."""
    script(case, "runApplication blockMesh\nrunApplication changeDictionary\nrunApplication setFields\nrunApplication $(getApplication)\n")
    (case / "system/changeDictionaryDict").write_text("boundary { atmosphere { type patch; } }\n")
    env = program(tmp_path / "bin", "changeDictionary", "ls constant/polyMesh/boundary\n")
    expect(run(eagre, "run", case, env=env), 0)
    values = (case / "0/alpha.water").read_bytes()
    for path in (case / "constant/polyMesh", case / "0.001"):
        shutil.rmtree(path)
    (case / "log.changeDictionary").unlink()
    for text, called in (("p_rgh { }\n", False), ("boundary { atmosphere { type patch; } }\n", True)):
        shutil.rmtree(case / "constant/polyMesh", ignore_errors=True)
        (case / "system/changeDictionaryDict").write_text(text)
        result = run(eagre, "check", case, env=env)
        assert ("changeDictionary" in result.stdout) == called, result.stdout + result.stderr
    assert (case / "0/alpha.water").read_bytes() == values


def test_a_dictionary_is_not_replaced_where_the_mesh_is_there(eagre, case):
    """The mesh has been made by the recipe, and fvSolution edited after it, by the recipe itself or by hand."""
    (case / "system/setFieldsDict").unlink()
    solution = case / "system/fvSolution"
    solution.rename(case / "system/fvSolution.template")
    script(case, "cp -f system/fvSolution.template system/fvSolution\nrunApplication blockMesh\nrunApplication $(getApplication)\n")
    expect(run(eagre, "run", case, env=BARE), 0)
    solution.write_text(solution.read_text() + "// edited\n")
    shutil.rmtree(case / "0.001")
    expect(run(eagre, "run", case, env=BARE), 0)
    assert solution.read_text().endswith("// edited\n")
    solution.unlink()
    shutil.rmtree(case / "0.001")
    expect(run(eagre, "run", case, env=BARE), 0)
    assert solution.read_bytes() == (case / "system/fvSolution.template").read_bytes()


@pytest.mark.parametrize("command, mesh", [("gmsh -3 -format msh2 -o mesh/channel.msh channel.geo", "mesh/channel.msh"), ("gmsh -3 channel.geo", "channel.msh")])
def test_a_mesh_that_gmsh_has_made_by_hand_is_taken(eagre, case, tmp_path, command, mesh):
    script(case, f"{command}\nrunApplication gmshToFoam {mesh}\nrunApplication $(getApplication)\n")
    env = program(tmp_path / "bin", "gmshToFoam", "exit 1\n")
    expect(run(eagre, "check", case, env=env), BAD_CASE, r"Allrun:4: 'gmsh .*': Eagre starts no programs but OpenFOAM's tools: run this by hand")
    (case / mesh).parent.mkdir(exist_ok=True)
    (case / mesh).write_text("$MeshFormat\n")
    result = run(eagre, "check", case, env=env)
    assert f"To prepare the case: gmshToFoam {mesh}" in result.stdout and f"Allrun:4: gmsh is not started: {mesh} is there" in result.stdout + result.stderr


@pytest.mark.parametrize("version, arguments", [("3.0.1", "-subDict dictionaryReplacement"), ("v1912", "")])
def test_change_dictionary_of_before_looked_into_a_dictionary_of_its_own(eagre, case, tmp_path, version, arguments):
    script(case, "runApplication blockMesh\nrunApplication changeDictionary\nrunApplication $(getApplication)\n")
    (case / "system/changeDictionaryDict").write_text("dictionaryReplacement { boundary { atmosphere { type patch; } } }\n")
    env = program(tmp_path / "bin", "changeDictionary", 'echo "[$@]"\n')
    control = case / "system/controlDict"
    control.write_text(f"/* | OpenFOAM: The Open Source CFD Toolbox | Version:  {version} | www.OpenFOAM.org | */\n" + control.read_text())
    run(eagre, "run", case, env=env)
    assert f"[{arguments}]" in (case / "log.changeDictionary").read_text()


def test_what_openfoam_says_of_its_end_is_part_of_the_message(eagre, case, tmp_path):
    script(case, "runApplication blockMesh\nrunApplication snappyHexMesh -overwrite\nrunApplication $(getApplication)\n")
    env = program(tmp_path / "bin", "snappyHexMesh", "echo '--> FOAM FATAL IO ERROR: '; echo 'Could not open hull.eMesh'; echo; echo '    From function x'; exit 1\n")
    expect(run(eagre, "run", case, env=env), FAILURE, r"Allrun:5.*failed.*log.snappyHexMesh: Could not open hull.eMesh$")


@pytest.mark.parametrize("first, name", [("#!/bin/python3.8", "inputs"), ("#!/usr/bin/env -S python3 -u", "inputs"), ("import numpy", "inputs.py")])
def test_a_script_of_another_language_is_not_read_as_one_of_the_shell(eagre, case, first, name):
    (case / name).write_text(f"{first}\nopen('0/U', 'w')\n")
    script(case, f"./{name}\nrunApplication blockMesh\nrunApplication $(getApplication)\n")
    result = run(eagre, "check", case, env=BARE)
    expect(result, BAD_CASE, rf"Allrun:4: '{name}': Eagre does not know what this does")
    assert "open(" not in result.stderr and "numpy" not in result.stderr


def test_a_dictionary_is_changed_by_foamdictionary(eagre, case):
    script(case, "for i in 1 2; do runApplication -a foamDictionary system/setFieldsDict -entry which -set c${i}; done\n"
                 "foamDictionary -entry deltaT -set 0.0005 system/controlDict\nrunApplication blockMesh\nrunApplication setFields\n"
                 "runApplication $(getApplication)\n")
    expect(run(eagre, "run", case, env=BARE), 0)
    assert (case / "system/setFieldsDict").read_text().count("which c2;") == 1
    assert "deltaT 0.0005;" in (case / "system/controlDict").read_text()
    expect(run(eagre, "foamDictionary", case, "../system/setFieldsDict", "-entry", "a", "-set", "1"), BAD_CASE)
    assert run(eagre, "foamDictionary", case, "system/controlDict", "-entry", "deltaT", "-value").stdout.strip().endswith("0.0005")


def test_files_of_openfoams_tutorials_are_found_by_its_variable(eagre, case, tmp_path):
    geometry = tmp_path / "examples" / "resources" / "geometry"
    geometry.mkdir(parents=True)
    (geometry / "hull.stl").write_text("solid\n")
    script(case, "runApplication blockMesh\ncp $FOAM_TUTORIALS/resources/geometry/hull.stl constant/\n"
                 "runApplication snappyHexMesh $FOAM_TUTORIALS/resources/geometry/hull.stl\nrunApplication $(getApplication)\n")
    env = program(tmp_path / "bin", "snappyHexMesh", 'echo "snappy $@"\n')
    expect(run(eagre, "check", case, env=env), BAD_CASE, "Allrun:5", "Allrun:6.*FOAM_TUTORIALS")
    expect(run(eagre, "run", case, env={**env, "FOAM_TUTORIALS": str(tmp_path / "examples")}), 0)
    assert (case / "constant/hull.stl").exists() and f"snappy {geometry / 'hull.stl'}" in (case / "log.snappyHexMesh").read_text()


def test_what_a_failed_program_leaves_is_begun_anew(eagre, case, tmp_path):
    """blockMesh's mesh is there when snappyHexMesh fails; the next run must not take it for the case's."""
    script(case, "runApplication blockMesh\nrunApplication snappyHexMesh -overwrite\nrunApplication $(getApplication)\n")
    env = program(tmp_path / "bin", "snappyHexMesh", "echo broken; exit 3\n")
    expect(run(eagre, "run", case, env=env), FAILURE, r"Allrun:5.*failed.*log.snappyHexMesh")
    assert (case / "constant/polyMesh/faces").exists()
    expect(run(eagre, "run", case, env=BARE), BAD_CASE, "Allrun:5", "not on PATH")
    env = program(tmp_path / "bin", "snappyHexMesh", "exit 0\n")
    result = run(eagre, "run", case, env=env)
    expect(result, 0)
    assert "interrupted; it begins anew" in result.stdout
    assert not (case / "constant/eagreUnfinished").exists()


def test_dictionaries_and_scripts_of_the_recipe(eagre, case):
    (case / "system/blockMeshDict").rename(case / "system/blockMeshDict.fine")
    (case / "system/setFieldsDict").rename(case / "system/setFieldsDict.org")
    script(case, "./Allmesh\ncp system/setFieldsDict.org system/setFieldsDict\nrunApplication setFields\nrunParallel $(getApplication)\n")
    script(case, "for i in fine; do\n  runApplication -s $i \\\n    blockMesh -dict system/blockMeshDict.$i\ndone\n", "Allmesh")
    expect(run(eagre, "run", case, env=BARE), 0)
    assert b"nonuniform" in (case / "0/alpha.water").read_bytes()


@pytest.mark.parametrize("name", ["0.orig", "0.org", "0_orig", "0_org"])
def test_initial_fields_under_other_names(eagre, case, name):
    (case / "0").rename(case / name)
    result = run(eagre, "run", case)
    expect(result, 0)
    assert f"Copying {name} to 0" in result.stdout


def test_single_fields_under_other_names(eagre, case):
    (case / "0/alpha.water").rename(case / "0/alpha.water.orig")
    result = run(eagre, "run", case)
    expect(result, 0)
    assert "Copying 0/alpha.water.orig to 0/alpha.water" in result.stdout


EXPRESSIONS = """FoamFile { version 2.0; format ascii; class dictionary; object d; }
expressions
(
    column
    {
        height 0.15;
        field alpha.water;
        expression "pos().y < $height && dist() < 1e3 ? 1 : 0.25";
        condition "pos().x <= 0.1 + 0*cos(pi*pos().x)";
        keepPatches true;
    }
);
"""


@pytest.mark.parametrize("tool", ["funkySetFields", "setExprFields"])
def test_expressions_without_recipe(eagre, case, tool):
    """Where there is no script, the one dictionary that sets fields is followed."""
    (case / "system/setFieldsDict").unlink()
    (case / f"system/{tool}Dict").write_text(EXPRESSIONS)
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    assert f"No script: system/{tool}Dict is read as: {tool}" in result.stdout
    values = own.foam.read_field(case / "0/alpha.water")[0]
    assert set(values.ravel()) == {0, 1, 0.25}
    (case / f"system/{tool}Dict").write_text(EXPRESSIONS.replace("dist()", "nonsense()"))
    expect(run(eagre, "run", "--fresh", case, env=BARE), BAD_CASE, f"system/{tool}Dict:8", "nonsense")


def test_a_shape_without_recipe(eagre, case):
    (case / "system/setFieldsDict").unlink()
    dictionary = case / "system/setAlphaFieldDict"
    dictionary.write_text("field alpha.water;\ntype sphere;\norigin (0.1 0.1 0);\nradius 0.1;\n")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    assert "No script: system/setAlphaFieldDict is read as: setAlphaField" in result.stdout
    values = own.foam.read_field(case / "0/alpha.water")[0]
    assert values.min() == 0 and values.max() > 0.9
    dictionary.write_text(dictionary.read_text().replace("radius 0.1", "radius -1"))
    expect(run(eagre, "run", "--fresh", case, env=BARE), BAD_CASE, "system/setAlphaFieldDict:4", "must be positive")


@pytest.mark.parametrize("dictionary", ["mapFieldsDict", "setWaveFieldDict"])
@pytest.mark.parametrize("command", ["run", "check"])
def test_fields_of_other_tools_without_recipe(eagre, case, dictionary, command):
    (case / "system/setFieldsDict").rename(case / "system" / dictionary)
    expect(run(eagre, command, case, env=BARE), BAD_CASE, f"system/{dictionary}", "uniform", "--fields as-is")
    expect(run(eagre, command, case, "--fields", "as-is", env=BARE), 0)


@pytest.mark.parametrize("step", ["setDiscreteFields", "mapFields ../other -consistent", "potentialFoam", "setExprFields", "setAlphaField", "setWaves"])
def test_fields_of_other_tools_in_the_recipe(eagre, case, step):
    (case / "system/setFieldsDict").unlink()
    expect(run(eagre, "blockMesh", case), 0)
    script(case, f"runApplication blockMesh\nrunApplication {step}\nrunApplication $(getApplication)\n")
    result = run(eagre, "check", case, env=BARE)
    assert result.returncode != 0 and "Allrun:5" in result.stderr or step.split()[0] in run(eagre, "--help").stdout


@pytest.mark.parametrize("prepare", ["nothing", "0.orig", "X.orig", "recipe"])
def test_a_check_writes_nothing(eagre, case, prepare):
    if prepare == "0.orig":
        (case / "0").rename(case / "0.orig")
    if prepare == "X.orig":
        (case / "0/U").rename(case / "0/U.orig")
    if prepare == "recipe":
        (case / "system/blockMeshDict").rename(case / "system/blockMeshDict.1")
        script(case, "blockMesh -dict system/blockMeshDict.1\nsetFields\ninterFoam\n")
    before = state(case)
    result = run(eagre, "check", case)
    expect(result, 0)
    assert "no problems found" in result.stdout and "eagre-check-" not in result.stdout
    assert state(case) == before


def test_messages_of_a_check_name_the_case(eagre, case):
    (case / "0").rename(case / "0.orig")
    (case / "0.orig/U").write_text("nonsense")
    result = run(eagre, "check", case)
    assert result.returncode == BAD_CASE and "eagre-check-" not in result.stderr and "damBreak" in result.stderr


def edit(file, old, new):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))


@pytest.mark.parametrize("command", ["run", "check"])
@pytest.mark.parametrize("dictionary,what", [("blockMeshDict", "the mesh in constant/polyMesh was made"), ("setFieldsDict", "the fields in 0 were made")])
def test_a_dictionary_that_was_edited_since(eagre, case, command, dictionary, what):
    expect(run(eagre, "blockMesh", case), 0)
    expect(run(eagre, "setFields", case), 0)
    file = case / "system" / dictionary
    file.write_text(file.read_text() + "\n// a comment changes nothing\n")
    expect(run(eagre, "check", case), 0)
    file.write_text(file.read_text() + "\nanother 1;\n")
    if command == "run":  # nothing has been computed with them
        result = run(eagre, command, case)
        expect(result, 0)
        assert f"system/{dictionary} changed since mesh and fields were made" in result.stdout
    else:
        expect(run(eagre, command, case), BAD_CASE, what, f"from system/{dictionary}, which has changed since", "eagre run --fresh")


def test_a_mesh_with_zones_that_were_made_by_hand_is_not_made_anew(eagre, case):
    (case / "system/topoSetDict").write_text("FoamFile { version 2.0; format ascii; class dictionary; object topoSetDict; }\n"
                                             "actions ({ name a; type cellZoneSet; action new; source boxToCell; box (0 0 0) (1 1 1); });\n")
    expect(run(eagre, "blockMesh", case), 0)
    expect(run(eagre, "topoSet", case), 0)
    file = case / "system/blockMeshDict"
    file.write_text(file.read_text() + "\nanother 1;\n")
    expect(run(eagre, "run", case), BAD_CASE, "which has changed since", "eagre run --fresh")


def test_the_first_run_keeps_the_initial_fields(eagre, case):
    before = (case / "0/alpha.water").read_bytes()
    expect(run(eagre, "run", case), 0)
    assert (case / "0/alpha.water").read_bytes() != before and (case / "0.orig/alpha.water").read_bytes() == before


def test_a_mesh_of_others_is_not_compared_with_blockmeshdict(eagre, case):
    expect(run(eagre, "blockMesh", case), 0)
    edit(case / "constant/polyMesh/boundary", "FoamFile", "// by hand\nFoamFile")
    (case / "system/blockMeshDict").write_text("none;")
    expect(run(eagre, "check", case), 0)


def test_fields_as_is_leaves_setfieldsdict_alone(eagre, case):
    before = (case / "0/alpha.water").read_bytes()
    expect(run(eagre, "run", "--fields", "as-is", case), 0)
    assert (case / "0/alpha.water").read_bytes() == before


def test_a_whole_constant_is_copied(eagre, case):
    """As in OpenFOAM's angledDuct of porousSimpleFoam: constant is one of another folder's."""
    common = case.parent / "common"
    common.mkdir()
    (case / "constant").rename(common / "constant")
    script(case, "rm -rf constant\ncp -r ../common/constant constant\nrunApplication blockMesh\nrunApplication setFields\nrunApplication $(getApplication)\n")
    expect(run(eagre, "run", case), 0)
    assert not (case / "constant/constant").exists() and (case / "constant/g").exists()
