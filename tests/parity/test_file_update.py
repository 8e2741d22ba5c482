# SPDX-License-Identifier: BSD-3-Clause
"""timeActivatedFileUpdate: what is copied when, and what the run makes of it, as in OpenFOAM."""
import os
import re
import shutil
import time

import numpy as np
import pytest

import foam

TIGHT = " ".join(f"{s} {{ tolerance 1e-12; relTol 0; }}" for s in ("p", "pFinal", "U"))
LOOSE = " ".join(f"{s} {{ tolerance 1e-12; relTol 0.5; }}" for s in ("p", "pFinal", "U"))


def case_with(directory, function):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", directory)
    foam.append(case, "system/controlDict", "endTime 0.06; writeInterval 4; writePrecision 14;")
    shutil.copy(case / "system/fvSolution", case / "system/fvSolution.later")
    foam.append(case, "system/fvSolution", f"solvers {{ {TIGHT} }}")
    foam.append(case, "system/fvSolution.later", f"solvers {{ {LOOSE} }}")
    shutil.copy(case / "system/controlDict", case / "system/controlDict.later")
    foam.append(case, "system/controlDict.later", "deltaT 0.0025; writeInterval 8;")
    foam.append(case, "system/controlDict", f"functions {{ update {{ type timeActivatedFileUpdate; libs (utilityFunctionObjects); {function} }} }}")
    foam.openfoam("blockMesh", case)
    return case


def age(case):
    """OpenFOAM looks only at files that are ten seconds newer than what it has read."""
    for path in (case / "system").iterdir():
        os.utime(path, (time.time() - 3600,) * 2)


@pytest.mark.parametrize("name, times", [("fvSolution", "(0.02 \"<system>/fvSolution.later\")"), ("controlDict", "(0.02 \"$FOAM_CASE/system/controlDict.later\")"),
                                         ("fvSolution", "(-1 \"system/fvSolution.later\") (7 \"$FOAM_CASE/system/controlDict\")")])
@pytest.mark.parametrize("ranks", [1, 3])
def test_copies(name, times, ranks, tmp_path, eagre):
    theirs = case_with(tmp_path / "openfoam", f"fileToUpdate \"$FOAM_CASE/system/{name}\"; timeVsFile ({times});")
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    plain = shutil.copytree(theirs, tmp_path / "plain")
    foam.append(plain, "system/controlDict", "#remove functions")
    for case in (ours, theirs):
        age(case)
    foam.openfoam("icoFoam", theirs)
    log = foam.run([eagre, "run", "--solvers", "as-written", ours, "-n", ranks]).stdout
    assert "timeActivatedFileUpdate update: copying" in log
    assert (ours / "system" / name).read_bytes() == (ours / f"system/{name}.later").read_bytes()
    assert foam.times(ours) == foam.times(theirs)
    foam.run([eagre, "run", "--solvers", "as-written", plain])
    if ranks == 1:
        a, b, c = (foam.read_field(case / foam.times(case)[-1] / "U")[0] for case in (ours, theirs, plain))
        assert np.abs(a - b).max() <= 1e-7 * np.abs(b).max() < 1e-2 * np.abs(c - b).max()


@pytest.mark.parametrize("function, reason", [
    ("fileToUpdate \"../other\"; timeVsFile ((0 \"system/fvSolution.later\"));", "'../other' is no file of the case"),
    ("fileToUpdate \"system/fvSolution\"; timeVsFile ((0 \"system/fvSolution.none\"));", "there is no file system/fvSolution.none")])
def test_left_out(function, reason, tmp_path, eagre):
    case = case_with(tmp_path / "case", function)
    log = foam.run([eagre, "run", case]).stdout
    assert re.search(f"function object 'update' is left out: .*{re.escape(reason)}", log)


def test_a_check_copies_nothing(tmp_path, eagre):
    case = case_with(tmp_path / "case", "fileToUpdate \"system/fvSchemes\"; timeVsFile ((-1 \"system/fvSolution.later\"));")
    before = (case / "system/fvSchemes").read_bytes()
    log = foam.run([eagre, "check", case]).stdout
    assert (case / "system/fvSchemes").read_bytes() == before and "a run reads it only when it starts" in log
