# SPDX-License-Identifier: BSD-3-Clause
"""Meshes that are refined during the run and move, too. v1912 has no such meshes: what is tested here must hold without it."""
import dataclasses
import shutil

import numpy as np
import pytest

import cases
import foam
from test_floating_body import JOINTED, SIX_DOF, floating, plain_solvers, state
from test_refinement import FIELDS, TIGHT, cells, choices, make, make_flat, run, values

ROCKS = "motionSolver solidBody; solidBodyMotionFunction oscillatingRotatingMotion; origin (0.5 0.5 0.2); amplitude (5 8 12); omega 20;"
SHAKES = "solvers { all { motionSolver solidBody; solidBodyMotionFunction oscillatingLinearMotion; amplitude (0.05 0.02 0); omega 20; } }"
FLIES = "motionSolver solidBody; solidBodyMotionFunction linearMotion; velocity (1.5 -0.7 0.4);"
WALLS = "{ type movingWallVelocity; value uniform (0 0 0); }"


def moving(case, motion, walls=("walls",)):
    foam.append(case, "constant/dynamicMeshDict", motion)
    foam.append(case, start(case) + "/U", "boundaryField { " + " ".join(f"{patch} {WALLS}" for patch in walls) + " }")
    return case


def uniform(velocity):
    return f"defaultFieldValues ( volScalarFieldValue alpha.water 0 volVectorFieldValue U ({velocity}) ); "


def start(case):
    return "0" if (case / "0" / "U").exists() else "0.orig"


def tank(case, steps):
    return moving(make(case, steps, deltaT=0.004), ROCKS)


def flat_tank(case, steps):
    """Closed: the implicit step of MULES spreads 1e-8 of water up to the top."""
    make_flat(case, steps, "dynamicRefine2DFvMesh", 1, 2)
    foam.append(case, "0/p_rgh", "boundaryField { atmosphere { type fixedFluxPressure; value uniform 0; } }")
    foam.append(case, "system/fvSolution", "PIMPLE { pRefCell 0; pRefValue 0; }")
    return moving(case, SHAKES, ("leftWall", "rightWall", "lowerWall", "atmosphere"))


def body(case, steps, motion=SIX_DOF):
    """The example floatingObject, refined at the free surface and around the waterline of the body."""
    refined = motion.replace("dynamicMotionSolverFvMesh", "dynamicRefineFvMesh") + """
        dynamicRefineFvMeshCoeffs { refineInterval 1; field alpha.water; lowerRefineLevel 0.001; upperRefineLevel 0.999; unrefineLevel 10; nBufferLayers 0;
            maxRefinement 1; maxCells 100000; correctFluxes ((phi none)); dumpLevel true; }"""
    of = floating(case.name, refined)
    of = dataclasses.replace(of, developed=0, replacements=(("(20 20 30)", "(14 14 14)"),))
    case = cases.prepare(of, case.parent)
    cases.set_steps(of, case, steps)
    plain_solvers(case)
    foam.append(case, "system/controlDict", f"deltaT 0.01; endTime {0.01 * steps:g}; writeInterval {steps // 2}; writePrecision 17; writeFormat ascii;")
    foam.append(case, "system/fvSolution", "PIMPLE { moveMeshOuterCorrectors yes; }" + f" solvers {{ {TIGHT} }}".replace("omega", "epsilon"))
    return case


def water(log):
    lines = [line.split() for line in log.splitlines() if line.startswith("Phase-1 volume fraction")]
    return float(lines[-1][4]) / float(lines[0][4]) - 1


def differences(one, other, time, fields):
    """Relative, of cells that lie at the same places."""
    (order, centres, _), (others, places, _) = cells(one, time), cells(other, time)
    assert len(order) == len(others)
    return {"places": np.abs(centres[order] - places[others]).max(),
            **{f: foam.relative_l2(values(one, time, f)[order], values(other, time, f)[others]) for f in fields}}


@pytest.mark.parametrize("make_case, fields, conserved", [(tank, FIELDS, 1e-12), (flat_tank, FIELDS, 1e-12), (body, (*FIELDS, "k", "epsilon"), 1e-6)],
                         ids=["tank", "flat", "body"])
def test_volume_ranks_and_restart(make_case, fields, conserved, tmp_path, eagre):
    """Where cells deform, those that are put together again have not quite the volume of their parts."""
    one, three = (make_case(tmp_path / name, 8) for name in ("one", "three"))
    log = run(eagre, one, "--solvers", "as-written")
    assert abs(water(log)) < conserved
    _, half, end = foam.times(one)
    run(eagre, three, "-n", 3, "--solvers", "as-written")
    found = differences(three, one, end, fields)
    assert all(d < 1e-9 for d in found.values()), found
    continued = tmp_path / "continued"
    shutil.copytree(one, continued)
    shutil.rmtree(continued / end)
    run(eagre, continued, "--from", "latest", "--solvers", "as-written")
    for field in (*fields, "phi", "meshPhi"):
        assert np.array_equal(values(continued, end, field), values(one, end, field)), field
    for file in ("polyMesh/points", "polyMesh/faces"):
        assert (continued / end / file).read_bytes() == (one / end / file).read_bytes()
    a, b = state(continued, end), state(one, end)
    assert a.keys() == b.keys() and all(np.array_equal(a[key], b[key]) for key in a)


def test_uniform_flow(tmp_path, eagre):
    """A drop is carried by a uniform flow through a mesh that turns and follows it: the velocity stays what it is."""
    case = moving(make(tmp_path / "case", 6, deltaT=0.01), ROCKS)
    foam.append(case, "0.orig/U", "boundaryField { walls { type fixedValue; value uniform (1 0.5 0.2); } atmosphere { type fixedValue; value uniform (1 0.5 0.2); } }")
    foam.append(case, "0.orig/p_rgh", "boundaryField { walls { type zeroGradient; } atmosphere { type zeroGradient; } }")
    foam.append(case, "system/fvSolution", "PIMPLE { pRefCell 0; pRefValue 0; }")
    foam.append(case, "constant/g", "value (0 0 0);")
    foam.append(case, "constant/transportProperties", "sigma 0;")
    foam.append(case, "system/setFieldsDict", uniform("1 0.5 0.2") + "regions ( sphereToCell { centre (0.35 0.3 0.3); radius 0.2; fieldValues ( volScalarFieldValue alpha.water 1 ); } );")
    log = run(eagre, case)
    assert len(choices(log)) >= 3
    assert np.abs(values(case, "0.06", "U") - [1, 0.5, 0.2]).max() < 1e-12
    assert np.ptp(values(case, "0.06", "alpha.water")) > 0.9


def open_above(case, velocity):
    """What holds for any observer: a velocity that is fixed on the walls, pressure above."""
    foam.append(case, "0.orig/U", f"boundaryField {{ walls {{ type fixedValue; value uniform ({velocity}); }} atmosphere {{ type zeroGradient; }} }}")
    foam.append(case, "0.orig/p_rgh", "boundaryField { atmosphere { type fixedValue; value uniform 0; } }")
    foam.append(case, "system/setFieldsDict", uniform(velocity))
    return case


def test_a_tank_that_flies_is_one_that_stands(tmp_path, eagre):
    """With all in it at one constant velocity; in a step that refines the mesh. (Later ddtCorr is not the same for both, as in OpenFOAM.)"""
    stands = open_above(make(tmp_path / "stands", 2, deltaT=0.004), "0 0 0")
    flies = open_above(moving(make(tmp_path / "flies", 2, deltaT=0.004), FLIES), "1.5 -0.7 0.4")
    v = np.array([1.5, -0.7, 0.4])
    logs = [run(eagre, case, "--set", "system/controlDict:endTime=0.004") for case in (stands, flies)]
    assert choices(logs[0]) == choices(logs[1]) == ["Refined from 504 to 1246 cells."]
    (order, centres, _), (others, places, _) = cells(stands, "0.004"), cells(flies, "0.004")
    assert np.abs(places[others] - 0.004 * v - centres[order]).max() < 1e-12
    for field, tolerance in (("U", 1e-11), ("alpha.water", 1e-12)):
        moved = values(flies, "0.004", field)[others] - (v if field == "U" else 0)
        assert np.abs(moved - values(stands, "0.004", field)[order]).max() < tolerance, field


def test_openfoam_moves_our_mesh(tmp_path, eagre):
    """v1912 takes a refined time as the mesh of a case that only moves, by points0: a step in which nothing is refined. Without what
    times of Eagre hold beyond OpenFOAM's, which starts with U on faces."""
    judge = foam.sound("interFoam")
    if judge is None:
        pytest.skip("no sound OpenFOAM: make judge")
    ours = tank(tmp_path / "ours", 8)
    foam.append(ours, "system/controlDict", "writeFormat ascii;")
    run(eagre, ours)
    foam.append(ours, "system/controlDict", "startFrom latestTime; endTime 0.036; writeInterval 1;")
    for file in ("meshPhi", "uniform/restart"):
        (ours / "0.032" / file).unlink()
    theirs = shutil.copytree(ours, tmp_path / "theirs")
    foam.append(ours, "constant/dynamicMeshDict", "refineInterval 1000;")
    run(eagre, ours)
    foam.append(theirs, "constant/dynamicMeshDict", "dynamicFvMesh dynamicMotionSolverFvMesh;")
    foam.run([judge, "-case", theirs])
    found = {field: foam.relative_l2(values(ours, "0.036", field), values(theirs, "0.036", field)) for field in ("alpha.water", "p_rgh", "U", "meshPhi")}
    assert all(d < 1e-7 for d in found.values()), found
