# SPDX-License-Identifier: BSD-3-Clause
"""Local time steps: the answer does not depend on the number of ranks, and a restart continues bit for bit."""
import shutil

import numpy as np
import pytest

import foam
import own

FIELDS = ("alpha.water", "U", "p_rgh", "p", "phi", "rDeltaT")
CONTROL = "adjustTimeStep no; deltaT 1; endTime 8; writeControl timeStep; writeInterval 4;"


def lts_dam_break(target, tight=True, sub_cycles=1):
    case = own.dam_break(target, cells=0.5, tight=tight, control=CONTROL)
    foam.append(case, "system/fvSchemes", "ddtSchemes { default localEuler; }")
    foam.append(case, "system/fvSolution", f'solvers {{ "alpha.water.*" {{ nAlphaSubCycles {sub_cycles}; tolerance 1e-15; }} }} '
                "PIMPLE { maxCo 0.5; maxAlphaCo 0.3; maxDeltaT 0.01; rDeltaTDampingCoeff 0.4; }")
    return case


@pytest.mark.parametrize("sub_cycles", [1, 2])
def test_same_answer_on_any_number_of_ranks(tmp_path, eagre, sub_cycles):
    results = {}
    for ranks in (1, 2, 5):
        case = lts_dam_break(tmp_path / f"on{ranks}", sub_cycles=sub_cycles)
        foam.run([eagre, "run", case, "-n", ranks])
        results[ranks] = own.fields_of(case, "8", FIELDS)
    rate = results[1]["rDeltaT"]
    assert rate.max() > 3 * rate.min()
    for ranks in (2, 5):
        differences = {name: foam.relative_l2(results[ranks][name], results[1][name]) for name in FIELDS}
        print(ranks, {k: f"{v:.1e}" for k, v in differences.items()})
        assert all(d <= 1e-9 for d in differences.values()), differences


@pytest.mark.parametrize("ranks, dump", [(1, "foam"), (3, "foam"), (3, "hdf5")])
def test_restart_is_bit_for_bit(tmp_path, eagre, ranks, dump):
    """The steps of the fourth time step on are damped by those before, and begin from the mass flux of the step before."""
    named = ["-n", ranks, "--krylov", "PCG", "--reduction", "typed"]
    whole = lts_dam_break(tmp_path / "whole", tight=False)
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    foam.append(stopped, "system/controlDict", "endTime 4;")
    dumped = ["--dump", "hdf5"] if dump == "hdf5" else []
    foam.run([eagre, "run", whole, *named])
    if foam.run([eagre, "run", stopped, *named, *dumped], check=False).stdout.count("built without HDF5"):
        pytest.skip("built without HDF5")
    assert ("4" in foam.times(stopped)) != (dump == "hdf5")
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 8;")
    foam.run([eagre, "run", stopped, *named])
    one, other = (own.fields_of(case, "8", FIELDS) for case in (whole, stopped))
    for name in FIELDS:
        assert np.array_equal(one[name], other[name]), f"{name} differs by {np.abs(one[name] - other[name]).max():.3g}"
