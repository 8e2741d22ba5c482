# SPDX-License-Identifier: BSD-3-Clause
"""Tables of a second run from the same time: what stays, and what the new files are called, as in OpenFOAM."""
import shutil

import numpy as np
import pytest

import foam

FUNCTIONS = """
functions
{
    largest { type volFieldValue; libs (fieldFunctionObjects); operation max; regionType all; fields (p U); writeFields no; }
    onLid { type forces; libs (forces); patches (movingWall); rho rhoInf; rhoInf 1; CofR (0 0 0); }
    point { type probes; libs (sampling); fields (p); probeLocations ((0.05 0.05 0.005)); }
}
"""


def files_of(case):
    return sorted(str(f.relative_to(case)) for f in (case / "postProcessing").rglob("*") if f.is_file())


def last_row(path):
    return np.array(path.read_text().splitlines()[-1].replace("(", " ").replace(")", " ").split(), dtype=float)


@pytest.mark.parametrize("ranks", [1, 3])
@pytest.mark.parametrize("start", ["0", "0.02"])
def test_second_run_from_the_same_time(ranks, start, tmp_path, eagre):
    """The table of the first run stays, the third run's takes the place of the second's; probes begin anew."""
    theirs = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "openfoam")
    solvers = " ".join(f"{s} {{ tolerance 1e-12; relTol 0; }}" for s in ("p", "pFinal", "U"))
    foam.append(theirs, "system/fvSolution", f"solvers {{ {solvers} }}")
    foam.openfoam("blockMesh", theirs)
    foam.append(theirs, "system/controlDict", "endTime 0.02; writeInterval 4; writePrecision 12;")
    if start != "0":
        foam.openfoam("icoFoam", theirs)
    foam.append(theirs, "system/controlDict", f"startTime {start}; endTime 0.06; {FUNCTIONS}")
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    for end in ("0.06", "0.05", "0.04"):
        for case in (theirs, ours):
            foam.append(case, "system/controlDict", f"endTime {end};")
        foam.openfoam("icoFoam", theirs)
        foam.run([eagre, "run", ours, "-n", ranks])
    files = files_of(theirs)
    assert f"postProcessing/largest/{start}/volFieldValue_{start}.dat" in files
    assert files_of(ours) == files
    for name in files:
        row, reference = last_row(ours / name), last_row(theirs / name)
        assert row[0] == reference[0], name
        assert np.abs(row - reference).max() <= 1e-7 * np.abs(reference).max(), name
