# SPDX-License-Identifier: BSD-3-Clause
"""solverInfo.dat: the columns, solvers, residuals and iterations of OpenFOAM."""
import shutil

import pytest

import foam

FUNCTIONS = """functions
{{
    carried {{ type scalarTransport; libs (solverFunctionObjects); field temperatureOfTheAir; D 0.01; }}
    info {{ type solverInfo; libs (utilityFunctionObjects); fields ({fields}); {control} }}
}}
"""


def case_with(directory, fields, control=""):
    """The cavity with k-epsilon and a scalar, whose name takes more than one round of the hash that orders the columns."""
    case = foam.copy_example("incompressible/pisoFoam/RAS/cavity", directory)
    foam.append(case, "system/controlDict", "endTime 0.05; deltaT 0.005; writeInterval 10; timePrecision 8;" + FUNCTIONS.format(fields=fields, control=control))
    foam.append(case, "system/fvSchemes", "divSchemes { div(phi,temperatureOfTheAir) Gauss upwind; }")
    foam.append(case, "system/fvSolution", "solvers { temperatureOfTheAir { solver PBiCGStab; preconditioner DILU; tolerance 1e-10; relTol 0; } }")
    text = (case / "0/k").read_text()
    (case / "0/temperatureOfTheAir").write_text(text.replace("object      k", "object      temperatureOfTheAir").replace("[0 2 -2 0 0 0 0]", "[0 0 0 0 0 0 0]")
                                                .replace("kqRWallFunction", "fixedValue").replace("internalField   uniform 0.00375", "internalField   uniform 1"))
    foam.openfoam("blockMesh", case)
    return case


def table(case, name="solverInfo.dat", time="0"):
    lines = (case / f"postProcessing/info/{time}/{name}").read_text().splitlines()
    heads = [line for line in lines if line[0] == "#"]
    return heads, [line.split() for line in lines if line[0] != "#"]


@pytest.mark.parametrize("fields, control", [
    ("U p k epsilon temperatureOfTheAir", ""), ('".*"', "executeInterval 3; writeControl writeTime;"), ('k "(p|U)"', "writePrecision 9;")])
def test_table(fields, control, tmp_path, eagre):
    theirs = case_with(tmp_path / "openfoam", fields, control)
    ours = shutil.copytree(theirs, tmp_path / "eagre")
    foam.openfoam("pisoFoam", theirs)
    foam.run([eagre, "run", "--solvers", "as-written", "--mesh", "as-is", ours])
    heads, rows = table(theirs)
    assert table(ours)[0] == heads and len(rows) >= 3
    assert len(table(ours)[1]) == len(rows)
    columns = ["Time"] + heads[-1].split()[2:]
    for mine, row in zip(table(ours)[1], rows, strict=True):
        assert len(mine) == len(row) == len(columns)
        for column, a, b in zip(columns, mine, row, strict=True):
            if column.endswith(("_initial", "_final")):
                digits = 1.5e-5 if column.endswith("_initial") else 1e-3
                assert abs(float(a) - float(b)) <= digits * float(b) + 1e-12, column  # both have six digits
            else:
                assert a == b, column


def test_ranks_and_restart(tmp_path, eagre):
    """Initial residuals to the digits that are written; rows of a run that was interrupted."""
    whole = case_with(tmp_path / "whole", "U p epsilon")
    foam.append(whole, "system/fvSolution", "solvers { " + " ".join(f"{s} {{ tolerance 1e-13; relTol 0; }}" for s in ("p", "pFinal", '"(U|k|epsilon|omega|R|nuTilda)"')) + " }")
    many, parts = (shutil.copytree(whole, tmp_path / name) for name in ("many", "parts"))
    foam.run([eagre, "run", whole])
    foam.run([eagre, "run", many, "-n", "3"])
    for end in ("0.025", "0.05"):
        foam.append(parts, "system/controlDict", f"startFrom latestTime; endTime {end}; writeInterval 5; writePrecision 16;")
        foam.run([eagre, "run", parts])
    heads, rows = table(whole)
    wanted = [i for i, column in enumerate(heads[-1].split()[1:]) if column == "Time" or column.endswith("_initial")]
    continued = table(parts)[1] + table(parts, time="0.025")[1]
    for others in (table(many)[1], continued):
        assert len(others) == len(rows)
        for mine, row in zip(others, rows, strict=True):
            for i in wanted:
                assert abs(float(mine[i]) - float(row[i])) <= 2e-5 * float(row[i]), heads[-1].split()[1:][i]


def test_fields_without_an_equation(tmp_path, eagre):
    case = case_with(tmp_path / "case", "U T")
    log = foam.run([eagre, "run", case]).stdout
    assert "solverInfo: no equation of 'T' is solved" in log
    assert "T_solver" not in table(case)[0][-1]
