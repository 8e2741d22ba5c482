# SPDX-License-Identifier: BSD-3-Clause
"""potentialFoam against v1912's, on meshes along the axes: elsewhere the reconstruct() of the installed OpenFOAM is wrong (notes.md)."""
import shutil

import numpy as np
import pytest

import block
import foam
import orifice
import own

WALL, PATCH = "type wall;", "type patch;"
SIDES = {"x0": PATCH, "x1": WALL, "y0": WALL, "y1": PATCH, "z0": WALL, "z1": WALL}
SOLVERS = """solvers { "(Phi|p)" { solver PCG; preconditioner DIC; tolerance 1e-13; relTol 0; maxIter 5000; } }
potentialFlow { nNonOrthogonalCorrectors 1; PhiRefCell 3; PhiRefValue 2; pRefCell 0; pRefValue 7; }
PISO { nCorrectors 2; }
"""
CONTROL = "application icoFoam; endTime 1; deltaT 1e-3; writeInterval 1; writePrecision 16;"
INLET = "type fixedValue; value uniform (2 0.5 0);"
RATE = "type flowRateInletVelocity; volumetricFlowRate 0.3; value uniform (0 0 0);"
OUTLET = "type inletOutlet; inletValue uniform (0 0 0); value uniform (0 0 0);"
NO_SLIP, FREE, GAUGE = "type noSlip;", "type zeroGradient;", "type fixedValue; value uniform 1;"


def duct(target, inlet, outlet, with_p=True, pressure_outlet=GAUGE):
    """A box that water enters through one side and leaves through the next one. Its numbers are powers of two: v1912 takes no imbalance at all."""
    conditions = {"x0": inlet, "y1": outlet, **{side: NO_SLIP for side in ("x1", "y0", "z0", "z1")}}
    fields = {"U": ((1, 2, 3), conditions)}
    if with_p:
        fields["p"] = (0, {side: pressure_outlet if side == "y1" else FREE for side in SIDES})
    return block.write(target, (1, 0.5, 0.5), (8, 4, 4), SIDES, fields, control=CONTROL, ddt="Euler", solvers=SOLVERS,
                       files={"constant/transportProperties": block.NEWTONIAN.format(0.01)})


DUCTS = {
    "free": (dict(inlet=INLET, outlet=OUTLET), ["-writephi", "-writePhi"]),
    "pressure": (dict(inlet=INLET, outlet="type zeroGradient;"), ["-writephi", "-writep", "-noFunctionObjects"]),
    "noP": (dict(inlet=INLET, outlet="type zeroGradient;", with_p=False), ["-writephi", "-writep", "-writePhi"]),
    "fluxes": (dict(inlet="type fixedValue; value uniform (1 0 0);", outlet="type fixedValue; value uniform (0 0.5 0);", pressure_outlet=FREE),
               ["-writephi", "-writePhi", "-writep"]),
    "initialised": (dict(inlet=RATE, outlet=OUTLET), ["-initialiseUBCs", "-writephi"]),
    "notInitialised": (dict(inlet=RATE, outlet=OUTLET), ["-writephi"]),
}


def compare(ours, theirs, fields, limit=1e-8):
    for name in fields:
        expected, expected_patches = foam.read_field(theirs / "0" / name)
        cells, patches = foam.read_field(ours / "0" / name)
        scale = np.abs(expected).max() or 1
        assert np.abs(cells - expected).max() <= limit * scale, name
        assert patches.keys() == expected_patches.keys(), name
        for patch, values in expected_patches.items():
            assert np.abs(patches[patch] - values).max(initial=0) <= 10 * limit * max(scale, np.abs(values).max(initial=0)), (name, patch)


def names(options):
    return ["U"] + [option.removeprefix("-write") for option in options if option.startswith("-write")]


@pytest.mark.parametrize("name", DUCTS)
def test_box(name, tmp_path, eagre):
    case, options = DUCTS[name]
    ours, theirs = duct(tmp_path / "ours", **case), duct(tmp_path / "theirs", **case)
    foam.openfoam("blockMesh", theirs)
    foam.openfoam("potentialFoam", theirs, *options)
    log = foam.run([eagre, "potentialFoam", ours, *options]).stdout
    compare(ours, theirs, names(options))
    assert "Continuity error = " in log and "Interpolated velocity error = " in log
    assert sorted(p.name for p in (ours / "0").iterdir()) == sorted(p.name for p in (theirs / "0").iterdir())


def test_orifice_with_p_rgh(tmp_path, eagre):
    """A Phi of its own, symmetry planes, empty sides, -pName of a pressure with other dimensions."""
    for case in ("ours", "theirs"):
        orifice.make(tmp_path / case)
        foam.append(tmp_path / case, "system/fvSolution", 'solvers { "(p_rgh|Phi).*" { tolerance 1e-13; } }')
        foam.append(tmp_path / case, "system/controlDict", "writePrecision 16;")
        foam.openfoam("blockMesh", tmp_path / case)
    options = ["-pName", "p_rgh", "-writephi", "-writePhi"]
    foam.openfoam("potentialFoam", tmp_path / "theirs", *options)
    foam.run([eagre, "potentialFoam", tmp_path / "ours", *options])
    compare(tmp_path / "ours", tmp_path / "theirs", ["U", "phi", "Phi"])


@pytest.mark.parametrize("ranks", [2, 3])
def test_any_number_of_ranks(ranks, tmp_path, eagre):
    case, options = DUCTS["pressure"]
    one, many = duct(tmp_path / "one", **case), duct(tmp_path / "many", **case)
    foam.run([eagre, "potentialFoam", one, *options])
    foam.run(["mpirun", "-n", ranks, eagre, "potentialFoam", many, *options])
    compare(many, one, names(options), 1e-9)


def test_a_step_of_preparation(tmp_path, eagre):
    """The scripts of OpenFOAM's examples call it before the solver; a second run keeps what it has made."""
    case = duct(tmp_path / "case", INLET, OUTLET)
    foam.append(case, "system/fvSolution", 'solvers { pFinal { solver PCG; preconditioner DIC; tolerance 1e-8; relTol 0; } U { solver PBiCGStab; preconditioner DILU; tolerance 1e-6; relTol 0; } }')
    foam.append(case, "system/controlDict", "startFrom startTime; endTime 1e-3; writeInterval 1e-3;")
    (case / "Allrun").write_text("#!/bin/sh\n. $WM_PROJECT_DIR/bin/tools/RunFunctions\nrunApplication blockMesh\n"
                                 "runApplication potentialFoam -writephi\nrunApplication $(getApplication)\n")
    expected = duct(tmp_path / "expected", INLET, OUTLET)
    foam.run([eagre, "potentialFoam", expected, "-writephi"])
    shutil.rmtree(case / "0.orig", ignore_errors=True)
    assert "no problems found" in foam.run([eagre, "check", case]).stdout
    assert not (case / "0" / "phi").exists()
    log = foam.run([eagre, "run", case]).stdout
    assert "Preparing the case: potentialFoam -writephi (Allrun:4)" in log
    compare(case, expected, ["U", "phi"], 1e-12)
    assert "potentialFoam" not in foam.run([eagre, "run", case]).stdout


@pytest.mark.parametrize("script", [True, False])
def test_application_of_a_case(script, tmp_path, eagre):
    """The run of a case whose application is potentialFoam is its preparation, by its script or without one."""
    case = duct(tmp_path / "case", INLET, OUTLET)
    own.replace(case, "system/controlDict", "application icoFoam;", "application potentialFoam;")
    expected = shutil.copytree(case, tmp_path / "expected")
    if script:
        (case / "Allrun").write_text("#!/bin/sh\nrunApplication blockMesh\nrunApplication $(getApplication) -writephi -writep\n")
    foam.run([eagre, "check", case])
    assert not (case / "constant" / "polyMesh").exists()
    foam.run([eagre, "run", case])
    foam.run([eagre, "potentialFoam", expected, "-writephi", *(["-writep"] if script else [])])
    names = ("U", "p", "phi") if script else ("U",)
    for name in names:
        np.testing.assert_array_equal(foam.read_field(case / "0" / name)[0], foam.read_field(expected / "0" / name)[0])
    assert foam.times(case) == foam.times(expected)
