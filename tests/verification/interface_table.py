# SPDX-License-Identifier: BSD-3-Clause
"""The table of docs/interface.md that sets the advections of the phase fraction beside one another: `make interface-table`. Each row is a
problem of a size, run with MULES, isoAlpha, plicRDF and plicRDF with sweptFaces; what --only and --scheme leave out stays as it is in the page.

    PYTHONPATH=python:tests/support python tests/verification/interface_table.py --bin build/bin --output docs/interface.md --only "disc 32" \\
        --scheme plicRDF
"""
import argparse
import pathlib
import re
import shutil
import tempfile

import numpy as np

import block
import foam
import prisms
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


def disc_on_prisms(kind, step):
    """The disc on prisms over triangles or over the polygons dual to them; the largest Courant number of the surface is about 0.5."""
    def error(eagre, target, scheme, cells):
        case = foam.copy_example("multiphase/interIsoFoam/discInReversedVortexFlow", target)
        for file in (*case.glob("system/topoSet*"), *case.glob("system/refineMesh*")):
            file.unlink()
        points, polygons = prisms.plane_mesh(kind, cells)
        prisms.write(case, points, polygons, {side: "type empty;" if side[0] == "z" else "type patch;" for side in block.SIDES}, 0.02, "xzy")
        for file in case.glob("0.orig/*"):
            file.write_text(re.sub(r"\bback\b", "z1", re.sub(r"\bfront\b", "z0", re.sub(r"\brim\b", '"[xy][01]"', file.read_text()))))
        (case / "Allrun").write_text("#!/bin/sh\nrestore0Dir\nrunApplication setAlphaField\nrunApplication $(getApplication)\n")
        foam.append(case, "system/fvSolution", f'solvers {{ "alpha.*" {{ {SCHEMES[scheme]} }} }}')
        foam.append(case, "system/controlDict",
                    f"deltaT {step / cells:.17g}; writeFormat binary; writeControl adjustableRunTime; writeInterval 8;")
        foam.append(case, "constant/transportProperties", "surfaceForces { curvatureModel fitParaboloid; }")
        foam.run([eagre, "run", case])
        start, end = (alpha_of(case, time) for time in foam.times(case))
        return np.abs(end - start) @ prisms.areas(points, polygons)

    return error


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


def perimeter(alpha, h):
    """Length of the line alpha = 1/2 on squares of width h [ny, nx]: of the field, smoothed once by (1 2 1)/4 along x and y, linear in the
    triangles between the middles of cells and their mean. Of a circle with 20 cells to the radius it is right to 5e-4."""
    a = np.pad(alpha, 2, mode="edge")
    a = (a[:-2] + 2 * a[1:-1] + a[2:]) / 4
    a = (a[:, :-2] + 2 * a[:, 1:-1] + a[:, 2:]) / 4
    values = [a[:-1, :-1], a[:-1, 1:], a[1:, 1:], a[1:, :-1]]
    places = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)
    length = 0.0
    for k in range(4):
        v, p = [values[k], values[k - 1], sum(values) / 4], [places[k], places[k - 1], np.array([0.5, 0.5])]
        ends = []
        for i, j in ((0, 1), (1, 2), (2, 0)):
            cut = (v[i] > 0.5) != (v[j] > 0.5)
            ends.append((cut, p[i] + np.where(cut, (0.5 - v[i]) / np.where(cut, v[j] - v[i], 1), 0)[..., None] * (p[j] - p[i])))
        length += sum(np.linalg.norm(a[1] - b[1], axis=-1)[a[0] & b[0]].sum() for a, b in zip(ends, ends[1:] + ends[:1]))
    return length * h


def bubble(eagre, target, scheme, cells, case_2=False):
    """Largest velocity of Hysing's bubble, least circularity and centre at 3 s."""
    case = shutil.copytree(ROOT / "cases/risingBubble", target)
    mesh = case / "system/blockMeshDict"
    mesh.write_text(re.sub(r"^(nx|ny) .*;", lambda m: f"{m[1]} {cells if m[1] == 'nx' else 2 * cells};", mesh.read_text(), flags=re.M))
    foam.append(case, "system/fvSolution", f'solvers {{ "alpha.*" {{ nAlphaSubCycles 1; cAlpha 1; {SCHEMES[scheme]} }} }}')
    foam.append(case, "system/controlDict", f"maxDeltaT {0.06 / cells:.17g}; writeInterval 0.02;")
    if case_2:
        foam.append(case, "constant/transportProperties", "air { nu 0.1; rho 1; } sigma 1.96;")
    foam.run([eagre, "run", case])
    height = np.repeat((np.arange(2 * cells) + 0.5) / cells, cells)
    velocity, circularity, centre = [], [], []
    for time in foam.times(case)[1:]:
        gas = 1 - alpha_of(case, time)
        velocity.append(gas @ foam.read_field(case / time / "U")[0][:, 1] / gas.sum())
        centre.append(gas @ height / gas.sum())
        circularity.append(2 * np.sqrt(np.pi * gas.sum()) / cells / perimeter(gas.reshape(2 * cells, cells), 1 / cells))
    return max(velocity), min(circularity), centre[-1]


def bubble_2(*arguments):
    return bubble(*arguments, case_2=True)


PROBLEMS = {  # name: what, how, cells
    "disc": ("disc in the vortex that turns back, E1", disc, (32, 64, 128, 256)),
    "triangles": ("the disc on triangles, twice as many", disc_on_prisms("triangles", 0.125), (32, 64, 128)),
    "polygons": ("the disc on polygons", disc_on_prisms("polygons", 0.22), (32, 64, 128)),
    "notch": ("notched disc, one turn, error over its area", notched_disc, (100, 200)),
    "sphere": ("sphere in the vortex that turns back, E1", sphere, (64,)),
    "drop": ("drop at rest, heightFunction, Ca at 20", drop, (32,)),
    "wave": ("capillary wave, heightFunction, error of the amplitude", wave, (32, 64)),
    "translating": ("drop carried along, heightFunction, error of the velocity", translating, (32, 64, 128)),
    "bubble1": ("Hysing 1: largest velocity, least circularity, centre at 3 s (0.2417, 0.9013, 1.0817)", bubble, (40, 80)),
    "bubble2": ("Hysing 2: the same (0.251, -, 1.138)", bubble_2, (40, 80)),
}
HEAD = ["| problem | cells | " + " | ".join(SCHEMES) + " |", "|---" * (2 + len(SCHEMES)) + "|"]


def measured(eagre, name, cells, schemes, before):
    """The row; before: its values until now."""
    what, how, _ = PROBLEMS[name]
    values = []
    for scheme, known in zip(SCHEMES, before):
        if scheme not in schemes:
            values.append(known)
            continue
        with tempfile.TemporaryDirectory() as scratch:
            try:
                found = how(eagre, pathlib.Path(scratch) / "case", scheme, cells)
                values.append(", ".join(f"{value:.4g}" for value in np.atleast_1d(found)))
            except (AssertionError, RuntimeError) as error:
                print(name, cells, scheme, str(error)[-500:], flush=True)
                values.append("failed")
    return f"| {what} | {cells} | " + " | ".join(values) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/bin")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "docs/interface.md")
    parser.add_argument("--only", action="append", help="NAME or 'NAME CELLS', of " + ", ".join(PROBLEMS))
    parser.add_argument("--scheme", action="append", choices=SCHEMES)
    arguments = parser.parse_args()
    wanted = [(name, n) for name, (_, _, cells) in PROBLEMS.items() for n in cells
              if not arguments.only or name in arguments.only or f"{name} {n}" in arguments.only]
    for name, n in wanted:
        before, table, after = re.split(f"{re.escape(BEGIN)}|{re.escape(END)}", arguments.output.read_text())
        rows = {tuple(line.split("|")[1:3]): line + " - |" * (len(SCHEMES) + 4 - len(line.split("|"))) for line in table.splitlines()[2:]}
        key = (f" {PROBLEMS[name][0]} ", f" {n} ")
        known = [value.strip() for value in rows[key].split("|")[3:-1]] if key in rows else ["-"] * len(SCHEMES)
        rows[key] = measured(arguments.bin.resolve() / "eagre", name, n, arguments.scheme or SCHEMES, known)
        print(rows[key], flush=True)
        order = {f" {what} ": i for i, (what, _, _) in enumerate(PROBLEMS.values())}
        lines = sorted(rows.values(), key=lambda line: (order.get(line.split("|")[1], 99), int(line.split("|")[2])))
        arguments.output.write_text(before + BEGIN + "\n".join(HEAD + lines) + "\n" + END + after)


if __name__ == "__main__":
    main()
