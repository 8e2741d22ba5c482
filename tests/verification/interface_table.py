# SPDX-License-Identifier: BSD-3-Clause
"""The table of docs/interface.md that sets the advections of the phase fraction beside one another: `make interface-table`. Each row is a
problem of a size, run with MULES, isoAlpha, plicRDF and plicRDF with sweptFaces; rows that --only leaves out stay as they are in the page.

    PYTHONPATH=python:tests/support python tests/verification/interface_table.py --bin build/bin --output docs/interface.md --only "disc 32"
"""
import argparse
import pathlib
import re
import shutil
import tempfile

import numpy as np

import foam
import surface_tension

ROOT = pathlib.Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- interface-table: made by `make interface-table` -->\n", "<!-- end of interface-table -->"
MULES = ("advectionScheme MULES; nAlphaCorr 2; MULESCorr no; nAlphaSubCycles 5; cAlpha 1; nLimiterIter 3; solver smoothSolver; smoother symGaussSeidel; "
         "tolerance 1e-12; relTol 0;")
GEOMETRIC = "advectionScheme isoAdvection; nAlphaBounds 10; clip no; reconstructionScheme {};"
SCHEMES = {"MULES": MULES, "isoAlpha": GEOMETRIC.format("isoAlpha"), "plicRDF": GEOMETRIC.format("plicRDF"),
           "plicRDF, sweptFaces": GEOMETRIC.format("plicRDF; sweptFaces yes")}


def alpha_of(case, time):
    return foam.read_field(case / time / "alpha.water")[0][:, 0]


def rotation(cells):
    """U of one turn per second about the middle of a unit square in x and z, as setFlow's rotation has it."""
    x = (np.arange(cells) + 0.5) / cells - 0.5
    z, x = (a.ravel() for a in np.meshgrid(x, x, indexing="ij"))
    return 2 * np.pi * np.stack([-z, 0 * x, x], axis=1)


def carried(eagre, target, scheme, example, cells, step, U=None, control=""):
    """sum |alpha - alpha(0)| over the number of cells: E1, of a flow that brings the water back in one of interIsoFoam's examples.
    U: at the start, which is at rest otherwise; setFlow gives the velocity from the second step on."""
    tools = ("blockMesh", "setAlphaField", *(("setFields",) if example.startswith("notched") else ()))
    case = foam.copy_example(f"multiphase/interIsoFoam/{example}", target)
    script = ["restore0Dir", *(f"runApplication {tool}" for tool in tools), "runApplication $(getApplication)"]
    (case / "Allrun").write_text("#!/bin/sh\n" + "\n".join(script) + "\n")
    for file in (*case.glob("system/topoSet*"), *case.glob("system/refineMesh*")):
        file.unlink()
    mesh = case / "system/blockMeshDict"
    mesh.write_text(re.sub(r"^(n[xyz]) +(\d+);", lambda m: f"{m[1]} {cells if int(m[2]) > 1 else 1};", mesh.read_text(), flags=re.M))
    foam.append(case, "system/fvSolution", f'solvers {{ "alpha.*" {{ {SCHEMES[scheme]} }} }}')
    foam.append(case, "system/controlDict", f"deltaT {step / cells:.17g}; writeFormat binary; writeControl adjustableRunTime; writeInterval 1; {control}")
    if U is not None:
        path = case / "0.orig/U"
        values = "\n".join("({:.17g} {:.17g} {:.17g})".format(*u) for u in U)
        path.write_text(path.read_text().replace("uniform (0 0 0)", f"nonuniform List<vector> {len(U)} (\n{values})", 1))
    # MULES alone needs no points of the mesh, setFlow does.
    foam.append(case, "constant/transportProperties", "surfaceForces { curvatureModel fitParaboloid; }")
    foam.run([eagre, "run", case])
    times = foam.times(case)
    return np.abs(alpha_of(case, times[-1]) - alpha_of(case, times[0])), alpha_of(case, times[0])


def mean_error(*arguments):
    return np.mean(carried(*arguments)[0])


def relative_error(*arguments):
    error, start = carried(*arguments)
    return error.sum() / start.sum()


def disc(eagre, target, scheme, cells):
    return mean_error(eagre, target, scheme, "discInReversedVortexFlow", cells, 0.5)


def notched_disc(eagre, target, scheme, cells):
    """One turn of the two that the example has, there and back; the Courant number at the disc's rim is 0.5."""
    return relative_error(eagre, target, scheme, "notchedDiscInSolidBodyRotation", cells, 0.2, rotation(cells), "endTime 1;")


def sphere(eagre, target, scheme, cells):
    return mean_error(eagre, target, scheme, "sphereInReversedVortexFlow", cells, 0.16)


def drop(eagre, target, scheme, cells):
    """Ca at 20."""
    case, mu = surface_tension.static_drop(target, cells, "heightFunction", end=20, alpha_controls=SCHEMES[scheme])
    foam.run([eagre, "run", case])
    return mu * np.linalg.norm(foam.read_field(case / foam.times(case)[-1] / "U")[0], axis=1).max()


def wave(eagre, target, scheme, cells):
    case, amplitudes, exact = surface_tension.capillary_wave(target, cells, "heightFunction", alpha_controls=SCHEMES[scheme], ddt="Euler")
    foam.run([eagre, "run", case])
    t, found = amplitudes()
    return np.sqrt(np.mean((found - exact(np.maximum(t, 1e-12)))**2))


def translating(eagre, target, scheme, cells):
    """Root mean square of |u - U|/U at the end."""
    case, U = surface_tension.translating_drop(target, cells, "heightFunction", alpha_controls=SCHEMES[scheme])
    foam.run([eagre, "run", case])
    return surface_tension.velocity_error(case, U)


def bubble(eagre, target, scheme, cells, case_2=False):
    """Centre of Hysing's bubble at 3 s [m]: 1.0817 in case 1, 1.138 in case 2 (MooNMD, TP2D)."""
    case = shutil.copytree(ROOT / "cases/risingBubble", target)
    mesh = case / "system/blockMeshDict"
    mesh.write_text(re.sub(r"^(nx|ny) .*;", lambda m: f"{m[1]} {cells if m[1] == 'nx' else 2 * cells};", mesh.read_text(), flags=re.M))
    foam.append(case, "system/fvSolution", f'solvers {{ "alpha.*" {{ {SCHEMES[scheme]} }} }}')
    foam.append(case, "system/controlDict", f"maxDeltaT {0.06 / cells:.17g};")
    if case_2:
        foam.append(case, "constant/transportProperties", "air { nu 0.1; rho 1; } sigma 1.96;")
    foam.run([eagre, "run", case])
    gas = 1 - alpha_of(case, foam.times(case)[-1])
    return gas @ np.repeat((np.arange(2 * cells) + 0.5) / cells, cells) / gas.sum()


def bubble_2(*arguments):
    return bubble(*arguments, case_2=True)


PROBLEMS = {  # name: what, how, cells
    "disc": ("disc in the vortex that turns back, E1", disc, (32, 64, 128, 256)),
    "notch": ("notched disc, one turn, error over its area", notched_disc, (100, 200)),
    "sphere": ("sphere in the vortex that turns back, E1", sphere, (64,)),
    "drop": ("drop at rest, heightFunction, Ca at 20", drop, (32,)),
    "wave": ("capillary wave, heightFunction, error of the amplitude", wave, (32, 64)),
    "translating": ("drop carried along, heightFunction, error of the velocity", translating, (32, 64, 128)),
    "bubble1": ("Hysing 1, centre at 3 s (1.0817)", bubble, (40, 80)),
    "bubble2": ("Hysing 2, centre at 3 s (1.138)", bubble_2, (40, 80)),
}
HEAD = ["| problem | cells | " + " | ".join(SCHEMES) + " |", "|---" * (2 + len(SCHEMES)) + "|"]


def measured(eagre, name, cells):
    what, how, _ = PROBLEMS[name]
    values = []
    for scheme in SCHEMES:
        with tempfile.TemporaryDirectory() as scratch:
            try:
                values.append(f"{how(eagre, pathlib.Path(scratch) / 'case', scheme, cells):.4g}")
            except (AssertionError, RuntimeError) as error:
                print(name, cells, scheme, str(error)[-500:], flush=True)
                values.append("failed")
    return f"| {what} | {cells} | " + " | ".join(values) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/bin")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "docs/interface.md")
    parser.add_argument("--only", action="append", help="NAME or 'NAME CELLS', of " + ", ".join(PROBLEMS))
    arguments = parser.parse_args()
    wanted = [(name, n) for name, (_, _, cells) in PROBLEMS.items() for n in cells
              if not arguments.only or name in arguments.only or f"{name} {n}" in arguments.only]
    for name, cells in wanted:
        row = measured(arguments.bin.resolve() / "eagre", name, cells)
        print(row, flush=True)
        before, table, after = re.split(f"{re.escape(BEGIN)}|{re.escape(END)}", arguments.output.read_text())
        rows = {tuple(line.split("|")[1:3]): line + " - |" * (len(SCHEMES) + 4 - len(line.split("|"))) for line in table.splitlines()[2:]}
        rows[tuple(row.split("|")[1:3])] = row
        order = {f" {what} ": i for i, (what, _, _) in enumerate(PROBLEMS.values())}
        lines = sorted(rows.values(), key=lambda line: (order.get(line.split("|")[1], 99), int(line.split("|")[2])))
        arguments.output.write_text(before + BEGIN + "\n".join(HEAD + lines) + "\n" + END + after)


if __name__ == "__main__":
    main()
