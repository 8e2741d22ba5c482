# SPDX-License-Identifier: BSD-3-Clause
"""ddtSchemes whose coefficients change with time, against OpenFOAM over several steps."""
import re
import shutil

import pytest

import foam

RAMP = "CrankNicolson ocCoeff { type scale; scale linearRamp; duration 0.015; value 0.9; }"
TIGHT = " ".join(f"{name} {{ solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; }}" for name in ("p_rgh", "p_rghFinal"))


def dam_break(directory, schemes):
    case = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", directory)
    foam.refine(case, 0.5)
    foam.append(case, "system/controlDict", "endTime 0.02; deltaT 0.002; adjustTimeStep no; writeControl timeStep; writeInterval 10; "
                "writePrecision 12; functions { }")
    foam.append(case, "system/fvSchemes", f"ddtSchemes {{ {schemes} }}")
    foam.append(case, "system/fvSolution", f'solvers {{ "alpha.water.*" {{ nAlphaSubCycles 1; }} {TIGHT} }}')
    return case


def test_off_centring_that_grows(tmp_path, eagre):
    """CrankNicolson whose ocCoeff is a function of time, as in v1912: the momentum over ten steps."""
    theirs = dam_break(tmp_path / "openfoam", f"default Euler; ddt(rho,U) {RAMP};")
    for tool in ("blockMesh", "setFields"):
        foam.openfoam(tool, theirs)
    ours = tmp_path / "eagre"
    shutil.copytree(theirs, ours)
    constant = tmp_path / "constant"
    shutil.copytree(theirs, constant)
    foam.append(constant, "system/fvSchemes", "ddtSchemes { ddt(rho,U) CrankNicolson 0.9; }")
    foam.openfoam("interFoam", theirs)
    foam.run([eagre, "run", ours])
    foam.run([eagre, "run", constant])

    def distance(case, name):
        return foam.relative_l2(foam.read_field(case / "0.02" / name)[0], foam.read_field(theirs / "0.02" / name)[0])
    for name in ("alpha.water", "U", "p_rgh"):
        print(name, f"{distance(ours, name):.1e} {distance(constant, name):.1e}")
        assert distance(ours, name) < 1e-9
    assert distance(constant, "U") > 1e-4


def test_a_function_that_is_constant(tmp_path, eagre):
    """Also of the phase equation: the same fields as with the number, bit for bit."""
    fields = []
    reached = "CrankNicolson ocCoeff { type scale; scale linearRamp; start -1; duration 0.5; value 0.9; }"
    for name, scheme in {"number": "CrankNicolson 0.9", "function": reached}.items():
        case = dam_break(tmp_path / name, f"default Euler; ddt(rho,U) {scheme}; ddt(alpha) {scheme};")
        foam.run([eagre, "run", case])
        fields.append([(case / "0.02" / name).read_bytes() for name in ("alpha.water", "U", "p_rgh")])
    assert fields[0] == fields[1]


WRONG = {
    "CrankNicolson ocCoeff { type scale; scale linearRam; duration 1; value 0.9; }": r"fvSchemes:\d+.*did you mean 'linearRamp'",
    "CrankNicolson ocCoeff;": r"fvSchemes:\d+.*ocCoeff \{ type \.\.; \}",
    "CrankNicolson ocCoeff { type scale; scale linearRamp; start -1; duration 0.5; value 1.2; }":
        r"ocCoeff of CrankNicolson is 1.2 at the time 0.002; it must be in \[0, 1\]",
}


@pytest.mark.parametrize("scheme", WRONG, ids=["type", "none", "value"])
def test_functions_that_are_refused(tmp_path, eagre, scheme):
    case = dam_break(tmp_path / "case", f"default Euler; ddt(rho,U) {scheme};")
    result = foam.run([eagre, "run", case], check=False)
    assert result.returncode == 3 and re.search(WRONG[scheme], result.stdout), result.stdout
