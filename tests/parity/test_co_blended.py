# SPDX-License-Identifier: BSD-3-Clause
"""The scheme CoBlended, which goes from one scheme to another with the Courant number of the face, against OpenFOAM's."""
import shutil

import foam
import own

SCHEME = "divSchemes { div(phi,U) Gauss CoBlended 0.05 linear 0.3 upwind; }"
CONTROL = "startFrom startTime; endTime 0.05; deltaT 0.005; writeControl timeStep; writeInterval 10; writeFormat binary; writePrecision 16; functions { }"
TIGHT = 'solvers { p { tolerance 1e-13; relTol 0; } pFinal { tolerance 1e-13; relTol 0; } U { tolerance 1e-13; relTol 0; } }'


def test_against_openfoam(tmp_path, eagre):
    start = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "start")
    for file, text in (("controlDict", CONTROL), ("fvSchemes", SCHEME), ("fvSolution", TIGHT)):
        foam.append(start, f"system/{file}", text)
    foam.openfoam("blockMesh", start)
    results = {}
    for name in ("openfoam", "eagre", "upwind"):
        case = tmp_path / name
        shutil.copytree(start, case)
        if name == "upwind":
            foam.append(case, "system/fvSchemes", "divSchemes { div(phi,U) Gauss upwind; }")
        if name == "openfoam":
            foam.openfoam("icoFoam", case)
        else:
            foam.run([eagre, "run", case, "--solvers", "as-written"])
        results[name] = {f: foam.read_field(case / "0.05" / f)[0] for f in ("U", "p")}
    for field, theirs in results["openfoam"].items():
        assert foam.relative_l2(results["eagre"][field], theirs) < 1e-10, field
        assert foam.relative_l2(results["upwind"][field], theirs) > 1e-3, field


def test_of_a_mass_flux(tmp_path, eagre):
    """interFoam's rhoPhi is divided by the density of the face."""
    start = own.dam_break(tmp_path / "start", cells=0.5, control="startFrom startTime; endTime 0.005; deltaT 0.001; adjustTimeStep no; "
                                                                  "writeControl timeStep; writeInterval 5;")
    foam.append(start, "system/fvSchemes", "divSchemes { div(rhoPhi,U) Gauss CoBlended 0.0005 linear 0.005 upwind; }")
    foam.append(start, "system/fvSolution", 'solvers { "alpha.water.*" { nLimiterIter 3; } }')
    foam.run([eagre, "blockMesh", start])
    foam.run([eagre, "setFields", start])
    theirs = tmp_path / "openfoam"
    shutil.copytree(start, theirs)
    foam.openfoam("interFoam", theirs)
    foam.run([eagre, "run", start, "--solvers", "as-written"])
    for field in ("U", "p_rgh"):
        difference = foam.relative_l2(foam.read_field(start / "0.005" / field)[0], foam.read_field(theirs / "0.005" / field)[0])
        assert difference < 1e-6, (field, difference)


def test_a_range_the_wrong_way_round_is_an_error(tmp_path, eagre):
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", tmp_path / "case")
    foam.append(case, "system/fvSchemes", SCHEME.replace("0.05", "0.5"))
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and "the second Courant number (0.3) must be above the first (0.5)" in result.stdout
