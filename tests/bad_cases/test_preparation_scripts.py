# SPDX-License-Identifier: BSD-3-Clause
"""Scripts as people write them: what does not prepare a case is passed over."""
import shutil

import pytest

from test_bad_cases import BAD_CASE, expect, run
from test_preparation import BARE, case, edit, program, script  # noqa: F401: case is a fixture


@pytest.mark.parametrize("step", ["mkdir old; mv log* old", "tar cfv case_.tar *", "touch case.foam", "foamCleanTutorials", "pyFoamClearCase.py .",
                                  "rm -f constant/notThere", "conda activate foam", "while getopts l: option; do rm system/fvSolution; done",
                                  "source /opt/openfoam9/etc/bashrc", "mv log.blockMesh log.blockMesh.1"])
def test_what_prepares_nothing(eagre, case, step):
    script(case, f"runApplication blockMesh\n{step}\nrunApplication setFields\nrunApplication $(getApplication)\n")
    expect(run(eagre, "run", case, env=BARE), 0)


@pytest.mark.parametrize("solver", ["application=$(interFoam)\n$application", "mpirun -np $N interFoam -parallel | tee log", "nohup interFoam > log 2>&1 &",
                                    "time interFoam", "foamJob -p -s interFoam", "foamJob -s -p interFoam", "pyFoamRunner.py --autosense-parallel interFoam",
                                    "srun -n 4 singularity exec $image interFoam -parallel", "interFoam &> log"])
def test_ways_to_start_a_solver(eagre, case, solver):
    """What follows it is not done."""
    script(case, f"N=4\nimage=x.sif\nrunApplication blockMesh\n{solver}\npython3 plot.py\nrm system/fvSolution\n")
    expect(run(eagre, "run", case, env=BARE), 0)


def test_a_script_that_is_not_there(eagre, case):
    """A shell goes on without it."""
    script(case, "./Allmesh\nrunApplication setFields\nrunApplication $(getApplication)\n")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    assert "Allrun:4: there is no Allmesh" in result.stdout


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_dictionary_in_a_here_document(eagre, case, command):
    text = (case / "system/setFieldsDict").read_text()
    (case / "system/setFieldsDict").unlink()
    script(case, f"runApplication blockMesh\ncat > system/setFieldsDict << 'EOF'\n{text}EOF\nrunApplication setFields\nrunApplication interFoam\n")
    expect(run(eagre, command, case, env=BARE), 0)
    if command == "run":
        assert (case / "system/setFieldsDict").read_text() == text
        assert b"nonuniform" in (case / "0/alpha.water").read_bytes()


def test_a_here_document_with_variables(eagre, case):
    text = (case / "system/setFieldsDict").read_text()
    (case / "system/setFieldsDict").unlink()
    script(case, f"end=EOF\ncat > system/setFieldsDict <<EOF\n{text}// $end\nEOF\nblockMesh\nsetFields\ninterFoam\n")
    expect(run(eagre, "run", case, env=BARE), 0)
    assert (case / "system/setFieldsDict").read_text() == text + "// EOF\n"


@pytest.mark.parametrize("step,reason", [("python3 patch.py", "does not know what this does"), ("tar xzf mesh.tgz", "does not know what this does"),
                                         ("cat > system/x << EOF\n$(date)\nEOF", "not known"), ("rm system/fvSolution", "deletes nothing"),
                                         ("cp 0/U made/; rm made/U", "deletes nothing")])
def test_what_may_prepare_something(eagre, case, step, reason):
    script(case, f"runApplication blockMesh\n{step}\nrunApplication $(getApplication)\n")
    expect(run(eagre, "run", case, env=BARE), BAD_CASE, "Allrun:5", reason)


def test_what_the_script_has_written_it_may_remove(eagre, case):
    script(case, "cp system/setFieldsDict system/other\nrunApplication blockMesh\nrm -f system/other\nrunApplication setFields\ninterFoam\n")
    expect(run(eagre, "run", case, env=BARE), 0)
    assert (case / "system/setFieldsDict").exists() and not (case / "system/other").exists()


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_solver_that_is_not_there_is_said_before_the_mesh_is_made(eagre, case, tmp_path, command):
    script(case, "runApplication blockMesh\nrunApplication snappyHexMesh -overwrite\nrunApplication $(getApplication)\n")
    edit(case / "system/controlDict", "interFoam", "compressibleInterFoam")
    env = program(tmp_path / "bin", "snappyHexMesh", "exit 0\n")
    expect(run(eagre, command, case, env=BARE), BAD_CASE, "compressibleInterFoam: compressible two-phase flow")
    assert not (case / "log.snappyHexMesh").exists()


def test_a_solver_that_is_not_there_is_said_before_a_recipe_that_is_not_understood(eagre, case):
    script(case, "for dir in $(ls); do cp -r $dir/lagrangian 0; done\nrunApplication $(getApplication)\n")
    control = case / "system" / "controlDict"
    control.write_text(control.read_text().replace("interFoam", "sprayFoam"))
    for command in ("check", "run"):
        expect(run(eagre, command, case, env=BARE), BAD_CASE, "controlDict", "sprayFoam")


def two_steps(case, first):
    """A recipe that Eagre does not do as a whole in memory."""
    (case / "system/topoSetDict").write_text("FoamFile { version 2.0; format ascii; class dictionary; object topoSetDict; }\nactions ();\n")
    script(case, f"{first}\nrunApplication blockMesh\nrunApplication topoSet\nrunApplication setFields\nrunApplication $(getApplication)\n")


def test_restored_fields_are_those_of_the_originals_alone(eagre, case):
    """v1912's restore0Dir removes 0 before it copies 0.orig."""
    two_steps(case, "restore0Dir")
    shutil.copytree(case / "0", case / "0.orig")
    (case / "0/k").write_text("not a field")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    assert "k of 0, not in 0.orig, moved to 0.before" in result.stdout
    assert not (case / "0/k").exists() and (case / "0.before/k").read_text() == "not a field"


def test_restoring_without_originals_only_warns(eagre, case):
    two_steps(case, "restore0Dir")
    result = run(eagre, "run", case, env=BARE)
    expect(result, 0)
    assert "Allrun:4: restore0Dir: there is no 0.orig" in result.stdout


@pytest.mark.parametrize("command", ["run", "check"])
def test_restoring_nothing(eagre, case, command):
    """The recipe goes on; what is wrong is said: there are no fields."""
    (case / "0").rename(case / "fields")
    two_steps(case, "restore0Dir")
    expect(run(eagre, command, case, env=BARE), BAD_CASE, "neither 0 nor 0.orig")


@pytest.mark.parametrize("step", ["path=$(pwd)\ncd constant\ncd $path", "cd constant\ncd -", "pushd constant\npopd", "cd ../elsewhere\ncd -",
                                  "here=$(cd ${0%/*} && pwd)\ncd system\ncd $here", "cd constant\ncd $FOAM_CASE", "cd system\ncd $OLDPWD",
                                  "cd constant; cp $FOAM_CASE/system/setFieldsDict $FOAM_CASE/system/other; cd .."])
def test_there_and_back_again(eagre, case, step):
    script(case, f"{step}\nrunApplication blockMesh\nrunApplication setFields\nrunApplication $(getApplication)\n")
    expect(run(eagre, "run", case, env=BARE), 0)
    assert (case / "system/other").exists() == ("other" in step)
