# SPDX-License-Identifier: BSD-3-Clause
"""Recipes that reach out of their case: a script in the folder above, a case that fields are mapped from, OpenFOAM's tutorials."""
import os
import shutil

import own
import pytest

from test_bad_cases import BAD_CASE, expect, run
from test_preparation import BARE, case, script, state  # noqa: F401: case is a fixture

PARENT = """#!/bin/sh
mapIt() { mapFields $1 -case $2 -sourceTime latestTime -consistent > $2/log.mapFields 2>&1; }
for name in coarse fine
do
    ( cd $name && runApplication blockMesh )
    case "$name" in
    fine) cp -r $name/0 $name/0.1; mapIt $previous $name ;;
    esac
    previous="$name"
    ( cd $name && runApplication $(getApplication) )
done
"""


@pytest.fixture
def pair(tmp_path):
    """Two cavities driven by a script above them; the second begins with the result of the first."""
    for name in ("coarse", "fine"):
        own.copy("cavity", tmp_path / name)
        control = tmp_path / name / "system/controlDict"
        control.write_text(control.read_text() + "\nstartFrom startTime; deltaT 0.005; writeControl timeStep; writeInterval 20;\n"
                           + ("startTime 0; endTime 0.1;\n" if name == "coarse" else "startTime 0.1; endTime 0.105;\n"))
    (tmp_path / "Allrun").write_text(PARENT)
    return tmp_path


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_case_is_prepared_by_the_script_above_it(eagre, pair, command):
    expect(run(eagre, command, pair / "fine"), BAD_CASE, r"\.\./Allrun:2: 'mapFields .*/coarse.*has no result yet: run it first \(eagre run .*coarse\)")
    expect(run(eagre, "run", pair / "coarse"), 0)
    before = state(pair / "fine")
    result = run(eagre, command, pair / "fine")
    expect(result, 0)
    assert "mapFields" in result.stdout and "../Allrun" in result.stdout
    if command == "check":
        assert state(pair / "fine") == before
    else:
        assert "nonuniform" in (pair / "fine/0.1/U").read_text()


@pytest.mark.parametrize("copy", ["../meshed/constant/polyMesh constant", "../meshed/constant/polyMesh/* constant/polyMesh/"])
def test_a_mesh_that_a_neighbouring_case_makes(eagre, tmp_path, copy):
    """Its application makes the mesh and solves nothing; the script above copies it from there."""
    for name in ("meshed", "flow"):
        own.copy("cavity", tmp_path / name)
    control = tmp_path / "meshed/system/controlDict"
    control.write_text(control.read_text() + "\napplication blockMesh;\n")
    (tmp_path / "flow/system/blockMeshDict").unlink()
    (tmp_path / "Allrun").write_text("#!/bin/sh\n(cd meshed && runApplication blockMesh)\n(\ncd flow || exit\nrm -rf constant/polyMesh\n"
                                     f"mkdir -p constant/polyMesh\n\\cp -r {copy}\nrunApplication icoFoam\n)\n")
    expect(run(eagre, "run", tmp_path / "flow"), BAD_CASE, "no mesh: neither constant/polyMesh nor system/blockMeshDict is there")
    before = state(tmp_path / "meshed")
    assert "no problems found" in run(eagre, "check", tmp_path / "meshed").stdout and state(tmp_path / "meshed") == before
    result = run(eagre, "run", tmp_path / "meshed")
    expect(result, 0)
    assert "application blockMesh: the mesh is made, and there is nothing to solve" in result.stdout
    result = run(eagre, "run", tmp_path / "flow")
    expect(result, 0)
    assert "(../Allrun:7)" in result.stdout and not (tmp_path / "flow/constant/polyMesh/madeFrom").exists()


def test_a_case_that_is_a_mesh_alone_is_checked_as_any_mesh(eagre, tmp_path):
    own.copy("cavity", tmp_path / "meshed")
    control, block = tmp_path / "meshed/system/controlDict", tmp_path / "meshed/system/blockMeshDict"
    control.write_text(control.read_text() + "\napplication blockMesh;\n")
    good = block.read_text()
    block.write_text(good.replace("hex (0", "hex (99"))
    before = state(tmp_path / "meshed")
    for command in ("check", "run"):
        expect(run(eagre, command, tmp_path / "meshed"), BAD_CASE, r"blockMeshDict:\d+: .*99")
        assert state(tmp_path / "meshed") == before
    block.write_text(good)
    expect(run(eagre, "run", tmp_path / "meshed"), 0)
    block.write_text(good.replace("(20 20 1)", "(10 20 1)"))
    expect(run(eagre, "run", tmp_path / "meshed"), BAD_CASE, "was made from system/blockMeshDict, which has changed since")
    expect(run(eagre, "run", "--fresh", tmp_path / "meshed"), 0)
    control.write_text(control.read_text() + "\napplication snappyHexMesh;\n")
    shutil.rmtree(tmp_path / "meshed/constant/polyMesh")
    expect(run(eagre, "run", tmp_path / "meshed"), BAD_CASE, "application snappyHexMesh: nothing makes the mesh")


def test_a_mesh_that_the_script_above_converts(eagre, tmp_path):
    """The file's path is one of the folder in which the script runs."""
    own.copy("cavity", tmp_path / "elbow")
    (tmp_path / "elbow/system/blockMeshDict").rename(tmp_path / "elbow/elbow.msh")
    (tmp_path / "Allrun").write_text("#!/bin/sh\nconvert() { fluentMeshToFoam $2 -case $1 > $1/log 2>&1; }\nconvert elbow elbow/elbow.msh\n")
    result = run(eagre, "check", tmp_path / "elbow")
    assert "fluentMeshToFoam elbow.msh (../Allrun:2)" in result.stdout, result.stdout + result.stderr


def test_a_script_above_that_names_other_cases_is_nothing(eagre, pair):
    shutil.copytree(pair / "coarse", pair / "another")
    result = run(eagre, "check", pair / "another")
    expect(result, 0)
    assert "Allrun" not in result.stdout


@pytest.mark.parametrize("where", ["above", "environment"])
def test_a_file_of_the_tutorials(eagre, case, tmp_path, where):
    resources = tmp_path / ("resources" if where == "above" else "foam/resources")
    (resources / "blockMesh").mkdir(parents=True)
    (case / "system/blockMeshDict").rename(resources / "blockMesh/tank")
    script(case, "runApplication blockMesh -dict $FOAM_TUTORIALS/resources/blockMesh/tank\nrunApplication setFields\nrunApplication $(getApplication)\n")
    env = {**BARE, "FOAM_TUTORIALS": str(tmp_path / "foam")} if where == "environment" else BARE
    expect(run(eagre, "check", case, env=env), 0)
    expect(run(eagre, "run", case, env=env), 0)
