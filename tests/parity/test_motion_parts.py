# SPDX-License-Identifier: BSD-3-Clause
"""Several motions of one mesh: dynamicMotionSolverListFvMesh and dynamicMultiMotionSolverFvMesh, zones against OpenFOAM and bodies that float."""
import itertools
import shutil

import numpy as np
import pytest

import dumps
import foam
from test_moving_mesh import deforming_box, points

HEAD = "FoamFile {{ version 2.0; format ascii; class {}; object {}; }}\n"
ZONES = """actions ( { name a; type cellSet; action new; source boxToCell; sourceInfo { box (0.1 0.3 0.3) (0.4 0.7 0.7); } }
    { name a; type cellZoneSet; action new; source setToCellZone; sourceInfo { set a; } }
    { name b; type cellSet; action new; source boxToCell; sourceInfo { box (0.6 0.3 0.3) (0.9 0.7 0.7); } }
    { name b; type cellZoneSet; action new; source setToCellZone; sourceInfo { set b; } } );"""
A = "motionSolver solidBody; cellZone a; solidBodyMotionFunction oscillatingLinearMotion; amplitude (0.02 0.03 0); omega 20;"
B = "motionSolver solidBody; cellZone b; solidBodyMotionFunction linearMotion; velocity (0 -0.4 0.2);"


def write(case, name, text, kind="dictionary"):
    (case / name).parent.mkdir(parents=True, exist_ok=True)
    (case / name).write_text(HEAD.format(kind, name.split("/")[-1]) + text)


@pytest.mark.parametrize("mesh, parts", [("dynamicMotionSolverListFvMesh", "solvers"),
                                         ("dynamicMultiMotionSolverFvMesh", "dynamicMultiMotionSolverFvMeshCoeffs")])
def test_two_zones_against_openfoam(mesh, parts, tmp_path, eagre):
    program = foam.sound("interFoam")
    if not program:
        pytest.skip("no interFoam that is compiled soundly: make judge")
    theirs = deforming_box(tmp_path / "theirs", ("system/topoSetDict", ZONES), ("system/controlDict", "endTime 0.03; writeInterval 3;"))
    write(theirs, "constant/dynamicMeshDict", f"dynamicFvMesh {mesh}; {parts} {{ one {{ {A} }} two {{ {B} }} }}")
    ours = shutil.copytree(theirs, tmp_path / "ours")
    foam.run([program, "-case", theirs])
    foam.run([eagre, "run", ours, "-n", 2])
    assert np.abs(points(ours, "0.03") - points(theirs, "0.03")).max() < 1e-14
    assert np.abs(points(ours, "0.03") - points(ours, "constant")).max() > 0.01
    differences = {name: foam.relative_l2(*(foam.read_field(case / "0.03" / name)[0] for case in (ours, theirs))) for name in ("U", "phi", "meshPhi")}
    assert all(d < 1e-7 for d in differences.values()), differences


X, Y, Z = (0, 1, 1.4, 2.6, 3, 4), (0, 1, 1.4, 2.4), (0, 0.5)
HOLES = {(1, 1): "left", (3, 1): "right"}


def two_bodies(case):
    """A closed basin with two square holes 1.2 m from each other, the bodies, which nothing pushes: each goes on as it is thrown."""
    at = lambda i, j, k: i + len(X) * (j + len(Y) * k)
    cell = lambda i, j: [at(i + a, j + b, k) for k in (0, 1) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
    listed = lambda corners: "(" + " ".join(map(str, corners)) + ")"
    faces = {"left": [], "right": [], "sides": []}
    blocks = []
    for i, j in itertools.product(range(len(X) - 1), range(len(Y) - 1)):
        c = cell(i, j)
        if (i, j) in HOLES:
            faces[HOLES[i, j]] += [listed([c[a], c[b], c[b + 4], c[a + 4]]) for a, b in ((0, 1), (1, 2), (2, 3), (3, 0))]
            continue
        n = [round(5 * (line[m + 1] - line[m])) for line, m in ((X, i), (Y, j))]
        blocks.append(f"hex {listed(c)} ({n[0]} {n[1]} 2) simpleGrading (1 1 1)")
        faces["sides"] += [listed(c[:4]), listed(c[4:])]
    vertices = "\n".join(f"({x} {y} {z})" for z in Z for y in Y for x in X)
    patches = "\n".join(f"{name} {{ type {'patch' if name == 'sides' else 'wall'}; faces ({' '.join(each)}); }}" for name, each in faces.items())
    write(case, "system/blockMeshDict", f"vertices ({vertices}); blocks ({' '.join(blocks)}); edges (); defaultPatch {{ name walls; type wall; }} "
                                        f"boundary ({patches}); mergePatchPairs ();")
    body = lambda name, x, velocity: f"""{name} {{ motionSolverLibs (sixDoFRigidBodyMotion); motionSolver sixDoFRigidBodyMotion; patches ({name}); innerDistance 0.05; outerDistance 1.5;
        mass 1; centreOfMass ({x} 1.2 0.25); momentOfInertia (1 1 1); velocity {velocity}; test yes; rho rhoInf; rhoInf 1; g (0 0 0);
        solver {{ type Newmark; }} }}"""
    write(case, "constant/dynamicMeshDict", "dynamicFvMesh dynamicMotionSolverListFvMesh; solvers { " + body("left", 1.2, "(0.2 0.1 0)") +
          body("right", 2.8, "(-0.1 0.2 0)") + " }")
    write(case, "constant/transportProperties", "transportModel Newtonian; nu 0.01;")
    write(case, "constant/turbulenceProperties", "simulationType laminar;")
    write(case, "system/fvSchemes", """ddtSchemes { default Euler; } gradSchemes { default Gauss linear; } divSchemes { default Gauss linear; }
        laplacianSchemes { default Gauss linear corrected; } interpolationSchemes { default linear; } snGradSchemes { default corrected; }""")
    pcg = "solver PCG; preconditioner DIC; tolerance 1e-10; relTol 0;"
    write(case, "system/fvSolution", f'solvers {{ "(p|pcorr).*" {{ {pcg} }} "U.*" {{ solver smoothSolver; smoother symGaussSeidel; tolerance 1e-10; '
                                     'relTol 0; } } PIMPLE { nCorrectors 2; pRefCell 0; pRefValue 0; }')
    write(case, "system/controlDict", "application pimpleFoam; startFrom latestTime; startTime 0; stopAt endTime; endTime 0.4; deltaT 0.05; writeControl "
                                      "timeStep; writeInterval 4; writeFormat binary; writePrecision 16; timePrecision 10;")
    wall = lambda value: f'"(left|right)" {{ type movingWallVelocity; value uniform (0 0 0); }} walls {{ type noSlip; }} sides {{ {value} }}'
    write(case, "0/U", f"dimensions [0 1 -1 0 0 0 0]; internalField uniform (0 0 0); boundaryField {{ {wall('type slip;')} }}", "volVectorField")
    write(case, "0/p", 'dimensions [0 2 -2 0 0 0 0]; internalField uniform 0; boundaryField { ".*" { type zeroGradient; } }', "volScalarField")
    write(case, "0/pointDisplacement", """dimensions [0 1 0 0 0 0 0]; internalField uniform (0 0 0); boundaryField { "(left|right)" { type calculated; }
        walls { type fixedValue; value uniform (0 0 0); } sides { type slip; } }""", "pointVectorField")
    foam.openfoam("blockMesh", case)
    return case


def on_body(place, x):
    return (np.abs(place[:, 0] - x) < 0.2001) & (np.abs(place[:, 1] - 1.2) < 0.2001)


def test_two_bodies(tmp_path, eagre):
    """Each keeps its shape, though the other one's outerDistance reaches over it; a run continues bit for bit, on any ranks to round-off."""
    start = two_bodies(tmp_path / "start")
    plainly = [*dumps.SETTLED, "--solvers", "as-written"]
    whole, stopped, ranks = (shutil.copytree(start, tmp_path / name) for name in ("whole", "stopped", "ranks"))
    foam.run([eagre, "run", whole, *plainly])
    foam.append(stopped, "system/controlDict", "endTime 0.2;")
    foam.run([eagre, "run", stopped, *plainly])
    foam.append(stopped, "system/controlDict", "endTime 0.4;")
    foam.run([eagre, "run", stopped, *plainly])
    foam.run([eagre, "run", ranks, "-n", 2])
    before, after = points(start, "constant"), points(whole, "0.4")
    for x, velocity in ((1.2, (0.2, 0.1, 0)), (2.8, (-0.1, 0.2, 0))):
        ours = on_body(before, x)
        assert ours.sum() > 20 and np.abs(after[ours] - before[ours] - 0.4 * np.array(velocity)).max() < 1e-12
    assert np.array_equal(points(stopped, "0.4"), after) and np.abs(points(ranks, "0.4") - after).max() < 1e-13
    assert "right" in (whole / "0.4/uniform/motionPartsState").read_text()


def test_first_step_of_two_bodies_against_openfoam(tmp_path, eagre):
    """Apart from each other. v1912 takes each body's displacement as one from the present points, which is right in the first step alone."""
    theirs = two_bodies(tmp_path / "theirs")
    mesh = theirs / "constant/dynamicMeshDict"
    mesh.write_text(mesh.read_text().replace("outerDistance 1.5", "outerDistance 0.6"))
    foam.append(theirs, "system/controlDict", "endTime 0.05; writeInterval 1;")
    ours = shutil.copytree(theirs, tmp_path / "ours")
    foam.openfoam("pimpleFoam", theirs)
    foam.run([eagre, "run", ours])
    assert np.abs(points(ours, "0.05") - points(theirs, "0.05")).max() < 1e-14


@pytest.mark.parametrize("text, message", [("solvers { }", "no dictionary of a motion"), ("solvers { one { motionSolver solidBdy; } }", "'solidBdy'")])
def test_lists_that_are_wrong(text, message, tmp_path, eagre):
    case = deforming_box(tmp_path / "box")
    write(case, "constant/dynamicMeshDict", f"dynamicFvMesh dynamicMotionSolverListFvMesh; {text}")
    result = foam.run([eagre, "check", case], check=False)
    assert result.returncode == 3 and message in result.stdout
