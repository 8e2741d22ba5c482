# SPDX-License-Identifier: BSD-3-Clause
"""scalarTransport: the scalar after some steps, ours with a restart in between. OpenFOAM's time directories hold the scalar of the
step before (its function objects come after the writing), Eagre's that of their time."""
import dataclasses
import shutil

import pytest

import cases
import foam
from source_cases import PISO_SOLVERS

LIMIT = 1e-7
STEP = 0.005
FUNCTIONS = """
#remove functions
functions
{
    carried { type scalarTransport; libs (solverFunctionObjects); field s; alphaDt 0.7; nCorr 1; }
    constant
    {
        type scalarTransport; libs (solverFunctionObjects); field t; D 1e-4;
        fvOptions
        {
            unitySource
            {
                type scalarSemiImplicitSource; selectionMode all; volumeMode specific; injectionRateSuSp { t (1 -0.2); }
            }
        }
    }
}
"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory, eagre):
    directory = tmp_path_factory.mktemp("scalars")
    walls = {"movingWall": "type fixedValue; value uniform 1;", "fixedWalls": "type zeroGradient;", "frontAndBack": "type empty;"}
    case = cases.Case("cavity", cases.PISO_CAVITY, "pisoFoam", (), (*PISO_SOLVERS, '"[st]"'), 0.02, STEP, overrides=(
        cases.scalar_field("s", "[0 0 0 0 0 0 0]", 0, **walls), cases.scalar_field("t", "[0 0 0 0 0 0 0]", 0.5, **walls),
        ("system/fvSchemes", "divSchemes { \"div\\(phi,[st]\\)\" Gauss limitedLinear 1; }"),
        ("system/fvSolution", "solvers { \"[st]\" { solver PBiCG; preconditioner DILU; tolerance 1e-12; } }")))
    theirs = cases.develop(case, directory)
    start = foam.times(theirs)[-1]
    for field in "st":
        (theirs / start / field).write_bytes((theirs / "0" / field).read_bytes())
    cases.set_one_step(case, theirs)
    foam.append(theirs, "system/controlDict", FUNCTIONS)
    ours = directory / "eagre"
    shutil.copytree(theirs, ours)
    for target, parts in ((theirs, [5]), (ours, [2, 2])):
        end = float(start)
        for steps in parts:
            end += steps * STEP
            foam.append(target, "system/controlDict", f"endTime {end:.10g};")
            if target is ours:
                foam.run([eagre, "run", ours, "-n", 2], log=directory / f"log.eagre.{end}")
            else:
                foam.openfoam(case.application, theirs, log=directory / "log.openfoam")
    return ours, theirs


@pytest.mark.parametrize("field", ["s", "t"])
def test_fields(runs, field):
    ours, theirs = runs
    a, b = (foam.read_field(case / foam.times(case)[-1] / field)[0] for case in (ours, theirs))
    assert len(b) > 1
    difference = foam.relative_l2(a, b)
    print(field, f"{difference:.1e}")
    assert difference <= LIMIT


PHASE = "type scalarTransport; libs (solverFunctionObjects); phase alpha.water; phasePhiCompressed alphaPhi0.water; D 1e-3;"
PHASE_FUNCTIONS = f"""
#remove functions
functions
{{
    free {{ {PHASE} field s; bounded01 false; nCorr 1; fvOptions {{ age {{
        type scalarSemiImplicitSource; selectionMode all; volumeMode specific; injectionRateSuSp {{ s (1 -2); }} }} }} }}
    bounded {{ {PHASE} field t; }}
    unmoved {{ type scalarTransport; libs (solverFunctionObjects); phase alpha.water; field r; bounded01 false; }}
}}
"""


@pytest.fixture(scope="module")
def phase_runs(tmp_path_factory, eagre):
    """Scalars in the water of a dam break; ours with a restart in between."""
    directory = tmp_path_factory.mktemp("phases")
    start_fields = "".join(f"volScalarFieldValue {f} {v} " for f, v in (("r", 1), ("s", 0.5), ("t", 1)))
    patches = {".*Wall": "type zeroGradient;", "atmosphere": cases.OPEN, "defaultFaces": "type empty;"}
    case = dataclasses.replace(
        next(c for c in cases.CASES if c.name == "damBreak"), developed=0.1, deltaT=0.0005,
        solvers=("p_rgh", "p_rghFinal", '"pcorr.*"', '"alpha.water.*"', '"[rst]"'), overrides=(
            *(cases.scalar_field(f, "[0 0 0 0 0 0 0]", 0, **patches) for f in "rst"),
            ("system/setFieldsDict", f"regions (boxToCell {{ box (0 0 -1) (0.1461 0.292 1); fieldValues (volScalarFieldValue "
                                     f"alpha.water 1 {start_fields}); }});"),
            ("system/fvSchemes", "divSchemes { \"div\\(phi,[rst]\\)\" Gauss vanLeer; }"),
            ("system/fvSolution", "solvers { \"[rst]\" { solver PBiCG; preconditioner DILU; tolerance 1e-12; nLimiterIter 4; } }")))
    theirs = cases.develop(case, directory)
    first, start = foam.times(theirs)[0], foam.times(theirs)[-1]
    for field in "rst":
        (theirs / start / field).write_bytes((theirs / first / field).read_bytes())
    cases.set_one_step(case, theirs)
    foam.append(theirs, "system/controlDict", PHASE_FUNCTIONS)
    ours = directory / "eagre"
    shutil.copytree(theirs, ours)
    for target, parts in ((theirs, [5]), (ours, [2, 2])):
        end = float(start)
        for steps in parts:
            end += steps * case.deltaT
            foam.append(target, "system/controlDict", f"endTime {end:.10g};")
            if target is ours:
                foam.run([eagre, "run", ours, "-n", 2], log=directory / f"log.eagre.{end:.6g}")
            else:
                foam.openfoam(case.application, theirs, log=directory / "log.openfoam")
    return ours, theirs, directory


@pytest.mark.parametrize("field", ["r", "s", "t"])
def test_fields_of_a_phase(phase_runs, field):
    test_fields(phase_runs[:2], field)


def test_unfilled_flux_is_told(phase_runs):
    log = "".join(p.read_text() for p in phase_runs[2].glob("log.eagre*"))
    assert "alphaPhiUn is zero in OpenFOAM v1912's interFoam" in log and "r is not convected" in log
