# SPDX-License-Identifier: BSD-3-Clause
"""Fields of function objects at times that the run does not write: the directories and files of OpenFOAM, from which nothing starts."""
import re
import shutil

import numpy as np
import pytest

import foam

FUNCTIONS = """
functions
{
    speed { type mag; libs (fieldFunctionObjects); field U; writeControl timeStep; writeInterval 3; }
    turning { type vorticity; libs (fieldFunctionObjects); writeControl runTime; writeInterval 0.02; }
    strain { type grad; libs (fieldFunctionObjects); field U; writeControl timeStep; writeInterval 5; timeStart 0.03; timeEnd 0.055; }
    flux { type writeObjects; libs (utilityFunctionObjects); objects (phi p); writeOption anyWrite; writeControl timeStep; writeInterval 4; }
    Co { type CourantNo; libs (fieldFunctionObjects); writeControl writeTime; }
    last { type Q; libs (fieldFunctionObjects); writeControl onEnd; }
}
"""


def cavity(directory):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", directory)
    solvers = " ".join(f"{s} {{ tolerance 1e-12; relTol 0; }}" for s in ("p", "pFinal", "U"))
    foam.append(case, "system/fvSolution", f"solvers {{ {solvers} }}")
    foam.append(case, "system/controlDict", f"endTime 0.06; writeInterval 5; writePrecision 12; {FUNCTIONS}")
    foam.openfoam("blockMesh", case)
    return case


def fields(case):
    return {t: sorted(f.name for f in (case / t).iterdir() if f.is_file()) for t in foam.times(case)}


@pytest.mark.parametrize("ranks", [1, 3])
def test_directories_and_values(ranks, tmp_path, eagre):
    theirs = cavity(tmp_path / "openfoam")
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", ours, "-n", ranks])
    assert fields(ours) == fields(theirs)
    assert fields(theirs)["0.015"] == ["mag(U)"]
    for time, names in fields(theirs).items():
        for name in names if time != "0" else ():
            a, b = foam.read_field(ours / time / name)[0], foam.read_field(theirs / time / name)[0]
            assert np.abs(a - b).max() <= 1e-7 * np.abs(b).max(), (time, name)


def test_nothing_starts_from_them(tmp_path, eagre):
    """latestTime is the last time of the run; the fields that were there are written again, and `eagre clean` removes them."""
    whole = cavity(tmp_path / "whole")
    foam.append(whole, "system/controlDict", "writePrecision 16; functions { last { enabled no; } }")
    parts = shutil.copytree(whole, tmp_path / "parts")
    foam.run([eagre, "run", whole])
    foam.append(parts, "system/controlDict", "startFrom latestTime; endTime 0.045;")
    foam.run([eagre, "run", parts])
    assert foam.times(parts)[-1] == "0.045" and fields(parts)["0.045"] == ["mag(U)"]
    foam.append(parts, "system/controlDict", "endTime 0.06;")
    log = foam.run([eagre, "run", parts]).stdout
    assert re.search(r"^Time = 0.03$", log, re.M) and fields(parts) == fields(whole)
    for time, names in fields(whole).items():
        for name in names if time != "0" else ():
            a, b = (foam.read_field(case / time / name)[0] for case in (parts, whole))
            assert np.abs(a - b).max() <= 1e-12 * np.abs(b).max(), (time, name)
    foam.run([eagre, "clean", whole])
    assert foam.times(whole) == ["0"]
