# SPDX-License-Identifier: BSD-3-Clause
"""Conditions of the pressure that give its matrix other coefficients from corrector to corrector, on faces that some ranks have and
others have not: all ranks must agree on whether what was made of the matrix still holds. (They did not, and waited for each other.)"""
import pathlib
import shutil

import numpy as np
import pytest

import foam

CASES = pathlib.Path(__file__).resolve().parents[2] / "cases"


@pytest.mark.parametrize("condition", ["type advective; lInf 1; fieldInf 0;", "type advective; lInf 0.2; fieldInf 10;"])
def test_ranks_agree(tmp_path, eagre, condition):
    fields = {}
    for ranks in (1, 3):
        case = tmp_path / f"on{ranks}"
        shutil.copytree(CASES / "damBreak", case)
        foam.append(case, "0.orig/p_rgh", f"boundaryField {{ atmosphere {{ {condition} }} }}")
        foam.append(case, "system/controlDict", "deltaT 0.001; adjustTimeStep no; endTime 0.01; writeControl timeStep; writeInterval 10; functions {}")
        foam.append(case, "system/fvSolution", 'solvers { "alpha.water.*" { tolerance 1e-14; } "pcorr.*" { tolerance 1e-13; } p_rgh { tolerance 1e-13; relTol 0; } p_rghFinal { tolerance 1e-13; relTol 0; } }')
        foam.run([eagre, "run", case, "-n", str(ranks)], timeout=120)
        fields[ranks] = foam.read_field(case / "0.01" / "p_rgh")[0]
    assert np.abs(fields[3] - fields[1]).max() < 1e-7 * np.abs(fields[1]).max()
