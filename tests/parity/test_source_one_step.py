# SPDX-License-Identifier: BSD-3-Clause
"""fvOptions: one step of both programs from the same developed state."""
import pytest

import cases
import foam
import own
from source_cases import ROTOR, ROTOR_TWO_PHASE, SLANTED_POROSITY, SOURCE_CASES
from test_one_step import compare
from wave_cases import ENVIRONMENT


@pytest.mark.parametrize("case", SOURCE_CASES, ids=lambda c: c.name)
def test_source_one_step(case, tmp_path, eagre, monkeypatch):
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    compare(case, tmp_path, eagre)


@pytest.mark.parametrize("case", [SLANTED_POROSITY, ROTOR_TWO_PHASE], ids=lambda c: c.name)
def test_source_that_debian_s_program_is_no_judge_of(case, tmp_path, eagre):
    program = foam.sound(case.application)
    if not program:
        pytest.skip(f'OpenFOAM, soundly compiled, is not there: make judge SOLVERS="{case.application}"')
    compare(case, tmp_path, eagre, program=program)


HEADER = "FoamFile { version 2.0; format ascii; class dictionary; object d; }\n"


def pimple_cavity(case, box):
    """The cavity of own cases in pimpleFoam, with the cells of a box in the zone rotor."""
    own.copy("cavity", case)
    foam.append(case, "system/controlDict", "application pimpleFoam; endTime 0.02; deltaT 0.005; writeControl timeStep; writeInterval 4; writeFormat binary;")
    foam.append(case, "system/fvSchemes", "divSchemes { default Gauss linear; }")
    foam.append(case, "system/fvSolution", "solvers { UFinal { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-12; relTol 0; } } PIMPLE { nCorrectors 2; pRefCell 0; pRefValue 0; }")
    foam.append(case, "constant/transportProperties", "transportModel Newtonian;")
    (case / "constant/turbulenceProperties").write_text(HEADER + "simulationType laminar;")
    (case / "system/topoSetDict").write_text(HEADER + f"actions ( {{ name rotor; type cellZoneSet; action new; source boxToCell; box {box}; }} );")


def test_revolutions_per_minute(tmp_path, eagre):
    """`rpm 60` of openfoam.org, which v1912 does not read, is omega 2 pi."""
    results = []
    for speed in ("omega 6.283185307179586", "rpm 60"):
        case = tmp_path / speed.split()[0]
        pimple_cavity(case, "(0.02 0.02 -1) (0.06 0.06 1)")
        (case / "constant/MRFProperties").write_text(HEADER + f"MRF1 {{ cellZone rotor; origin (0.04 0.04 0); axis (0 0 1); {speed}; }}")
        foam.run([eagre, "run", case], log=tmp_path / f"log.{case.name}")
        results.append(foam.read_field(case / "0.02" / "U")[0])
    assert foam.relative_l2(*results) < 1e-12


def test_a_cell_on_the_axis_of_a_rotor(tmp_path, eagre):
    """It is found where the case is checked, not in the first step of one rank."""
    pimple_cavity(tmp_path / "case", "(0.02 0.04 -1) (0.06 0.06 1)")
    (tmp_path / "case/constant/fvOptions").write_text(HEADER + ROTOR % (200, """rhoRef 1; inletFlowType local; geometryMode specified;
        origin (0.0425 0.0425 0.005); axis (0 1 0);"""))
    result = foam.run([eagre, "check", tmp_path / "case"], check=False)
    assert result.returncode == 3 and "rotorDisk rotor: the centre of a cell lies on the axis" in result.stdout


def test_a_last_relaxation_alone(tmp_path, eagre):
    """Of the pressure in SRFPimpleFoam, as in pimpleFoam: v1912 has no pressure to relax towards."""
    case = cases.prepare(next(case for case in SOURCE_CASES if case.application == "SRFPimpleFoam"), tmp_path)
    foam.append(case, "system/fvSolution", "relaxationFactors { fields { pFinal 0.5; } }")
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and "fields has a factor for pFinal and none for p" in result.stdout
