# SPDX-License-Identifier: BSD-3-Clause
"""fieldAverage and yPlus over some steps, ours with a restart in between (OpenFOAM makes nut anew when it restarts: it goes through)."""
import shutil

import numpy as np
import pytest

import cases
import foam
from source_cases import PISO_SOLVERS

LIMIT = 1e-7
STEP = 0.005
FUNCTIONS = """
#remove functions
functions
{
    averages
    {
        type fieldAverage; libs (fieldFunctionObjects); writeControl writeTime;
        fields
        (
            U { mean on; prime2Mean on; base time; }
            p { mean on; prime2Mean on; base iteration; }
            k { mean on; prime2Mean off; base time; window 0.01; windowType approximate; windowName short; }
        );
    }
    yPlus1 { type yPlus; libs (fieldFunctionObjects); writeControl writeTime; }
}
"""
FIELDS = ("UMean", "UPrime2Mean", "pMean", "pPrime2Mean", "kMean_short", "yPlus")


def run_in_parts(directory, parts, run):
    """Some steps, then some more from where those have ended."""
    start = float(foam.times(directory)[-1])
    for steps in parts:
        start += steps * STEP
        foam.append(directory, "system/controlDict", f"startFrom latestTime; endTime {start:.10g}; writeControl timeStep; writeInterval 1;")
        run(steps)


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    directory = tmp_path_factory.mktemp("averages")
    case = cases.Case("cavity", cases.PISO_CAVITY, "pisoFoam", (), PISO_SOLVERS, 0.02, STEP, overrides=(
        cases.boundary("nut", movingWall="type nutUWallFunction; value uniform 0;",
                       fixedWalls="type nutUSpaldingWallFunction; value uniform 0;"),))
    theirs = cases.develop(case, directory)
    cases.set_one_step(case, theirs)
    foam.append(theirs, "system/controlDict", FUNCTIONS)
    ours = {name: directory / name for name in ("directories", "dumps")}
    for copy in ours.values():
        shutil.copytree(theirs, copy)
    foam.append(ours["dumps"], "system/controlDict", "writeFormat hdf5;")
    run_in_parts(theirs, [5], lambda _: foam.openfoam(case.application, theirs, log=directory / "log.openfoam"))
    time = foam.times(theirs)[-1]
    for name, copy in ours.items():
        run_in_parts(copy, [3, 2], lambda steps: foam.run([eagre, "run", copy, "-n", 2], log=directory / f"log.{name}.{steps}"))
    foam.run([eagre, "extract", ours["dumps"], "--time", time, "--binary"])
    return ours, theirs / time


@pytest.mark.parametrize("name", ["directories", "dumps"])
@pytest.mark.parametrize("field", FIELDS)
def test_fields(runs, field, name):
    ours, theirs = runs
    a, a_patches = foam.read_field(ours[name] / theirs.name / field)
    b, b_patches = foam.read_field(theirs / field)
    if len(b) > 1:
        difference = foam.relative_l2(a, b)
        print(field, f"{difference:.1e}")
        assert difference <= LIMIT
    for patch in ("movingWall", "fixedWalls"):
        shape = np.broadcast_shapes(a_patches[patch].shape, b_patches[patch].shape)
        difference = np.abs(np.broadcast_to(a_patches[patch], shape) - np.broadcast_to(b_patches[patch], shape)).max()
        scale = max(np.abs(b).max(), np.abs(b_patches[patch]).max())
        print(field, patch, f"{difference / scale:.1e}")
        assert difference <= LIMIT * scale


@pytest.mark.parametrize("when", ["timeStep; executeInterval 3", "writeTime", "adjustableRunTime; executeInterval 0.01", "none"])
def test_steps_that_are_averaged(when, tmp_path, eagre):
    """executeControl names them; those that are written are among them."""
    theirs = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "openfoam")
    foam.append(theirs, "system/controlDict", f"""endTime 0.035; writeInterval 5; writePrecision 12; functions {{ mean {{ type fieldAverage;
        libs (fieldFunctionObjects); writeControl writeTime; executeControl {when}; fields (U {{ mean on; prime2Mean on; base time; }}); }} }}""")
    foam.append(theirs, "system/fvSolution", "solvers { p { tolerance 1e-12; relTol 0; } U { tolerance 1e-12; } }")
    foam.openfoam("blockMesh", theirs)
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.openfoam("icoFoam", theirs)
    foam.run([eagre, "run", ours])
    for field, limit in (("UMean", LIMIT), ("UPrime2Mean", 10 * LIMIT)):  # a difference of squares
        a, b = (foam.read_field(case / "0.025" / field)[0] for case in (ours, theirs))
        assert foam.relative_l2(a, b) <= limit
