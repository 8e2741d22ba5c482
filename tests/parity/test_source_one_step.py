# SPDX-License-Identifier: BSD-3-Clause
"""fvOptions: one step of both programs from the same developed state."""
import pytest

import foam
import own
from source_cases import ROTOR_TWO_PHASE, SLANTED_POROSITY, SOURCE_CASES
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


def test_revolutions_per_minute(tmp_path, eagre):
    """`rpm 60` of openfoam.org, which v1912 does not read, is omega 2 pi."""
    results = []
    for speed in ("omega 6.283185307179586", "rpm 60"):
        case = tmp_path / speed.split()[0]
        own.copy("cavity", case)
        foam.append(case, "system/controlDict", "application pimpleFoam; endTime 0.02; deltaT 0.005; writeControl timeStep; writeInterval 4; writeFormat binary;")
        foam.append(case, "system/fvSchemes", "divSchemes { default Gauss linear; }")
        foam.append(case, "system/fvSolution", "solvers { UFinal { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-12; relTol 0; } } PIMPLE { nCorrectors 2; pRefCell 0; pRefValue 0; }")
        foam.append(case, "constant/transportProperties", "transportModel Newtonian;")
        (case / "constant/turbulenceProperties").write_text(HEADER + "simulationType laminar;")
        (case / "system/topoSetDict").write_text(
            HEADER + "actions ( { name rotor; type cellZoneSet; action new; source boxToCell; box (0.02 0.02 -1) (0.06 0.06 1); } );")
        (case / "constant/MRFProperties").write_text(HEADER + f"MRF1 {{ cellZone rotor; origin (0.04 0.04 0); axis (0 0 1); {speed}; }}")
        foam.run([eagre, "run", case], log=tmp_path / f"log.{case.name}")
        results.append(foam.read_field(case / "0.02" / "U")[0])
    assert foam.relative_l2(*results) < 1e-12
