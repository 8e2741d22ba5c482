# SPDX-License-Identifier: BSD-3-Clause
"""potentialFoam that cannot be carried out: an error that says why, and fields that are as they were."""
import pytest

from test_bad_cases import BAD_CASE, USAGE, expect, make_case, replace, run

PHI = "solvers { Phi { solver PCG; preconditioner DIC; tolerance 1e-6; relTol 0; } }"


def cavity(tmp_path, solution):
    case = make_case(tmp_path, "cavity")
    with open(case / "system" / "fvSolution", "a") as file:
        file.write("\n" + solution + "\n")
    return case


@pytest.mark.parametrize("solution, options, code, patterns", [
    ("", [], BAD_CASE, ["fvSolution", "solvers", "'Phi'"]),
    (PHI.replace("PCG", "PGC"), [], BAD_CASE, ["fvSolution", "'PGC'", "PCG"]),
    (PHI, [], BAD_CASE, ["PhiRefCell", "PhiRefPoint"]),
    (PHI + " potentialFlow { PhiRefCell 1000000; PhiRefValue 0; }", [], BAD_CASE, ["PhiRefCell 1000000 is not a cell"]),
    (PHI, ["-writeP"], USAGE, ["-writep"]),
    (PHI, ["-pName"], USAGE, ["-pName needs a value"]),
], ids=["noSolver", "solver", "noReference", "reference", "option", "pName"])
def test_potential_foam(solution, options, code, patterns, tmp_path, eagre):
    case = cavity(tmp_path, solution)
    before = (case / "0" / "U").read_bytes()
    expect(run(eagre, "potentialFoam", case, *options), code, *patterns)
    assert (case / "0" / "U").read_bytes() == before
    assert not list(case.glob(".potentialFoam*"))


def test_pressure_of_other_dimensions(tmp_path, eagre):
    case = cavity(tmp_path, PHI + " potentialFlow { PhiRefCell 0; PhiRefValue 0; }")
    with open(case / "system" / "fvSchemes", "a") as file:
        file.write("\ndivSchemes { div(div(phi,U)) Gauss linear; }\n")
    replace(case, "0/p", "[0 2 -2 0 0 0 0]", "[1 -1 -2 0 0 0 0]")
    expect(run(eagre, "potentialFoam", case, "-writep"), BAD_CASE, "dimensions")


def test_function_objects_are_not_executed_and_said(tmp_path, eagre):
    case = cavity(tmp_path, PHI + " potentialFlow { PhiRefCell 0; PhiRefValue 0; }")
    result = run(eagre, "potentialFoam", case, "-withFunctionObjects")
    expect(result, 0)
    assert "function objects are not executed" in result.stdout
