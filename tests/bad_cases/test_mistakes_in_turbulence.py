# SPDX-License-Identifier: BSD-3-Clause
"""Mistakes with turbulence models that want more than their coefficients: conditions that they cannot have, divisors that are 0, solvers
that are missing."""
import re

import foam
import mistakes
import pytest

V2F_FIELDS = {"v2": ("0 2 -2", "1e-3", "v2WallFunction"), "f": ("0 0 -1", "0.1", "fWallFunction"), "phit": ("0 0 0", "0.5", "zeroGradient")}
SCHEMES = 'divSchemes { "div\\(phi,(q|zeta|v2|phit)\\)" Gauss upwind; }'
SOLVERS = 'solvers { "(q|zeta|v2|phit)" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; } }'


def walls(text):
    return f"boundaryField {{ movingWall {{ {text} }} fixedWalls {{ {text} }} }}"


def cavity(directory, model, *overrides):
    case = foam.copy_example("incompressible/pisoFoam/RAS/cavity", directory)
    for name, (dimensions, value, wall) in V2F_FIELDS.items():
        (case / "0" / name).write_text(f"FoamFile {{ version 2.0; format ascii; class volScalarField; object {name}; }}\ndimensions [{dimensions} 0 0 0 0];\n"
                                       f"internalField uniform {value};\nboundaryField {{ \".*Wall.*\" {{ type {wall}; value uniform 0; }} "
                                       "frontAndBack { type empty; } }\n")
    foam.append(case, "constant/turbulenceProperties", f"RAS {{ RASModel {model}; }}")
    foam.append(case, "system/fvSchemes", SCHEMES)
    foam.append(case, "system/controlDict", "endTime 0.005; deltaT 0.005;")
    for file, text in (("system/fvSolution", SOLVERS), *overrides):
        foam.append(case, file, text)
    return case


SOLVER_OF_F = ("system/fvSolution", "solvers { f { solver PCG; preconditioner DIC; tolerance 1e-8; } }")
FIXED_K = ("0/k", walls("type fixedValue; value uniform 1e-8;"))


@pytest.mark.parametrize("model, overrides, pattern", [
    ("qZeta", (FIXED_K,), r"epsilonWallFunction on patch movingWall of field epsilon: qZeta gives zeta a condition of the same type"),
    ("qZeta", (("0/k", walls("type fixedValue; value uniform 0;")),), r"qZeta divides by q = sqrt\(k\), and k is 0 on the boundary"),
    ("kEpsilonPhitF", (SOLVER_OF_F, ("constant/turbulenceProperties", "RAS { kEpsilonPhitFCoeffs { sigmaPhit 0; } }"),),
     r"turbulenceProperties:\d+: sigmaPhit is 0"),
    ("kEpsilon", (("0/k", walls("type fWallFunction; value uniform 1e-3;")),), r"fWallFunction on patch .* of field k needs .*v2f or kEpsilonPhitF"),
    ("v2f", (), r"fvSolution.*'f' is missing in solvers"),
], ids=["conditionOfZeta", "noK", "sigma", "otherModel", "solver"])
def test_is_named(eagre, tmp_path, model, overrides, pattern):
    case = cavity(tmp_path / "case", model, *overrides)
    result = mistakes.check(eagre, case, command="run")
    assert result.returncode == mistakes.BAD_CASE, result.stdout[-500:] + result.stderr
    assert re.search(pattern, result.stderr), result.stderr
