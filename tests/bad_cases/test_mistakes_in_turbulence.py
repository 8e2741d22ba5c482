# SPDX-License-Identifier: BSD-3-Clause
"""Mistakes with turbulence models that want more than their coefficients: conditions that they cannot have, divisors that are 0."""
import re

import foam
import mistakes
import pytest

SCHEMES = 'divSchemes { "div\\(phi,(q|zeta)\\)" Gauss upwind; }'
SOLVERS = 'solvers { "(q|zeta)" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; } }'


def walls(text):
    return f"boundaryField {{ movingWall {{ {text} }} fixedWalls {{ {text} }} }}"


def cavity(directory, model, *overrides):
    case = foam.copy_example("incompressible/pisoFoam/RAS/cavity", directory)
    foam.append(case, "constant/turbulenceProperties", f"RAS {{ RASModel {model}; }}")
    foam.append(case, "system/fvSchemes", SCHEMES)
    foam.append(case, "system/controlDict", "endTime 0.005; deltaT 0.005;")
    for file, text in (("system/fvSolution", SOLVERS), *overrides):
        foam.append(case, file, text)
    return case


FIXED_K = ("0/k", walls("type fixedValue; value uniform 1e-8;"))


@pytest.mark.parametrize("model, overrides, pattern", [
    ("qZeta", (FIXED_K,), r"epsilonWallFunction on patch movingWall of field epsilon: qZeta gives zeta a condition of the same type"),
    ("qZeta", (("0/k", walls("type fixedValue; value uniform 0;")),), r"qZeta divides by q = sqrt\(k\), and k is 0 on the boundary"),
], ids=["conditionOfZeta", "noK"])
def test_is_named(eagre, tmp_path, model, overrides, pattern):
    case = cavity(tmp_path / "case", model, *overrides)
    result = mistakes.check(eagre, case, command="run")
    assert result.returncode == mistakes.BAD_CASE, result.stdout[-500:] + result.stderr
    assert re.search(pattern, result.stderr), result.stderr
