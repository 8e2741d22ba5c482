# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of docs/gallery.md: each is a case of cases/, run up to a time and drawn in 3D by eagre.plot3d.

    tools/gallery.py [NAME ...] [--eagre build/bin/eagre]      runs and draws (all without names); runs stay in .cache/gallery
    tools/gallery.py --page                                    writes docs/gallery.md
"""
import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
from eagre import movie, plot3d  # noqa: E402
from eagre.case import Case  # noqa: E402
from eagre.plot3d import Look  # noqa: E402

PICTURES = ROOT / "docs" / "pictures" / "gallery"
RUNS = ROOT / ".cache" / "gallery"
FILM_STEP, FILM_WIDTH = 0.1, 480  # s from one frame to the next, which it is shown for, too; pixels


@dataclasses.dataclass
class Picture:
    """A case, the time [s] of its picture, how it is seen, and what stands below it."""

    name: str
    at: float
    look: Look
    title: str
    text: str
    cells: float = 1                     # number of cells in each direction, of those of the case
    changes: tuple = ()                  # (file, text, by what it is replaced)
    steps: tuple = ()                    # programs that make the mesh, where that is not blockMesh alone
    channel: str | None = None           # file in cases/channel instead of a case
    film: float = 0                      # a film, too, up to this time [s]; 0: none


GALLERY = (
    Picture("damBreakObstacle", 0.6, Look(azimuth=212, elevation=20), "A dam breaks against a box",
            "Half of a tank of 3.2 m is computed and mirrored. The wave has just met the box and is thrown upwards. interFoam, MULES."),
    Picture("dropImpact", 0.008, Look(azimuth=40, elevation=25, up=1), "A drop falls into a pool",
            "A drop of 4 mm at 2.5 m/s, 8 ms after the start: crown and cavity. Geometric advection, curvature from heights."),
    Picture("damBreak3D", 0.5, Look(azimuth=-35, elevation=28), "A dam breaks over part of its length",
            "Water of 1 m depth runs through a gap of 1.6 m, on an eighth of the 498,250 cells of the case.", cells=0.5,
            changes=(("system/controlDict", "writeFormat     ascii", "writeFormat     binary"),)),
    Picture("floatingBox", 0.6, Look(azimuth=-60, elevation=24), "A wave meets a floating box",
            "A body of six degrees of freedom, half as dense as water; the mesh deforms around it."),
    Picture("sloshing", 2.1, Look(azimuth=-60, elevation=20), "A tank is shaken",
            "Motion at the first natural frequency, mostly along the tank and a little across it, on a mesh that moves.", film=4),
    Picture("jetBreakup", 0.015, Look(azimuth=-90, elevation=6, lying=True, keep=(-0.0016, 0.0016, -0.0016, 0.0016, -0.0205, 0)),
            "A jet of water falls into drops",
            "A jet of 1 mm, modulated at the frequency of the wave that grows fastest (Rayleigh and Plateau)."),
    Picture("rayleighPlateau", 0.04, Look(azimuth=-90, elevation=10, walls=False), "A jet pinches off",
            "The wave that grows fastest, from Rayleigh's first motion of a round jet of 1 mm radius; a quarter of half a wave is computed and mirrored."),
    Picture("risingBubbles", 0.08, Look(azimuth=-60, elevation=14, gas=True, opaque=True, walls=False), "Two bubbles rise in oil",
            "The second is drawn into the wake of the first. Geometric advection, curvature from heights."),
    Picture("rayleighTaylor", 0.8, Look(azimuth=-50, elevation=12, gas=True, opaque=True, walls=False), "A heavy fluid above a light one",
            "Rayleigh and Taylor's instability from a few waves; density ratio 3."),
    Picture("headForm", 0.2, Look(azimuth=-125, elevation=22, gas=True, walls=False, keep=(-0.08, 0.36, -0.09, 0.09, -0.09, 0.09)),
            "Cavitation on a hemispherical head", "The cavity of vapour at a cavitation number of 0.2. interPhaseChangeFoam, Schnerr and Sauer's model.",
            changes=(("0.orig/p_rgh", "70692.9", "9139.3"),)),
    Picture("slug", 0.5, Look(azimuth=-60, elevation=18, gas=True, opaque=True), "A gas slug between two plates",
            "All scales resolved, with a level set. `eagre channel run`.", channel="slug.toml"),
    Picture("ball", 0.3, Look(azimuth=-35, elevation=14), "A dam breaks around a ball",
            "Turbulent, on a mesh of OpenFOAM's snappyHexMesh with hanging nodes.", steps=("blockMesh", "snappyHexMesh -overwrite")),
)


def prepare(picture):
    """The case in RUNS, with its changes, to be run up to the time of the picture."""
    case = RUNS / picture.name
    shutil.rmtree(case, ignore_errors=True)
    shutil.copytree(ROOT / "cases" / picture.name, case)
    for file, old, new in picture.changes:
        text = (case / file).read_text()
        if old not in text:
            sys.exit(f"gallery: {picture.name}/{file} has no '{old}'")
        (case / file).write_text(text.replace(old, new))
    if picture.cells != 1:
        mesh = case / "system" / "blockMeshDict"
        scaled = re.sub(r"\((\d+) (\d+) (\d+)\)( simpleGrading)",
                        lambda m: "(%d %d %d)" % tuple(round(int(m[i]) * picture.cells) for i in (1, 2, 3)) + m[4], mesh.read_text())
        mesh.write_text(scaled)
    with open(case / "system" / "controlDict", "a") as control:
        control.write(f"\nendTime {picture.film or picture.at:g}; writeInterval {FILM_STEP if picture.film else picture.at / 5:g};\n")
    return case


def run(picture, eagre):
    """Runs the case; its Scene at the time of the picture."""
    log = RUNS / f"{picture.name}.log"
    RUNS.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, PATH=f"{eagre.parent}:{os.environ['PATH']}")
    with open(log, "w") as out:
        def command(*words, cwd):
            if subprocess.run(words, cwd=cwd, stdout=out, stderr=subprocess.STDOUT, env=environment).returncode:
                sys.exit(f"gallery: {words[0]} failed; see {log}")
        if picture.channel:
            shutil.rmtree(RUNS / picture.name, ignore_errors=True)
            shutil.copy(ROOT / "cases" / "channel" / picture.channel, RUNS)
            command("eagre", "channel", "run", picture.channel, cwd=RUNS)
            return plot3d.of_channel(RUNS / picture.name, picture.at)
        case = prepare(picture)
        for step in picture.steps:
            command(*step.split(), cwd=case)
        command("eagre", "run", case, cwd=RUNS)
    return plot3d.read(case, picture.at)


def film(picture):
    """An animated GIF of all times of the run, of 64 colours."""
    times = [t for t in Case(RUNS / picture.name).times if t <= picture.film]
    look = dataclasses.replace(picture.look, width=FILM_WIDTH)
    with tempfile.TemporaryDirectory() as folder:
        frames, box = [], None
        for time in times:
            drawn = plot3d.render(plot3d.read(RUNS / picture.name, time), look)
            box = box or plot3d.frame(drawn, look.margin)
            frames.append(pathlib.Path(folder) / f"{time:g}.png")
            plot3d.save(drawn, frames[-1], look, box)
        file = PICTURES / f"{picture.name}.gif"
        movie.gif(frames, file, colours=64, per_second=1 / FILM_STEP)
    print(f"{file.relative_to(ROOT)}: {len(frames)} frames, {file.stat().st_size // 1000} kB", flush=True)


def page():
    """docs/gallery.md."""
    lines = ["<!-- SPDX-License-Identifier: BSD-3-Clause: made by tools/gallery.py --page -->", "# Gallery", "",
             "Each picture is a case of `cases/`, and is made by one command, which runs the case and draws it:",
             "", "```sh", "make gallery ONLY=damBreakObstacle   # without ONLY: all of them, about half an hour on two cores", "```", "",
             "A picture of a case of your own, one for every time that it has written, in myCase/pictures:", "",
             "```sh", "eagre plot myCase --view 3d", "```", "",
             "The water is drawn where the volume fraction is 0.5. Deep water is darker, as it absorbs more light; symmetry planes are mirrored.", ""]
    for picture in GALLERY:
        if (PICTURES / f"{picture.name}.jpg").exists():
            where = f"cases/channel/{picture.channel}" if picture.channel else f"cases/{picture.name}"
            lines += [f"## {picture.title}", "", f"![{picture.title}](pictures/gallery/{picture.name}.jpg)", "", picture.text, "",
                      *([f"![The same as a film](pictures/gallery/{picture.name}.gif)", "", "As it moves; `eagre plot myCase --view 3d --movie film.mp4` "
                         "makes such a film of a case of your own.", ""] if picture.film else []),
                      f"`make gallery ONLY={picture.name}` ({where}, {picture.at:g} {'H/V' if picture.channel else 's'})", ""]
    return "\n".join(lines[:-1]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", help="pictures to make (default: all): " + ", ".join(p.name for p in GALLERY))
    parser.add_argument("--eagre", type=pathlib.Path, default=ROOT / "build" / "bin" / "eagre")
    parser.add_argument("--page", action="store_true", help="write docs/gallery.md alone")
    parser.add_argument("--draw", action="store_true", help="draw the runs that are there")
    options = parser.parse_args()
    if unknown := set(options.names) - {p.name for p in GALLERY}:
        parser.error(f"no picture {', '.join(sorted(unknown))}; there are: " + ", ".join(p.name for p in GALLERY))
    for picture in () if options.page else GALLERY:
        if options.names and picture.name not in options.names:
            continue
        start = time.time()
        if options.draw:
            scene = plot3d.of_channel(RUNS / picture.name, picture.at) if picture.channel else plot3d.read(RUNS / picture.name, picture.at)
        else:
            scene = run(picture, options.eagre.resolve())
        PICTURES.mkdir(parents=True, exist_ok=True)
        file = PICTURES / f"{picture.name}.jpg"
        plot3d.save(plot3d.render(scene, picture.look), file, picture.look)
        if picture.film:
            film(picture)
        print(f"{file.relative_to(ROOT)}: {time.time() - start:.0f} s, {file.stat().st_size // 1000} kB", flush=True)
    (ROOT / "docs" / "gallery.md").write_text(page())


if __name__ == "__main__":
    main()
