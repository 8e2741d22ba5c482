# SPDX-License-Identifier: BSD-3-Clause
"""Scripts as people write them: what does not prepare a case is passed over."""
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
