# SPDX-License-Identifier: BSD-3-Clause
"""pimpleFoam with relaxed outer corrections and steps that adapt: the same on any ranks, a restart bit for bit; outer corrections
converge."""
import shutil

import numpy as np
import pytest

import dumps
import foam
import own

FIELDS = ("U", "p", "phi")
CONTROL = """application pimpleFoam; adjustTimeStep yes; maxCo 1.5; maxDeltaT 1; deltaT 0.005; endTime 0.1; writeControl adjustable; writeInterval 0.05;
writeFormat binary; writePrecision 16; timePrecision 12;"""
SOLUTION = """solvers { p { tolerance 1e-14; relTol 0; } pFinal { tolerance 1e-14; relTol 0; } U { tolerance 1e-14; relTol 0; } UFinal { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-14; relTol 0; } }
PIMPLE { nOuterCorrectors 3; nCorrectors 2; pRefCell 0; pRefValue 0; }
relaxationFactors { fields { p 0.5; pFinal 1; } equations { U 0.8; UFinal 1; } }
"""


def cavity(directory, control="", solution=""):
    case = own.copy("cavity", directory)
    header = "FoamFile { version 2.0; format ascii; class dictionary; object turbulenceProperties; }\n"
    (case / "constant" / "turbulenceProperties").write_text(header + "simulationType laminar;\n")
    transport = case / "constant" / "transportProperties"
    transport.write_text(transport.read_text() + "\ntransportModel Newtonian;\n")
    foam.append(case, "system/controlDict", CONTROL + control)
    foam.append(case, "system/fvSchemes", "divSchemes { div((nuEff*dev2(T(grad(U))))) Gauss linear; }")
    foam.append(case, "system/fvSolution", SOLUTION + solution)
    return case


@pytest.mark.parametrize("ranks", [2, 3])
def test_same_answer_on_any_number_of_ranks(tmp_path, eagre, ranks):
    one, many = cavity(tmp_path / "one"), cavity(tmp_path / "many")
    foam.run([eagre, "run", one])
    foam.run([eagre, "run", many, "-n", ranks])
    assert foam.times(one) == foam.times(many) and foam.times(one)[-1] == "0.1"
    for name, values in own.fields_of(one, "0.1", FIELDS).items():
        difference = foam.relative_l2(own.fields_of(many, "0.1", FIELDS)[name], values)
        assert difference <= 1e-9, (name, difference)


def test_restart_is_bit_for_bit(tmp_path, eagre):
    whole, stopped = cavity(tmp_path / "whole"), cavity(tmp_path / "stopped", "endTime 0.05;")
    foam.run([eagre, "run", whole, "-n", 2, *dumps.SETTLED])
    foam.run([eagre, "run", stopped, "-n", 2, *dumps.SETTLED])
    foam.append(stopped, "system/controlDict", "startFrom latestTime; endTime 0.1;")
    foam.run([eagre, "run", stopped, "-n", 2, *dumps.SETTLED])
    for name, values in own.fields_of(whole, "0.1", FIELDS).items():
        assert np.array_equal(values, own.fields_of(stopped, "0.1", FIELDS)[name]), name


@pytest.mark.parametrize("relaxation", ["", "relaxationFactors { fields { p 1; } equations { U 1; } }"], ids=["relaxed", "unrelaxed"])
def test_outer_corrections_converge(tmp_path, eagre, relaxation):
    """On the velocity that more of them do not change. (Which one, depends on the factors a little, as in OpenFOAM: 1/A of the momentum
    equation, with which fluxes are made, is that of the relaxed one.)"""
    answers = {}
    for n in (2, 60, 80):
        case = cavity(tmp_path / str(n), "adjustTimeStep no; deltaT 0.02; endTime 0.04;", f"PIMPLE {{ nOuterCorrectors {n}; }} {relaxation}")
        foam.run([eagre, "run", case])
        answers[n] = foam.read_field(case / "0.04" / "U")[0]
    assert foam.relative_l2(answers[60], answers[80]) < 1e-7
    assert foam.relative_l2(answers[2], answers[80]) > 1e-5
