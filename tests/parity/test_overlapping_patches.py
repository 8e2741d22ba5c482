# SPDX-License-Identifier: BSD-3-Clause
"""interFoam across patches whose faces overlap (cyclicAMI), which stand still or turn: one step from a state that OpenFOAM wrote, and what must
hold without it."""

import dataclasses
import math
import shutil

import numpy as np
import pytest

import cases
import foam
from test_moving_mesh import CORRECTED, deforming_box, fields, motion, points, run_of
from test_one_step import compare

HEADER = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
PAIR = """{a} {{ type cyclicAMI; neighbourPatch {b}; transform noOrdering; faces ({faces}); }}"""


def two_boxes(left="(8 10 1)", right="(7 6 1)"):
    """Two boxes side by side whose cells do not match."""
    return HEADER.format("dictionary", "blockMeshDict") + f"""scale 0.584;
vertices ( (0 0 0) (0.45 0 0) (0.45 1 0) (0 1 0) (0 0 0.1) (0.45 0 0.1) (0.45 1 0.1) (0 1 0.1)
           (0.45 0 0) (1 0 0) (1 1 0) (0.45 1 0) (0.45 0 0.1) (1 0 0.1) (1 1 0.1) (0.45 1 0.1) );
blocks ( hex (0 1 2 3 4 5 6 7) {left} simpleGrading (1 1.5 1) hex (8 9 10 11 12 13 14 15) {right} simpleGrading (2 1 1) );
edges ();
boundary
(
    leftWall {{ type wall; faces ((0 4 7 3)); }}
    rightWall {{ type wall; faces ((9 10 14 13)); }}
    lowerWall {{ type wall; faces ((0 1 5 4) (8 9 13 12)); }}
    atmosphere {{ type patch; faces ((3 7 6 2) (11 15 14 10)); }}
    {PAIR.format(a="AMI1", b="AMI2", faces="(1 2 6 5)")}
    {PAIR.format(a="AMI2", b="AMI1", faces="(8 12 15 11)")}
);
mergePatchPairs ();
"""


def with_pair(*fields):
    return tuple((f"0/{field}", 'boundaryField { "AMI.*" { type cyclicAMI; value $internalField; } }') for field in fields)


BOXES = cases.Case("boxes", cases.DAM_BREAK.replace("RAS", "laminar"), "interFoam", cases.INTER_FIELDS, cases.INTER_SOLVERS, 0.2, 0.001,
                   preparation=("blockMesh", "setFields"), files={"system/blockMeshDict": two_boxes()},
                   overrides=with_pair("U", "p_rgh", "alpha.water"))


def ring(radii, cells, first, angles, zone):
    """A ring of four blocks between two radii, its first corner at number `first`; angles: where the blocks begin [degrees]."""
    corners, blocks, arcs, faces = [], [], [], ([], [])
    for z in (0, 0.05):
        for r in radii:
            corners += [f"({r * math.cos(math.radians(a)):.15g} {r * math.sin(math.radians(a)):.15g} {z})" for a in angles]
            for i, a in enumerate(angles):
                middle = math.radians(a + 45)
                at = first + (8 if z else 0) + (0 if r == radii[0] else 4)
                arcs.append(f"arc {at + i} {at + (i + 1) % 4} ({r * math.cos(middle):.15g} {r * math.sin(middle):.15g} {z})")
    for i in range(4):
        a, b = first + i, first + (i + 1) % 4
        blocks.append(f"hex ({a} {a + 4} {b + 4} {b} {a + 8} {a + 12} {b + 12} {b + 8}) {zone} {cells} simpleGrading (1 1 1)")
        for side, offset in enumerate((0, 4)):
            faces[side].append(f"({a + offset} {b + offset} {b + offset + 8} {a + offset + 8})")
    return corners, blocks, arcs, *faces


def two_rings():
    """A ring that turns within another one, whose cells do not match and which is open above."""
    inner, outer = ring((0.1, 0.3), "(5 6 1)", 0, (10, 100, 190, 280), "rotor"), ring((0.3, 0.5), "(4 8 1)", 16, (45, 135, 225, 315), "")
    vertices, blocks, arcs = (" ".join(inner[k] + outer[k]) for k in range(3))
    return HEADER.format("dictionary", "blockMeshDict") + f"""scale 1;
vertices ( {vertices} ); blocks ( {blocks} ); edges ( {arcs} );
boundary
(
    leftWall {{ type wall; faces ({" ".join(inner[3])}); }}
    rightWall {{ type wall; faces ({outer[4][3]}); }}
    lowerWall {{ type wall; faces ({outer[4][1]} {outer[4][2]}); }}
    atmosphere {{ type patch; faces ({outer[4][0]}); }}
    {PAIR.format(a="AMI1", b="AMI2", faces=" ".join(inner[4]))}
    {PAIR.format(a="AMI2", b="AMI1", faces=" ".join(outer[3]))}
);
defaultPatch {{ name defaultFaces; type empty; }}
"""


PCG = "{ solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; maxIter 5000; }"
WATER = HEADER.format("dictionary", "setFieldsDict") + """defaultFieldValues (volScalarFieldValue alpha.water 0);
regions (boxToCell { box (-1 -1 -1) (1 0.05 1); fieldValues (volScalarFieldValue alpha.water 1); });"""
SPINS = motion("cellZone rotor; solidBodyMotionFunction rotatingMotion; origin (0 0 0); axis (0 0 1); omega 5;")
RINGS = dataclasses.replace(BOXES, name="rings", fields=(*BOXES.fields, "meshPhi"), developed=0, deltaT=4e-3, moves=True,
    files={"system/blockMeshDict": two_rings(), "system/setFieldsDict": WATER, **SPINS},
    overrides=(*BOXES.overrides, CORRECTED, cases.boundary("U", leftWall="type movingWallVelocity; value uniform (0 0 0);"),
               ("system/fvSolution", f'solvers {{ p_rgh {PCG} p_rghFinal {PCG} "pcorr.*" {PCG} }}')))


def moved_apart():
    """The right box 0.3 further to the right."""
    text = two_boxes()
    for x, y in (("0.45", "0.75"), ("1", "1.3")):
        for rest in ("0 0", "1 0", "0 0.1", "1 0.1"):
            at = text.rindex(f"({x} {rest})")
            text = text[:at] + f"({y} {rest})" + text[at + len(f"({x} {rest})"):]
    for patch, sign in (("AMI2", ""), ("AMI1", "-")):
        text = text.replace(f"neighbourPatch {patch}; transform noOrdering", f"neighbourPatch {patch}; transform translational; separationVector ({sign}0.1752 0 0)")
    return text


APART = dataclasses.replace(BOXES, name="apart", files={"system/blockMeshDict": moved_apart()})


def with_turbulence(case):
    return dataclasses.replace(case, name=case.name + "KEpsilon", example=cases.DAM_BREAK, fields=(*case.fields, "k", "epsilon", "nut"),
                               solvers=(*case.solvers, '"(U|k|epsilon).*"'), overrides=(*case.overrides, *with_pair("k", "epsilon", "nut")))


def with_sst(case):
    """k-omega SST, for which a wave carries the distances to walls across the patches too."""
    omega = cases.scalar_field("omega", "[0 0 -1 0 0 0 0]", 2, atmosphere=cases.OPEN, **{".*Wall": "type omegaWallFunction; value $internalField;"})
    return dataclasses.replace(with_turbulence(case), name=case.name + "KOmegaSST", fields=(*case.fields, "k", "omega", "nut"),
                               overrides=(*case.overrides, cases.ras("RASModel kOmegaSST;"), cases.WALL_DISTANCE, omega, *with_pair("k", "omega", "nut"),
                                          ("system/fvSchemes", "divSchemes { div(phi,omega) Gauss upwind; }"),
                                          ("system/fvSolution", 'solvers { "omega.*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-13; relTol 0; } }')))


@pytest.mark.parametrize("case", [BOXES, with_turbulence(BOXES), APART], ids=lambda case: case.name)
def test_standing(case, tmp_path, eagre):
    compare(case, tmp_path, eagre)


@pytest.mark.parametrize("case", [RINGS, with_turbulence(RINGS), with_sst(RINGS)], ids=lambda case: case.name)
def test_turning(case, tmp_path, eagre):
    program = foam.sound(case.application)
    if not program:
        pytest.skip(f"no {case.application} that is compiled soundly: make judge")
    compare(case, tmp_path, eagre, steps=5, program=program)


def stream(directory):
    """A uniform stream through the rings, of which the inner one turns."""
    deforming_box(directory)
    for file, text in {"system/blockMeshDict": two_rings(), **SPINS}.items():
        (directory / file).write_text(text)
    shutil.rmtree(directory / "constant/polyMesh")
    (directory / "system/topoSetDict").unlink()
    for field, above in (("U", "zeroGradient"), ("alpha.water", "zeroGradient"), ("p_rgh", "fixedValue; value uniform 0")):
        file = directory / "0" / field
        file.write_text(file.read_text().replace("sides {", '".*Wall" {'))
        foam.append(directory, f"0/{field}", f"boundaryField {{ atmosphere {{ type {above}; }} defaultFaces {{ type empty; }} }}")
    for file, text in with_pair("U", "alpha.water", "p_rgh"):
        foam.append(directory, file, text)
    foam.append(directory, "0/U", "internalField uniform (1 0.5 0);")
    foam.append(directory, "system/fvSolution", "solvers { alpha.water { cAlpha 0; } }")
    return directory


def test_a_uniform_stream_stays_uniform(tmp_path, eagre):
    case = stream(tmp_path / "stream")
    foam.run([eagre, "run", case])
    U, alpha = (foam.read_field(case / "0.05" / name)[0] for name in ("U", "alpha.water"))
    assert np.abs(U - [1, 0.5, 0]).max() < 1e-9
    assert np.abs(alpha - 0.4).max() < 1e-9


def water_in_rings(directory, eagre, steps, *options):
    return run_of(dataclasses.replace(RINGS, preparation=()), directory, eagre, steps, *options)


def test_ranks_and_restart(tmp_path, eagre):
    """The same fields on three ranks, and by a run that stops in a dump and goes on."""
    alone = water_in_rings(tmp_path / "alone", eagre, 4)
    many = water_in_rings(tmp_path / "many", eagre, 4, "-n", 3)
    stopped = water_in_rings(tmp_path / "stopped", eagre, 2, "--dump", "hdf5")
    foam.append(stopped, "system/controlDict", f"startFrom latestTime; endTime {4 * RINGS.deltaT:.12g};")
    foam.run([eagre, "run", stopped, "-n", 2])
    time = foam.times(alone)[-1]
    a = fields(alone, time)
    assert np.ptp(a["alpha.water"]) > 0.5
    for other in (many, stopped):
        b = fields(other, time)
        differences = {name: foam.relative_l2(b[name], a[name]) for name in a}
        assert all(d <= 1e-9 for d in differences.values()), differences


# The inner wall is a body that turns, and its outerDistance reaches the outer ring, which no points join with it.
BODY = dataclasses.replace(RINGS, name="body", preparation=(), overrides=(*RINGS.overrides, ("constant/dynamicMeshDict", """
    motionSolverLibs (sixDoFRigidBodyMotion); motionSolver sixDoFRigidBodyMotion; cellZone none; sixDoFRigidBodyMotionCoeffs { patches (leftWall); innerDistance 0.1; outerDistance 0.3;
    centreOfMass (0 0 0); mass 1; momentOfInertia (1 1 0.01); angularMomentum (0 0 0.05); solver { type Newmark; } constraints
    { z { sixDoFRigidBodyMotionConstraint axis; axis (0 0 1); } o { sixDoFRigidBodyMotionConstraint point; centreOfRotation (0 0 0); } } }""")),
    files={**RINGS.files, "0/pointDisplacement": HEADER.format("pointVectorField", "pointDisplacement") + """dimensions [0 1 0 0 0 0 0];
    internalField uniform (0 0 0); boundaryField { leftWall { type calculated; } "AMI.*" { type cyclicAMI; } defaultFaces { type empty; }
    ".*" { type fixedValue; value uniform (0 0 0); } }"""})


@pytest.mark.parametrize("ranks", [1, 3])
def test_a_body_within_overlapping_patches(ranks, tmp_path, eagre):
    ours = run_of(BODY, tmp_path / "body", eagre, 2, "-n", ranks)
    theirs = tmp_path / "openfoam"
    shutil.copytree(ours, theirs, ignore=shutil.ignore_patterns("0.0*"))
    foam.openfoam("interFoam", theirs)
    time = foam.times(ours)[-1]
    moved = points(ours, time)
    assert np.abs(moved - points(theirs, time)).max() < 1e-7
    assert np.ptp(moved - points(ours, "constant"), axis=0).max() > 1e-3


@pytest.mark.parametrize("change, message", [
    (lambda text: text.replace("neighbourPatch AMI2; ", ""), "cyclicAMI patch 'AMI1' needs an entry 'neighbourPatch'"),
    (lambda text: text.replace("neighbourPatch AMI2", "neighbourPatch leftWall"), "cyclicAMI patch 'AMI1'"),
    (lambda text: text.replace("transform noOrdering", "transform rotational"), "transform rotational needs a rotationAxis"),
    (lambda text: text.replace("cyclicAMI", "cyclicACMI"), "cyclicACMI patch 'AMI1': needs an entry 'nonOverlapPatch'"),
    (lambda text: text.replace("transform noOrdering", "transform translational"), "transform translational needs a separationVector"),
    (lambda text: text.replace("transform noOrdering", "transform translational; separationVector (1 0)"), "separationVector '(1 0)' is not a vector"),
    (lambda text: text.replace("transform noOrdering", "transform translational; separationVector (1 0 0)"), "must be opposite ones"),
    (lambda text: text.replace("(0.45 0 0)", "(0.45 3 0)", 1).replace("(0.45 1 0)", "(0.45 2 0)", 1), "lie over no face of"),
], ids=["noNeighbour", "otherNeighbour", "rotational", "cyclicACMI", "noSeparation", "noVector", "oneSeparation", "apart"])
def test_what_is_wrong(change, message, tmp_path, eagre):
    case = cases.prepare(dataclasses.replace(BOXES, preparation=(), files={"system/blockMeshDict": change(two_boxes())}), tmp_path)
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and message in result.stdout + (result.stderr or ""), result.stdout


def test_openfoam_orgs_word_for_no_transform(tmp_path, eagre):
    dictionary = two_boxes().replace("transform noOrdering", "transform none")
    case = cases.prepare(dataclasses.replace(BOXES, preparation=(), files={"system/blockMeshDict": dictionary}), tmp_path)
    foam.run([eagre, "check", case])


SLIDING = "incompressible/pimpleFoam/RAS/oscillatingInletPeriodicAMI2D"
COARSE = (("(40 1 64)", "(10 1 12)"), ("(40 1 16)", "(10 1 4)"), ("(96 1  8)", "(24 1 3)"), ("(96 1 72)", "(24 1 12)"))
REPEATED = cases.Case("repeated", SLIDING, "pimpleFoam", ("U", "p", "phi", "k", "epsilon", "nut", "meshPhi"),
                      ("p", "pFinal", '"pcorr.*"', '"(U|k|epsilon)"', '"(U|k|epsilon)Final"'), 0, 0.005, moves=True, replacements=COARSE)


def test_patches_that_a_translation_repeats(tmp_path, eagre):
    """cyclicPeriodicAMI: a third of each patch lies over the other one, the rest over its copy. One step: the example starts by a jerk."""
    compare(REPEATED, tmp_path, eagre, steps=1)


def test_repeated_patches_on_ranks(tmp_path, eagre):
    alone, many = (run_of(REPEATED, tmp_path / name, eagre, 3, "-n", n) for name, n in (("alone", 1), ("many", 3)))
    time = foam.times(alone)[-1]
    a, b = fields(alone, time), fields(many, time)
    differences = {name: foam.relative_l2(b[name], a[name]) for name in a}
    assert all(d <= 1e-8 for d in differences.values()), differences


def test_a_periodic_patch_that_is_none(tmp_path, eagre):
    case = cases.prepare(REPEATED, tmp_path)
    boundary = case / "constant/polyMesh/boundary"
    boundary.write_text(boundary.read_text().replace("periodicPatch   cyclicMoving1", "periodicPatch   walls"))
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and "periodicPatch 'walls' is not a cyclic patch" in result.stdout
