# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of a case: phase fraction (or pressure) and speed with the outline of the mesh, one PNG for every time directory and dump.

    eagre plot CASE [--field F ..] [--time 0.3 | latest] [--normal z] [--position 0.1] [--mesh] [--movie [film.mp4]]
    eagre plot CASE --line 0,0.1,0 1,0.1,0 [--field F ..] [--time ..]    values along a line, a curve per time
    eagre plot --profile CASE [CASE ...]       what `eagre run --profile` measured, over numbers of ranks if several are given
    eagre plot CASE --view 3d [--time 0.3 | latest]      the interface of two phases, lit (PyVista)
    eagre plot CHANNEL | FILE.nc [the same but --line, --mesh]   a two-layer channel: slices with the interface, heights, growth, energies
"""
import argparse
import pathlib
import sys

import numpy as np
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.figure import Figure

from eagre import channel, movie, plot3d, plot_profile
from eagre.case import Case, CaseError, Slice
from eagre.fields import AXES, default_panels, of_velocity, panel, shown


EDGES = (0.45, 0.45, 0.45)  # of cells: seen on light and on dark colours


class Picture:
    """The figure of one plane, which shows one time after another: what does not change is laid out once. mesh: with the edges of cells."""

    def __init__(self, name, plane, panels, limits, mesh=False):
        self._name, self._panels = name, panels
        shapes, outline = plane.shapes(), plane.outline()
        extent = np.ptp(np.vstack(shapes), axis=0)
        height = 5.0 * min(1.6, max(0.3, extent[1] / extent[0]))
        self.figure = Figure(figsize=(6.2 * len(panels), height + 0.9), layout="constrained")
        axes = self.figure.subplots(1, len(panels), squeeze=False)[0]
        self._patches = []
        for ax, one in zip(axes, panels):
            patches = PolyCollection(shapes, array=np.zeros(len(shapes)), cmap=one.colours, edgecolors=EDGES if mesh else "face", linewidths=0.3 if mesh else 0.2)
            patches.set_clim(*limits[one.name])
            ax.add_collection(patches)
            ax.add_collection(LineCollection(outline, colors="black", linewidths=0.8, capstyle="round"))
            ax.set_aspect("equal")
            ax.autoscale_view()
            ax.set_xlabel(f"{AXES[plane.across[0]]} [m]")
            ax.set_ylabel(f"{AXES[plane.across[1]]} [m]")
            self.figure.colorbar(patches, ax=ax, label=one.label, shrink=0.85)
            self._patches.append(patches)
        self._title = self.figure.suptitle(" ", parse_math=False)  # a directory may be named $\frac$

    def show(self, time, values):
        for patches, one in zip(self._patches, self._panels):
            patches.set_array(values[one.name])
        self._title.set_text(f"{self._name}   t = {time:g} s")

    def save(self, target):
        self.figure.savefig(target, dpi=110)
        self.figure.set_layout_engine("none")  # as it is now


def limits_of(panels, slices):
    """One scale for all pictures: of speeds from 0 on, of what is red and blue the same to both sides if it has both signs."""
    limits = {}
    for one in panels:
        low, high = (f(f(s.values[one.name]) for s in slices) for f in (min, max))
        if one.colours == "viridis":
            low = min(low, 0)
        elif low < 0 < high:
            low, high = -max(-low, high), max(-low, high)
        limits[one.name] = one.limits or ((low, high) if high > low else (low, low + 1))
    return limits


def read_slices(case, times, panels, normal, position):
    """Slices whose values are those of the panels."""
    sources = list(dict.fromkeys(one.source for one in panels))
    slices = list(case.slices(times, sources, AXES.index(normal) if normal else None, position))
    for one in slices:
        values = {p.name: shown(p, one.values[p.source]) for p in panels if not p.derived}
        if derived := [p for p in panels if p.derived]:
            cells, velocity = case.cells(one.time), case["U", one.time]
            values |= {p.name: of_velocity(p.name, cells, velocity, one.plane.axis)[one.plane.cells] for p in derived}
        one.values = values
    return slices


def panels_of(case, times, fields):
    names = case.fields(times[-1])
    return [panel(name, names) for name in dict.fromkeys(fields)] if fields else default_panels(names)


def figure(case, time="latest", fields=None, normal=None, position=None, mesh=False):
    """The figure of one time of a case, mesh: with the edges of cells. Errors: CaseError."""
    times = [case.time_of(time)]
    panels = panels_of(case, times, [fields] if isinstance(fields, str) else fields)
    [one] = read_slices(case, times, panels, normal, position)
    picture = Picture(case.name, one.plane, panels, limits_of(panels, [one]), mesh)
    picture.show(one.time, one.values)
    return picture.figure


def draw_line(case, times, panels, ends):
    """Values over the distance along a line, a curve per time. Returns the figure."""
    drawn = Figure(figsize=(6.2 * len(panels), 4.6), layout="constrained")
    axes = drawn.subplots(1, len(panels), squeeze=False)[0]
    lines = [case.line(*ends, [p.source for p in panels], time) for time in times]
    for ax, one in zip(axes, panels):
        for line in lines:
            ax.plot(line.distances, shown(one, line[one.source]), label=f"t = {line.time:g} s", marker="." if len(line.distances) < 60 else None)
        ax.set_xlabel("distance from the start of the line [m]")
        ax.set_ylabel(one.label)
        ax.grid(alpha=0.3)
    if len(lines) <= 12:
        axes[0].legend()
    drawn.suptitle(f"{case.name}   from {ends[0]} to {ends[1]}", parse_math=False)
    return drawn


def progress(done, total):
    if sys.stderr.isatty():
        print(f"\r[{'#' * (40 * done // total):.<40}] {done}/{total}", end="" if done < total else "\n", file=sys.stderr)


def point(text):
    """x,y,z"""
    try:
        x, y, z = (float(word) for word in text.strip("()").replace(" ", ",").split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no point x,y,z [m]") from None
    return x, y, z


def time_word(text):
    try:
        return text if text in ("latest", "latestTime") else float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is no time: a number, or latest") from None


def parse(arguments):
    parser = argparse.ArgumentParser(prog="eagre plot", description=__doc__.splitlines()[0])
    parser.add_argument("case", nargs="?", default=".", help="case directory, or that of a channel, or a NetCDF file of one")
    parser.add_argument("--field", action="append", help="what to draw instead: a field, a component (U.x), vorticity, Q; may be given several times")
    parser.add_argument("--time", type=time_word, help="this dump only [s; channel: H/V], or latest")
    parser.add_argument("--normal", choices=list(AXES), help="normal of the plane (default: the thinnest side; channel: y)")
    parser.add_argument("--position", type=float, help="where the plane cuts its normal's axis [m; channel: H] (default: the middle of the mesh)")
    parser.add_argument("--mesh", action="store_true", help="also the edges of the cells in the plane, as of a mesh that is refined where the interface is")
    parser.add_argument("--view", choices=["slice", "3d"], default="slice", help="a plane, or the lit interface in 3D, which needs PyVista")
    parser.add_argument("--line", nargs=2, type=point, metavar=("X,Y,Z", "X,Y,Z"), help="values along this line [m] instead of a plane")
    parser.add_argument("--movie", nargs="?", const="", metavar="FILE", help="also an animation of all dumps: a GIF beside them, or FILE (.gif, .mp4)")
    parser.add_argument("--mp4", action="store_true", help="also an MP4 of all dumps beside them (needs ffmpeg)")
    parser.add_argument("--profile", nargs="*", metavar="CASE", help="draw profile.json of these cases (or files), side by side, instead")
    options = parser.parse_args(arguments)
    if options.movie and pathlib.Path(options.movie).suffix not in movie.MAKERS:
        if options.case != "." or not pathlib.Path(options.movie).is_dir():
            parser.error(f"--movie {options.movie}: a file that ends with {' or '.join(movie.MAKERS)} is expected")
        options.case, options.movie = options.movie, ""  # eagre plot --movie myCase
    others = ("field", "time", "normal", "position", "mesh", "line", "movie", "mp4")
    against = {"profile": others, "line": ("normal", "position", "mesh", "movie", "mp4")}
    for option, refused in against.items():
        for other in refused:
            if getattr(options, option) is not None and getattr(options, other) not in (None, False):
                parser.error(f"--{other} has no meaning with --{option}")
    unfit = ("field", "normal", "position", "mesh", "line", "profile")
    if options.view == "3d" and (other := next((o for o in unfit if getattr(options, o) not in (None, False)), None)):
        parser.error(f"--{other} has no meaning with --view 3d")
    return options


def movies(options):
    """The animations that are asked for. Errors: CaseError, ffmpeg or a directory is missing, before pictures are drawn."""
    asked = [] if options.movie is None else [movie.Movie(pathlib.Path(options.movie)) if options.movie else movie.Movie(ending=".gif")]
    if options.mp4:
        asked.append(movie.Movie(ending=".mp4"))
    for one in asked:
        one.require()
    return asked


def plot_channel(options):
    if options.view == "3d":
        raise CaseError("--view 3d draws OpenFOAM cases, not channels")
    if options.line:
        raise CaseError("--line is not there for channels; series.txt and the NetCDF files have their numbers")
    if options.mesh:
        raise CaseError("--mesh is not there for channels, whose cells are all of one size")
    view = channel.View(options.normal or "y", options.position)
    files, fit = channel.plot(options.case, options.time, view, movies(options), progress, options.field)
    print(f"{counted(files)}, the last one {files[-1]}" + (f"\nThe wave's logarithm is straight: {fit}" if fit else ""))


def plot_case(options):
    case, animations = Case(options.case), movies(options)
    times = case.times if options.time is None else [case.time_of(options.time)]
    if not options.field:
        times = [t for t in times if "U" in case.fields(t)]
    if not times:
        raise CaseError(f"{case.name}: no time with a velocity field U" if case.times else f"{case.name}: there are no times; run the case first")
    if options.view == "3d":
        return tell(animated(plot3d.plot(case, times, progress), case.directory / "pictures", f"{case.name}_3d", animations))
    panels = panels_of(case, times, options.field)
    times = [t for t in times if all(p.source in case.fields(t) for p in panels)]  # p is not there at 0
    target = case.directory / "pictures"
    name = "_".join([case.name, *(options.field or [])])
    files = []
    if options.line:
        if derived := [p.name for p in panels if p.derived]:
            raise CaseError(f"--line: {derived[0]} is drawn on planes alone")
        drawn = draw_line(case, times, panels, options.line)
        target.mkdir(exist_ok=True)
        files.append(target / f"{name}_line.png")
        drawn.savefig(files[-1], dpi=110)
    else:
        slices = read_slices(case, times, panels, options.normal, options.position)
        target.mkdir(exist_ok=True)
        files = animated(draw_slices(name, case.name, slices, panels, target, options.mesh), target, name, animations)
    tell(files)


def animated(pictures, target, name, animations):
    """The pictures, and the animations that are made of them."""
    return [*pictures, *(animation.make(pictures, target / name) for animation in animations)]


def counted(files):
    return "1 file" if len(files) == 1 else f"{len(files)} files"


def tell(files):
    print(f"{counted(files)} in {files[0].parent}, the last one {files[-1].name if files[-1].parent == files[0].parent else files[-1]}")


def draw_slices(name, title, slices: list[Slice], panels, target, mesh=False):
    limits, picture, plane, files = limits_of(panels, slices), None, None, []
    for number, one in enumerate(slices, 1):
        if one.plane is not plane:
            picture, plane = Picture(title, one.plane, panels, limits, mesh), one.plane
        picture.show(one.time, one.values)
        files.append(target / f"{name}_{one.time:g}.png")
        picture.save(files[-1])
        progress(number, len(slices))
    return files


def main(arguments=None):
    options = parse(arguments)
    try:
        if options.profile is not None:
            print(plot_profile.plot(options.profile or [options.case]))
        elif channel.is_channel(options.case):
            plot_channel(options)
        else:
            plot_case(options)
    except CaseError as error:
        print(f"eagre: error: {error}", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
