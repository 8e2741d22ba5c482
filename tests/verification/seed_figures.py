# SPDX-License-Identifier: BSD-3-Clause
"""Figures 9, 10 and 19 of Z. Lin et al., Water 10 (2018) 1461: what the cases look like, and that the ways to talk and to solve which
that paper proposes give the fields of OpenFOAM's way.

    python tests/verification/seed_figures.py [--eagre build/bin/eagre] [--pictures docs/pictures] [--only 9 10 19] [--keep DIRECTORY]

prints the tables of docs/scaling.md and draws its pictures. What --keep has is not run again.
"""
import argparse
import contextlib
import pathlib
import shutil
import sys
import tempfile
from dataclasses import dataclass

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.collections import PolyCollection  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("tests/support", "tests/verification", "bench/scaling", "python")]
import foam  # noqa: E402
import head_form  # noqa: E402
from scaling_cases import VARIANTS  # noqa: E402

RANKS = 2
#: The first is OpenFOAM's way, against which the others are compared.
NAMES = ("plain", "memoised", "plain-pipelined", "seed-rearranged")
SIGMA = 0.3      #: cavitation number of the head form
FRONT = 0.0125   #: m of the head along its axis, from its front on: what figure 10 shows
BREACH = (0.2, 0.6, 1.0, 2.0)  #: s, of figure 19; the paper's text does not say which it shows


@dataclass(frozen=True)
class Subject:
    """A case of figure 9: make(directory) -> case, its pressure in fvSolution, the field that is drawn, with its unit, colours and ends."""
    name: str
    make: object
    pressure: str
    field: str
    title: str
    colours: str
    ends: tuple = None


def cavity(directory):
    """OpenFOAM's example, both correctors to the full tolerance, as 2.3.1 had them."""
    case = foam.copy_example("incompressible/icoFoam/cavity/cavity", directory)
    foam.append(case, "system/fvSolution", "solvers { p { relTol 0; } pFinal { relTol 0; } }")
    return case


def dam_break(directory):
    """OpenFOAM's example on four times as many cells."""
    case = foam.copy_example("multiphase/interFoam/laminar/damBreak/damBreak", directory)
    foam.refine(case, 2)
    shutil.copy(case / "0" / "alpha.water.orig", case / "0" / "alpha.water")
    foam.append(case, "system/fvSolution", 'solvers { "alpha.water.*" { nLimiterIter 3; } }')
    return case


SUBJECTS = {s.name: s for s in (
    Subject("cavity", cavity, "p", "p", "cavity: p [m2/s2]", "coolwarm", (-4, 4)),
    Subject("damBreak", dam_break, "p_rgh", "alpha.water", "damBreak: volume fraction of water", "coolwarm", (0, 1)),
    Subject("headForm", lambda directory: head_form.make(directory, SIGMA), "p_rgh", "alpha.water", "headForm: volume fraction of water", "Blues", (0, 1)),
)}


def run(eagre, directory, subject, name, end):
    """The case at the time `end` [s], made in one of the ways."""
    case = directory / f"{subject.name}-{name}"
    if (case / f"{end:g}").exists():
        return case
    shutil.rmtree(case, ignore_errors=True)  # of a run that was ended
    variant = VARIANTS[name]
    subject.make(case)
    foam.append(case, "system/controlDict", f"stopAt endTime; endTime {end:g}; writeControl adjustableRunTime; writeInterval {end:g}; "
                "writeFormat binary; writeCompression off; timePrecision 8;")
    foam.append(case, "system/fvSolution", variant.solution.replace("PRESSURE", subject.pressure))
    foam.run([eagre, "run", case, "-n", str(RANKS), *variant.options])
    return case


def fields(case, subject, end):
    """(the field of the cells, p on the faces of each patch)"""
    at = case / f"{end:g}"
    return foam.read_field(at / subject.field)[0].reshape(-1), foam.read_field(at / "p")[1]


def differences(eagre, directory, subject, end):
    """Yields (name, case, field of the cells, pressure on patches, largest difference of the field from OpenFOAM's way over its largest
    value, relative L2 difference)."""
    expected = None
    for name in NAMES:
        case = run(eagre, directory, subject, name, end)
        field, patches = fields(case, subject, end)
        expected = field if expected is None else expected
        apart = field - expected
        yield name, case, field, patches, np.abs(apart).max() / np.abs(expected).max(), np.linalg.norm(apart) / np.linalg.norm(expected)


def polygons(case, subject):
    """(corners of the cells in the plane that is drawn, which cells they belong to)"""
    import pyvista

    reader = pyvista.POpenFOAMReader(str(_marked(case)))
    reader.enable_all_patch_arrays = False
    mesh = reader.read()["internalMesh"]
    mesh.cell_data["number"] = np.arange(mesh.n_cells)
    if subject.name == "headForm":
        angle = np.radians(7.5)  # the middle of a sector
        cut = mesh.slice(normal=(0, -np.sin(angle), np.cos(angle)), origin=(0, 0, 0), generate_triangles=False)
        flat = np.c_[cut.points[:, 0], cut.points @ np.array([0, np.cos(angle), np.sin(angle)])]
    else:
        low, high = mesh.bounds[4:]
        cut = mesh.slice(normal="z", origin=(0, 0, 0.5 * (low + high)), generate_triangles=False)
        flat = cut.points[:, :2]
    return [flat[cell.point_ids] for cell in cut.cell], cut.cell_data["number"]


def _marked(case):
    """The file that VTK's reader of OpenFOAM wants."""
    mark = case / f"{case.name}.foam"
    mark.touch()
    return mark


def draw_fields(shown, path):
    """Figure 9: a row for each case, OpenFOAM's way on the left, optMULES with OFRePiPePCG on the right."""
    figure, axes = plt.subplots(len(shown), 2, figsize=(11, 11), layout="constrained", squeeze=False)
    for row, (subject, case, ways) in zip(axes, shown):
        corners, numbers = polygons(case, subject)
        for place, (name, field) in zip(row, ways):
            drawn = place.add_collection(PolyCollection(corners, array=field[numbers], cmap=subject.colours, clim=subject.ends, antialiased=False))
            place.set_title(VARIANTS[name].title, fontsize=10)
            place.set_aspect("equal")
            place.autoscale_view()
            if subject.name == "headForm":
                place.set(xlim=(-0.06, 0.3), ylim=(0, 0.12))
            place.tick_params(labelsize=8)
        figure.colorbar(drawn, ax=row, label=subject.title, shrink=0.8)
    figure.savefig(path, dpi=90)
    plt.close(figure)


def front_of_head(case):
    """(x [m] of the rings of faces of the head's front, from the front on; the ring of each face of the body, -1 for none)"""
    import pyvista

    reader = pyvista.POpenFOAMReader(str(_marked(case)))
    x = reader.read()["boundary"]["body"].cell_centers().points[:, 0] + head_form.RADIUS
    rings, ring = np.unique(np.round(x, 5), return_inverse=True)
    ring[x > FRONT] = -1
    return rings[rings <= FRONT], ring


def draw_errors(rings, errors, path):
    """Figure 10: relative difference of the pressure along the front of the head."""
    figure, axes = plt.subplots(figsize=(8, 4.2), layout="constrained")
    for (name, error), mark in zip(errors.items(), "os^"):
        axes.plot(1000 * rings, error, f"{mark}-", label=VARIANTS[name].title)
    axes.set(xlabel="x from the front of the head [mm]", ylabel="|p / p of OpenFOAM's way - 1|, largest of a ring")
    axes.set_yscale("symlog", linthresh=1e-10)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=90)
    plt.close(figure)


def compare(eagre, directory, pictures, ends, only=("9", "10")):
    """Figures 9 and 10. ends: case -> when it ends [s]. Returns {(case, variant): (largest difference, relative L2)}."""
    shown, found = [], {}
    print("| case | way | largest difference over largest value | relative L2 |\n|---|---|---|---|")
    for name, end in ends.items():
        subject, ways, of_body = SUBJECTS[name], [], {}
        for way, case, field, patches, largest, norm in differences(eagre, directory, subject, end):
            if way != NAMES[0]:
                found[name, way] = largest, norm
                print(f"| {name}, {end:g} s | {VARIANTS[way].title} | {largest:.1e} | {norm:.1e} |", flush=True)
            if way in (NAMES[0], NAMES[-1]):
                ways.append((way, field))
            of_body[way] = patches.get("body")
        shown.append((subject, case, ways))
        if name == "headForm" and "10" in only:
            rings, ring = front_of_head(case)
            p = of_body.pop(NAMES[0]).reshape(-1)
            errors = {way: _by_ring(np.abs(other.reshape(-1) / p - 1), ring, len(rings)) for way, other in of_body.items()}
            draw_errors(rings, errors, pictures / "seed-figure-10.png")
            print("\nfront of the head: " + ", ".join(f"{VARIANTS[way].title} {error.max():.1e}" for way, error in errors.items()))
    if "9" in only:
        draw_fields(shown, pictures / "seed-figure-9.png")
    return found


def _by_ring(error, ring, number):
    return np.array([error[ring == i].max() for i in range(number)])


def draw_breach(eagre, directory, pictures):
    """Figure 19: the water of cases/damBreak3D, all of its cells."""
    from eagre import plot3d

    case = directory / "damBreak3D"
    if not (case / f"{BREACH[-1]:g}").exists():
        shutil.rmtree(case, ignore_errors=True)
        shutil.copytree(ROOT / "cases" / "damBreak3D", case)
        foam.append(case, "system/controlDict", f"endTime {BREACH[-1]}; writeControl adjustableRunTime; writeInterval 0.2; writeFormat binary;")
        foam.run([eagre, "run", case, "-n", str(RANKS)])
    look = plot3d.Look(azimuth=-35, elevation=28)
    pictures_of = [plot3d.render(plot3d.read(case, time), look) for time in BREACH]
    left, top, right, bottom = plot3d.frame(pictures_of[0], look.margin)
    figure, axes = plt.subplots(2, 2, figsize=(11, 6.4), layout="constrained")
    for place, time, picture in zip(axes.flat, BREACH, pictures_of):
        place.imshow(picture[top:bottom, left:right])
        place.set_title(f"t = {time:g} s", fontsize=10)
        place.set_axis_off()
    figure.savefig(pictures / "seed-figure-19.png", dpi=90)
    plt.close(figure)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eagre", type=pathlib.Path, default=ROOT / "build" / "bin" / "eagre")
    parser.add_argument("--pictures", type=pathlib.Path, default=ROOT / "docs" / "pictures")
    parser.add_argument("--only", nargs="+", choices=("9", "10", "19"), default=("9", "10", "19"))
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    with contextlib.ExitStack() as stack:
        directory = arguments.keep or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        directory.mkdir(exist_ok=True)
        if set(arguments.only) & {"9", "10"}:
            compare(arguments.eagre, directory, arguments.pictures, {"cavity": 0.5, "damBreak": 0.5, "headForm": 0.5}, arguments.only)
        if "19" in arguments.only:
            draw_breach(arguments.eagre, directory, arguments.pictures)


if __name__ == "__main__":
    main()
