# SPDX-License-Identifier: BSD-3-Clause
"""The function objects of pisoFoam's LES/motorBike, its own files, on a mesh that needs no snappyHexMesh: both programs."""
import numpy as np
import pytest

import examples
import foam
from source_cases import PISO_SOLVERS
from test_function_objects import LIMIT, table

MOTOR_BIKE = foam.EXAMPLES / examples.MOTOR_BIKE / "motorBike/system"
CONTROL = """
deltaT 0.005; endTime 0.01; writeInterval 2;
functions
{
    #include "samples"
    #include "streamLines"
    #include "forceCoeffs"
}
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    directory = tmp_path_factory.mktemp("motorBike")
    case = foam.copy_example("incompressible/pisoFoam/RAS/cavity", directory / "openfoam")
    for path in (case / "system/blockMeshDict", *(case / "0").iterdir()):
        path.write_text(path.read_text().replace("fixedWalls", "motorBike_walls"))
    for name in ("samples", "streamLines", "forceCoeffs"):
        (case / "system" / name).write_text((MOTOR_BIKE / name).read_text())
    foam.append(case, "system/controlDict", CONTROL)
    foam.append(case, "system/fvSolution", "solvers { " + " ".join(f"{s} {{ tolerance 1e-13; relTol 0; }}" for s in PISO_SOLVERS) + " }")
    foam.openfoam("blockMesh", case)
    foam.openfoam("transformPoints", case, "-translate", "(0 -0.042 0)")  # the plane of samples is y = 0
    ours = examples.clone(case, "eagre")
    foam.openfoam("pisoFoam", case)
    return ours, case, foam.run([eagre, "run", "-n", 2, ours]).stdout


def test_force_coefficients(runs):
    values, expected = (table(case, "forces/coefficient")[2].reshape(2, -1) for case in runs[:2])
    assert np.abs(expected).max() > 0 and np.abs(values - expected).max() <= LIMIT * np.abs(expected[:, 1:]).max()


def test_a_stored_surface_is_no_file(runs):
    """store keeps it for other function objects, surfaceFormat none writes none."""
    for case in runs[:2]:
        assert not list((case / "postProcessing").glob("samples/*/*")), case


def test_streamlines_from_outside_the_mesh(runs):
    """No file where no seed is in the mesh."""
    for case in runs[:2]:
        assert not list((case / "postProcessing").glob("sets/**/track*")), case
    assert "left out" not in runs[2]
