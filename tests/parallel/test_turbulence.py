# SPDX-License-Identifier: BSD-3-Clause
"""OpenFOAM's turbulent dam break (k-epsilon with wall functions): one answer on any number of ranks; restarts continue bit for bit."""
import shutil

import numpy as np
import pytest

import foam

FIELDS = ("alpha.water", "U", "p_rgh", "k", "epsilon", "nut")
TIGHT = ('solvers { p_rgh { tolerance 1e-13; relTol 0; } p_rghFinal { tolerance 1e-13; relTol 0; } "pcorr.*" { tolerance 1e-13; } '
         '"alpha.water.*" { tolerance 1e-15; } "(U|k|epsilon).*" { tolerance 1e-15; } }')
NAMED = ("--krylov", "PCG", "--reduction", "typed")


def dam_break(directory, control, solution=""):
    case = foam.copy_example("multiphase/interFoam/RAS/damBreak/damBreak", directory)
    foam.append(case, "system/controlDict", f"writeFormat binary; writePrecision 16; timePrecision 10; {control}")
    foam.append(case, "system/fvSolution", solution)
    return case


def values(case, time):
    return {name: foam.read_field(case / time / name)[0] for name in FIELDS}


def test_same_answer_on_any_number_of_ranks(tmp_path, eagre):
    control = "adjustTimeStep no; deltaT 0.0005; endTime 0.01; writeControl timeStep; writeInterval 20;"
    cases = [dam_break(tmp_path / f"ranks{n}", control, TIGHT) for n in (1, 3)]
    for case, n in zip(cases, (1, 3)):
        foam.run([eagre, "run", case, "-n", n])
    one, many = (values(case, foam.times(case)[-1]) for case in cases)
    differences = {name: foam.relative_l2(many[name], one[name]) for name in FIELDS}
    print({k: f"{v:.1e}" for k, v in differences.items()})
    assert all(d <= 1e-9 for d in differences.values()), differences


@pytest.mark.parametrize("how", [("--dump", "foam"), ("--dump", "hdf5")], ids=["foam", "hdf5"])
def test_restart_is_bit_for_bit(tmp_path, eagre, how):
    whole = dam_break(tmp_path / "whole", "endTime 0.04; writeControl adjustable; writeInterval 0.02;")
    foam.run([eagre, "blockMesh", whole])
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    foam.run([eagre, "run", whole, "-n", 2, *NAMED])
    foam.append(stopped, "system/controlDict", "endTime 0.02;")
    foam.run([eagre, "run", stopped, "-n", 2, *how, *NAMED])
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 0.04;")
    foam.run([eagre, "run", stopped, "-n", 2, *NAMED])
    time = foam.times(whole)[-1]
    a, b = values(whole, time), values(stopped, time)
    for name in FIELDS:
        assert np.array_equal(a[name], b[name]), f"{name} differs by {np.abs(a[name] - b[name]).max():.3g}"
