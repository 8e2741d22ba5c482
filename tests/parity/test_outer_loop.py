# SPDX-License-Identifier: BSD-3-Clause
"""residualControl ends the outer corrections of PIMPLE after as many iterations as in v1912, with the same fields."""
import re
import shutil

import pytest

import foam

TIGHT = "{ tolerance 1e-12; relTol 0; maxIter 2000; }"
CONTROLS = {
    "absolute": "p_rgh { tolerance 1e-3; relTol 0; }",
    "relative": "p_rgh { tolerance 0; relTol 0.2; } U { tolerance 1; relTol 0; }",
    "patterns": '"(p_rgh|U)" { tolerance 3e-4; relTol 0.05; } "alpha.*" { tolerance 5e-4; relTol 0; }',
    "never": "p_rgh { tolerance 1e-30; relTol 0; }",
    "otherField": "T { tolerance 1e-3; relTol 0; }",
}


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    case = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", tmp_path_factory.mktemp("outer") / "damBreak")
    shutil.copy(case / "0" / "alpha.water.orig", case / "0" / "alpha.water")
    foam.refine(case, 0.5)
    foam.append(case, "system/controlDict", "endTime 0.03; writeInterval 0.03; writePrecision 16; functions {}")
    foam.append(case, "system/fvSolution", f'solvers {{ p_rgh {TIGHT} p_rghFinal {TIGHT} "pcorr.*" {TIGHT} "alpha.water.*" {TIGHT}\n'
                f'"U.*" {{ solver smoothSolver; smoother symGaussSeidel; {TIGHT[1:]} }}\n'
                "PIMPLE { momentumPredictor yes; nOuterCorrectors 5; nCorrectors 2; }")
    foam.openfoam("blockMesh", case)
    foam.openfoam("setFields", case)
    return case


def iterations(log):
    return re.findall(r"^(?:Time = |PIMPLE: ).*", log.read_text(), re.M)


@pytest.mark.parametrize("controls", CONTROLS)
def test_as_many_iterations(controls, start, tmp_path, eagre):
    theirs, ours = tmp_path / "openfoam", tmp_path / "eagre"
    shutil.copytree(start, theirs)
    foam.append(theirs, "system/fvSolution", f"PIMPLE {{ residualControl {{ {CONTROLS[controls]} }} }}")
    shutil.copytree(theirs, ours)
    foam.openfoam("interFoam", theirs, log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", ours], log=tmp_path / "log.eagre")
    expected = iterations(tmp_path / "log.openfoam")
    assert iterations(tmp_path / "log.eagre") == expected
    assert any("converged in" in line for line in expected) == (controls not in ("never", "otherField"))
    for field in ("alpha.water", "U", "p_rgh", "p", "phi"):
        a, b = (foam.read_field(case / "0.03" / field)[0] for case in (ours, theirs))
        assert foam.relative_l2(a, b) < 1e-6, field


def test_the_last_solve_of_each_iteration_has_its_own_tolerance(start, tmp_path, eagre):
    """p_rghFinal is that of the last corrector of every outer iteration, not of the last one alone."""
    ours, theirs = tmp_path / "eagre", tmp_path / "openfoam"
    shutil.copytree(start, theirs)
    foam.append(theirs, "system/fvSolution", "solvers { p_rgh { maxIter 3; } }\nPIMPLE { nOuterCorrectors 3; }")
    foam.append(theirs, "system/controlDict", "stopAt nextWrite; writeControl timeStep; writeInterval 1;")
    shutil.copytree(theirs, ours)
    foam.openfoam("interFoam", theirs, log=tmp_path / "log.openfoam")
    foam.run([eagre, "run", ours, "--solvers", "as-written"], log=tmp_path / "log.eagre")
    counts = [[int(n) for n in re.findall(r"Solving for p_rgh,.*No Iterations (\d+)", (tmp_path / f"log.{name}").read_text())]
              for name in ("eagre", "openfoam")]
    assert len(counts[1]) == 6 and counts[1][1] > 3
    assert [n > 3 for n in counts[0]] == [n > 3 for n in counts[1]]
