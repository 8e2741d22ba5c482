# SPDX-License-Identifier: BSD-3-Clause
"""What boundary conditions keep from their last update a restart begins with: bit for bit, from dumps and from files, wherever the
gradient on the patch is asked for before the first update."""
import shutil

import numpy as np
import pytest

import block
import dumps
import foam

SOLVERS = ('solvers { p { solver PCG; preconditioner DIC; tolerance 1e-7; relTol 0; } pFinal { $p; } '
           '"(U|k|omega)" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-8; relTol 0; } }\n'
           "PISO { nCorrectors 2; nNonOrthogonalCorrectors 0; }\n")
SIDES = {"x0": "type patch;", "x1": "type patch;", "y0": "type wall;", "y1": "type patch;", "z0": "type empty;", "z1": "type empty;"}
SST = ("simulationType RAS; RAS { RASModel kOmegaSST; turbulence on; printCoeffs off; }\n")
OPEN = "type inletOutlet; inletValue $internalField; value $internalField;"
AT_WALL = {"k": "type kqRWallFunction; value $internalField;", "omega": "type omegaWallFunction; value $internalField;",
           "nut": "type nutkWallFunction; value $internalField;"}
IN = "type fixedValue; value uniform (1 0 0);"
OUT_U = "type inletOutlet; inletValue uniform (0 0 0); value uniform (0 0 0);"
ZERO, FIXED = "type zeroGradient;", "type fixedValue; value $internalField;"

# What differs from a channel in which the flow goes from x0 to x1, with the top y1 open: {field: {side: condition}}.
CASES = {
    "inletOutlet": {"U": {"x1": OUT_U, "y1": OUT_U}, "k": {"x1": OPEN, "y1": OPEN}, "omega": {"x1": OPEN, "y1": OPEN}},
    "freestream": {
        "U": {side: "type freestreamVelocity; freestreamValue uniform (1 -0.3 0);" for side in ("x0", "x1", "y1")},
        "p": {side: "type freestreamPressure; freestreamValue uniform 0;" for side in ("x0", "x1", "y1")},
        "k": {"y1": "type freestream; freestreamValue uniform 0.02;"}, "omega": {"y1": "type freestream; freestreamValue uniform 8;"}},
    "advective": {"U": {"x1": "type advective; lInf 2; fieldInf (1 0 0);"}, "k": {"x1": "type advective;"}, "omega": {"x1": "type advective;"}},
    "outletInlet": {"k": {"y1": "type outletInlet; outletValue uniform 0.01; value $internalField;"},
                    "omega": {"y1": "type outletInlet; outletValue uniform 5; value $internalField;"},
                    "U": {"y1": "type pressureInletOutletVelocity; value uniform (0 0 0);"}},
    "turbulentInlets": {"k": {side: "type turbulentIntensityKineticEnergyInlet; intensity 0.1; value $internalField;" for side in ("x0", "y1")},
                        "omega": {side: "type turbulentMixingLengthFrequencyInlet; mixingLength 0.1; value $internalField;"
                                  for side in ("x0", "y1")},
                        "U": {"y1": "type pressureInletOutletParSlipVelocity; value uniform (0 0 0);"}},
}


def channel(target, name):
    fields = {"U": ((1, 0, 0), {"x0": IN, "x1": ZERO, "y0": "type noSlip;", "y1": ZERO}),
              "p": (0, {"x0": ZERO, "x1": FIXED, "y0": ZERO, "y1": FIXED}),
              "k": (0.005, {"x0": FIXED, "x1": ZERO, "y1": ZERO}), "omega": (2, {"x0": FIXED, "x1": ZERO, "y1": ZERO}),
              "nut": (0, {side: "type calculated; value $internalField;" for side in ("x0", "x1", "y1")})}
    for field, condition in AT_WALL.items():
        fields[field][1]["y0"] = condition
    for field, conditions in CASES[name].items():
        fields[field][1].update(conditions)
    return block.write(
        target, (2, 1, 0.1), (20, 10, 1), SIDES, fields, solvers=SOLVERS, ddt="Euler",
        control="application pisoFoam; endTime 0.2; deltaT 0.02; writeInterval 0.1; writePrecision 16;",
        schemes={"divSchemes": "default Gauss upwind; div((nuEff*dev2(T(grad(U))))) Gauss linear;", "wallDist": "method meshWave;"},
        files={"constant/transportProperties": block.NEWTONIAN.format(1e-3), "constant/turbulenceProperties": SST})


def same_after_restart(eagre, whole, ranks, dump, middle, end):
    """Runs a case, and once more from its middle; the fields at the end of the two are the same, boundaries included."""
    options = ["-n", ranks, *dumps.SETTLED, "--dump", dump]
    log = foam.run([eagre, "run", whole, *options]).stdout
    if "built without HDF5" in log:
        pytest.skip("built without HDF5")
    again = whole.parent / "again"
    shutil.copytree(whole, again)
    shutil.rmtree(again / end) if dump == "foam" else (again / f"dumps/{end}.vtkhdf").unlink()
    foam.run([eagre, "run", again, *options, "--from", middle])
    if dump == "hdf5":
        for case in (whole, again):
            foam.run([eagre, "extract", case, "--time", end, "--binary"])
    for path in sorted((whole / end).iterdir()):
        if path.is_dir():
            continue
        (a, atA), (b, atB) = (foam.read_field(case / end / path.name) for case in (whole, again))
        assert np.array_equal(a, b), f"{path.name} differs by {np.abs(a - b).max():.3g}"
        for patch, values in atA.items():
            assert np.array_equal(values, atB[patch]), f"{path.name} on {patch}"


@pytest.mark.parametrize("ranks, dump", [(1, "foam"), (2, "hdf5")])
@pytest.mark.parametrize("name", CASES)
def test_references_of_mixed_conditions(tmp_path, eagre, name, ranks, dump):
    same_after_restart(eagre, channel(tmp_path / "whole", name), ranks, dump, "0.1", "0.2")


@pytest.mark.parametrize("ranks, dump", [(1, "hdf5"), (2, "foam")])
@pytest.mark.parametrize("how", ["constant", "dynamic", "semiImplicit"])
def test_contact_angles(tmp_path, eagre, how, ranks, dump):
    """The interface's normal at the end of a step is from the wall's values before the contact angle has given it new ones."""
    case = foam.copy_example("multiphase/interFoam/laminar/capillaryRise", tmp_path / "whole")
    mesh = case / "system/blockMeshDict"
    mesh.write_text(mesh.read_text().replace("(20 400 1)", "(10 40 1)"))
    foam.append(case, "system/controlDict", "adjustTimeStep no; deltaT 1e-5; endTime 4e-4; writeControl timeStep; writeInterval 20; "
                                            "writeFormat binary; writePrecision 16; functions {}")
    foam.append(case, "system/setFieldsDict", "regions ( boxToCell { box (0 -1 -1) (1 0.008 1); fieldValues ( volScalarFieldValue alpha.water 1 ); } );")
    shutil.copy(case / "0/alpha.water.orig", case / "0/alpha.water")
    if how == "dynamic":
        foam.append(case, "0/alpha.water", "boundaryField { walls { type dynamicAlphaContactAngle; uTheta 0.01; thetaA 70; thetaR 30; } }")
    if how == "semiImplicit":
        foam.append(case, "system/fvSolution", 'solvers { "alpha.water" { MULESCorr yes; nLimiterIter 3; solver smoothSolver; '
                                               'smoother symGaussSeidel; tolerance 1e-10; relTol 0; } "alpha.waterFinal" { $alpha.water; } }')
    same_after_restart(eagre, case, ranks, dump, "0.0002", "0.0004")
