# SPDX-License-Identifier: BSD-3-Clause
"""A cylinder that is accelerated in an ideal fluid at rest: its added mass is that of potential flow. Within a wider cylinder of radius R at
which the fluid is at rest, per length, m = rho pi a^2 (R^2 + a^2)/(R^2 - a^2) (Lamb 1932, art. 72 for R = infinity)."""
import math

import numpy as np
import pytest

import block
import foam

A, R, DEPTH = 0.1, 1.0, 0.1          # m
AROUND, OUTWARD = 64, 28             # cells
B, DT, STEPS = 0.5, 1e-3, 5          # m/s^2, s
SOLVERS = """solvers { "(p|pcorr).*" { solver PCG; preconditioner DIC; tolerance 1e-12; relTol 0; }
"U.*" { solver smoothSolver; smoother symGaussSeidel; tolerance 1e-13; relTol 0; } }
PIMPLE { nCorrectors 2; pRefCell 0; pRefValue 0; }
"""


def ring():
    """Four blocks between the two cylinders, narrow cells at the inner one."""
    angles = [math.radians(45 + 90 * i) for i in range(4)]
    at = lambda r, angle, z: f"({r * math.cos(angle):.15g} {r * math.sin(angle):.15g} {z})"  # noqa: E731
    corners = [at(r, a, z) for z in (0, DEPTH) for r in (A, R) for a in angles]
    arcs, blocks, faces = [], [], ([], [])
    for i in range(4):
        j, middle = (i + 1) % 4, angles[i] + math.pi / 4
        for side, r in enumerate((A, R)):
            for level, z in enumerate((0, DEPTH)):
                first = 8 * level + 4 * side
                arcs.append(f"arc {first + i} {first + j} {at(r, middle, z)}")
            faces[side].append(f"({4 * side + i} {4 * side + j} {4 * side + j + 8} {4 * side + i + 8})")
        blocks.append(f"hex ({i} {i + 4} {j + 4} {j} {i + 8} {i + 12} {j + 12} {j + 8}) ({OUTWARD} {AROUND // 4} 1) simpleGrading (100 1 1)")
    return block.HEADER.format("dictionary", "blockMeshDict") + (
        f"vertices ({' '.join(corners)}); blocks ({' '.join(blocks)}); edges ({' '.join(arcs)});\n"
        f"boundary ( cylinder {{ type wall; faces ({' '.join(faces[0])}); }} far {{ type patch; faces ({' '.join(faces[1])}); }} );\n"
        "defaultPatch { name sides; type empty; }\n")


def accelerated(case, wall):
    """x = B t^2/2 at each time step, given by a table: from the second step on the velocity grows by B DT."""
    knots = [f"({n * DT:.12g} (({B * (n * DT) ** 2 / 2:.17g} 0 0) (0 0 0)))" for n in range(STEPS + 2)]
    zero = {"U": ("volVectorField", "[0 1 -1 0 0 0 0]", "(0 0 0)", f"type {wall}; value uniform (0 0 0);", "type fixedValue; value uniform (0 0 0);"),
            "p": ("volScalarField", "[0 2 -2 0 0 0 0]", "0", "type zeroGradient;", "type zeroGradient;")}
    block.write(case, (1, 1, 1), (1, 1, 1), block.PERIODIC, {}, solvers=SOLVERS, ddt="Euler",
                control=f"application pimpleFoam; deltaT {DT}; endTime {STEPS * DT}; writeControl timeStep; writeInterval {STEPS}; functions {{ f {{ type forces; "
                        "libs (forces); patches (cylinder); rho rhoInf; rhoInf 1; CofR (0 0 0); } }",
                files={"constant/transportProperties": block.NEWTONIAN.format(0), "constant/turbulenceProperties": "simulationType laminar;",
                       "constant/dynamicMeshDict": "dynamicFvMesh dynamicMotionSolverFvMesh; motionSolver solidBody; CofG (0 0 0); "
                                                   'solidBodyMotionFunction tabulated6DoFMotion; timeDataFileName "<constant>/motion.dat";'})
    (case / "constant/motion.dat").write_text(f"({' '.join(knots)})\n")
    (case / "system/blockMeshDict").write_text(ring())
    for name, (kind, dimensions, value, cylinder, far) in zero.items():
        (case / "0" / name).write_text(block.HEADER.format(kind, name) + f"dimensions {dimensions}; internalField uniform {value};\n"
                                       f"boundaryField {{ cylinder {{ {cylinder} }} far {{ {far} }} sides {{ type empty; }} }}\n")
    return case


@pytest.mark.parametrize("wall", ["movingWallVelocity", "movingWallSlipVelocity"])
def test_added_mass_of_a_cylinder(wall, eagre, tmp_path):
    case = accelerated(tmp_path / "cylinder", wall)
    foam.run([eagre, "run", case])
    (record,) = (case / "postProcessing/f").rglob("force.dat")
    force = np.array([[float(v) for v in line.replace("(", " ").replace(")", " ").split()]
                      for line in record.read_text().splitlines() if not line.startswith("#")])
    added = -force[1:, 1] / B / DEPTH  # from the second step on
    exact = math.pi * A**2 * (R**2 + A**2) / (R**2 - A**2)
    print(added / exact)
    assert np.abs(added / exact - 1).max() < 0.02
    assert np.abs(force[1:, 2]).max() < 1e-6 * np.abs(force[1:, 1]).max()
