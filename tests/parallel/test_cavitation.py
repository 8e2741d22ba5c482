# SPDX-License-Identifier: BSD-3-Clause
"""Cavitation behind an orifice (interPhaseChangeFoam): one answer on any number of ranks; restarts continue bit for bit."""
import shutil

import numpy as np
import pytest

import dumps
import foam
import orifice

FIELDS = ("alpha.water", "U", "p_rgh", "p")
TIGHT = ('solvers { "(p_rgh|Phi).*" { tolerance 1e-13; } "alpha.water.*" { tolerance 1e-15; } '
         '"(U|k|epsilon|omega|nuTilda).*" { tolerance 1e-15; } }')
NAMED = (*dumps.SETTLED, "--solvers", "as-written")


def case_of(directory, control, solution=""):
    case = orifice.make(directory, from_rest=True)
    foam.append(case, "system/controlDict", f"writeFormat binary; writePrecision 16; timePrecision 10; maxCo 1; {control}")
    foam.append(case, "system/fvSolution", solution)
    return case


def values(case, time):
    return {name: foam.read_field(case / time / name)[0] for name in FIELDS}


def test_same_answer_on_any_number_of_ranks(tmp_path, eagre):
    """Until the first vapour is there and a little longer: the flow behind a sharp edge forgets nothing, rounding included."""
    control = "endTime 0.0014; writeInterval 0.0014;"
    cases = [case_of(tmp_path / f"ranks{n}", control, TIGHT) for n in (1, 3)]
    for case, n in zip(cases, (1, 3)):
        foam.run([eagre, "run", case, "-n", n, *NAMED])
    one, many = (values(case, foam.times(case)[-1]) for case in cases)
    assert one["alpha.water"].min() < 0.9
    differences = {name: foam.relative_l2(many[name], one[name]) for name in FIELDS}
    print({k: f"{v:.1e}" for k, v in differences.items()})
    assert all(d <= 1e-7 for d in differences.values()), differences


@pytest.mark.parametrize("how", [("--dump", "foam"), ("--dump", "hdf5")], ids=["foam", "hdf5"])
def test_restart_is_bit_for_bit(tmp_path, eagre, how):
    whole = case_of(tmp_path / "whole", "endTime 0.002; writeInterval 0.001;")
    stopped = tmp_path / "stopped"
    shutil.copytree(whole, stopped)
    foam.run([eagre, "run", whole, "-n", 2, *dumps.SETTLED])
    foam.append(stopped, "system/controlDict", "endTime 0.001;")
    foam.run([eagre, "run", stopped, "-n", 2, *how, *dumps.SETTLED])
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 0.002;")
    foam.run([eagre, "run", stopped, "-n", 2, *dumps.SETTLED])
    time = foam.times(whole)[-1]
    a, b = values(whole, time), values(stopped, time)
    assert a["alpha.water"].min() < 0.9
    for name in FIELDS:
        assert np.array_equal(a[name], b[name]), f"{name} differs by {np.abs(a[name] - b[name]).max():.3g}"


def test_wrong_cases_are_refused(tmp_path, eagre):
    case = case_of(tmp_path / "case", "")
    foam.append(case, "constant/transportProperties", "phaseChangeTwoPhaseMixture Kuns; pSat 0;")
    foam.append(case, "system/fvSchemes", "ddtSchemes { default backward; }")
    foam.append(case, "system/fvSolution", 'solvers { "alpha.water.*" { nAlphaSubCycles table ((0 1) (1 2)); } }')
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3
    for part in ("did you mean 'Kunz'", "ddt(rho,U): only Euler is possible", "the number of sub-cycles must be a number"):
        assert part in result.stdout, result.stdout
