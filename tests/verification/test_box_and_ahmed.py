# SPDX-License-Identifier: BSD-3-Clause
"""cases/box and cases/ahmed: the first takes the iterations that it names, however it is divided; the second is meshed by snappyHexMesh and solved
in few iterations of multigrid, where faces hang between cells of two sizes and coefficients jump at the body."""
import pathlib
import re
import shutil
import sys

import foam
import own

CASES = pathlib.Path(__file__).parents[2] / "cases"


def iterations(log, field):
    """Of each solve of a field, all but those of the first step."""
    steps = log.split("\nTime = ")[2:]
    return [int(n) for step in steps for n in re.findall(rf"Solving for {field},.*No Iterations (\d+)", step)]


def test_box_takes_the_iterations_that_it_names(tmp_path, eagre):
    case = tmp_path / "box"
    own.copy("box", case)
    for ranks, cells in (((1, 1, 1), 16), ((2, 1, 1), 8)):
        foam.run([sys.executable, case / "set_ranks.py", *ranks, "--cells", cells])
        log = foam.run(["mpirun", "-n", ranks[0], eagre, "run", case, "--solvers", "as-written"]).stdout
        assert f"Mesh: {ranks[0] * cells ** 3} cells" in log
        assert len(re.findall(r"^Time = ", log, re.M)) == 10
        assert set(iterations(log, "U[xyz]")) == {3}
        assert set(iterations(log, "p")) == {100}
        shutil.rmtree(case / "constant" / "polyMesh")


def test_ahmed_is_solved_in_few_iterations(tmp_path, eagre):
    case = tmp_path / "ahmed"
    own.copy("ahmed", case)
    foam.append(case, "system/controlDict", "endTime 0.0006; writeInterval 0.0006;")
    foam.run([sys.executable, case / "make_body.py"])
    for tool in ("blockMesh", "surfaceFeatureExtract"):
        foam.openfoam(tool, case)
    foam.openfoam("snappyHexMesh", case, "-overwrite")
    log = foam.run([eagre, "run", case]).stdout
    assert max(iterations(log, "p")) <= 15  # some 80 if cells that join a pair as a third are treated as part of its line
    assert foam.read_field(case / "0.0006" / "nut")[0].min() >= 0
