# SPDX-License-Identifier: BSD-3-Clause
"""Threads share the loops of a rank: whatever their number, every byte that is written is the same."""
import re
import shutil

import pytest

import dumps
import foam
import own
import test_turbulence

THREADS = {1: (2, 3, 8), 2: (3,)}  #: on so many ranks


def dam_break(target):
    """9,072 cells in blocks: lines and patterns, and more than one block of a sum. As written: DIC, MULES in its band."""
    return own.dam_break(target, cells=2, tight=False, control="deltaT 0.0005; endTime 0.002; adjustTimeStep no; writeInterval 0.002;")


def turbulent(target):
    control = "deltaT 0.0005; endTime 0.0015; adjustTimeStep no; writeInterval 0.0015;"
    case = test_turbulence.dam_break(target, "kOmegaSST", control, "solvers { p_rgh { solver GAMG; smoother GaussSeidel; } }")
    foam.refine(case, 2)
    foam.append(case, "system/controlDict", control)
    return case


def polyhedra(target):
    """The dual of blocks with hanging faces: no pattern in the order of its cells, so that all loops go through lists."""
    case = own.copy("damBreak3D", target)
    path = case / "system" / "blockMeshDict"
    path.write_text(re.sub(r"\((\d+) (\d+) (\d+)\)( simpleGrading)",
                           lambda m: "(%d %d %d)" % tuple(round(int(m[i]) / 5) for i in (1, 2, 3)) + m[4], path.read_text()))
    foam.append(case, "system/controlDict", "deltaT 0.001; endTime 0.003; adjustTimeStep no; writeControl timeStep; writeInterval 3;")
    foam.openfoam("blockMesh", case)
    foam.openfoam("polyDualMesh", case, "-overwrite", "75")
    return case


CASES = dam_break, turbulent, polyhedra


def files_of(directory):
    return {str(path.relative_to(directory)): path.read_bytes() for path in sorted(directory.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("ranks", THREADS)
@pytest.mark.parametrize("make", CASES, ids=lambda make: make.__name__)
def test_fields_are_those_of_one_thread(tmp_path, eagre, make, ranks):
    case = make(tmp_path / "case")
    foam.append(case, "system/controlDict", "parallel { pendingSums iallreduce; }")  # else measured, and recorded in uniform/
    command = [eagre, "run", case, "-n", ranks, "--dump", "foam", "--fields", "as-is", *dumps.SETTLED]
    before = set(foam.times(case))
    foam.run(command)
    last = case / foam.times(case)[-1]
    assert last.name not in before
    alone = files_of(last)
    for threads in THREADS[ranks]:
        shutil.rmtree(last)
        said = foam.run([*command, "--threads", threads]).stdout
        assert f"nProcs : {ranks} x {threads} threads" in said
        assert files_of(last) == alone, f"{threads} threads"


CHANNEL = """
[grid]
cells = [40, 16, 36]
length = [1.0, 0.5]
[fluid]
Re = 20
We = 10
viscosity_ratio = 2
[initial]
shape = "modes"
amplitude = 0.05
[time]
dt = 1e-3
steps = 3
[output]
fields_every = 3
restart_every = 3
[interface]
method = "%s"
"""


@pytest.mark.parametrize("ranks", THREADS)
@pytest.mark.parametrize("method", ["level_set", "phase_field"])
def test_channel_is_that_of_one_thread(tmp_path, eagre, method, ranks):
    settings = tmp_path / "wave.toml"
    settings.write_text(CHANNEL % method)
    written = {}
    for threads in (1, *THREADS[ranks]):
        foam.run([eagre, "channel", "run", settings, "--directory", tmp_path / "run", "--overwrite", "-n", ranks, "--threads", threads])
        written[threads] = files_of(tmp_path / "run")
    assert any(name.endswith(".nc") for name in written[1])
    for threads in THREADS[ranks]:
        assert written[threads].keys() == written[1].keys()
        assert [name for name in written[1] if written[threads][name] != written[1][name]] == [], f"{threads} threads"


def test_a_rank_with_fewer_processors_than_threads_is_told(tmp_path, eagre):
    case = dam_break(tmp_path / "case")
    foam.append(case, "system/controlDict", "endTime 0.0005; writeInterval 1;")
    said = foam.run(["taskset", "-c", "0", eagre, "run", case, "--threads", 2]).stdout
    assert "--threads 2, but this rank may use 1 of the machine's processors" in said


@pytest.mark.parametrize("threads", ["0", "-1", "1.5", "1025"])
def test_a_number_of_threads_that_cannot_be_is_refused(eagre, tmp_path, threads):
    result = foam.run([eagre, "run", tmp_path, "--threads", threads], check=False)
    assert result.returncode == 2 and "--threads" in result.stdout
