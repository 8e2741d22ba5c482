# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of a case: phase fraction (or pressure) and speed with the outline of the mesh, one PNG for every time directory and dump.

    eagre plot CASE [--movie] [--time 0.3] [--normal z] [--position 0.1]
    eagre plot --profile CASE [CASE ...]       what `eagre run --profile` measured, over numbers of ranks if several are given
    eagre plot CASE --view 3d [--time 0.3]     the interface of two phases, lit (PyVista)
    eagre plot CHANNEL | FILE.nc [the same]    a two-layer channel: slices with the interface, heights, growth and energies over time
"""
import argparse
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
from matplotlib.collections import LineCollection, PolyCollection  # noqa: E402

from eagre import channel, plot3d, plot_profile  # noqa: E402
from eagre.case import Case, CaseError  # noqa: E402

AXES = "xyz"


def panels(names):
    """What to draw: the phase fraction if there is one, else the pressure if there is one; then the speed."""
    alpha = next((n for n in names if n.startswith("alpha.")), None)
    if alpha:
        first = [(alpha, "phase fraction " + alpha + " [-]", "Blues", (0, 1))]
    else:
        first = [("p", "p [m²/s²]", "RdBu_r", None)] if "p" in names else []
    return first + [("U", "|U| [m/s]", "viridis", None)]


def draw(name, time, plane, values, speed_limit):
    """One figure of one time."""
    shapes, outline = plane.shapes(), plane.outline()
    fields = panels(values)
    extent = np.ptp(np.vstack(shapes), axis=0)
    height = 5.0 * min(1.6, max(0.3, extent[1] / extent[0]))
    figure, axes = plt.subplots(1, len(fields), figsize=(6.2 * len(fields), height + 0.9), constrained_layout=True)
    for ax, (field, label, colours, limits) in zip(np.atleast_1d(axes), fields):
        of_polygons = values[field]
        if of_polygons.ndim > 1:
            of_polygons = np.linalg.norm(of_polygons, axis=1)
            limits = (0, speed_limit)
        patches = PolyCollection(shapes, array=of_polygons, cmap=colours, edgecolors="face", linewidths=0.2)
        if limits:
            patches.set_clim(*limits)
        ax.add_collection(patches)
        ax.add_collection(LineCollection(outline, colors="black", linewidths=0.8, capstyle="round"))
        ax.set_aspect("equal")
        ax.autoscale_view()
        ax.set_xlabel(f"{AXES[plane.across[0]]} [m]")
        ax.set_ylabel(f"{AXES[plane.across[1]]} [m]")
        figure.colorbar(patches, ax=ax, label=label, shrink=0.85)
    figure.suptitle(f"{name}   t = {time:g} s", parse_math=False)  # a directory may be named $\frac$
    return figure


def top_speed(slices):
    """The largest speed of all slices: one colour scale for all pictures."""
    return max(float(np.linalg.norm(s.values["U"], axis=1).max()) for s in slices) or 1.0


def progress(done, total):
    if sys.stderr.isatty():
        print(f"\r[{'#' * (40 * done // total):.<40}] {done}/{total}", end="" if done < total else "\n", file=sys.stderr)


def movie(files, target):
    """An animated GIF of the pictures."""
    from PIL import Image

    frames = [Image.open(f).convert("P", palette=Image.ADAPTIVE) for f in files]
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=200, loop=0)


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="eagre plot", description=__doc__.splitlines()[0])
    parser.add_argument("case", nargs="?", default=".", help="case directory, or that of a channel, or a NetCDF file of one")
    parser.add_argument("--movie", action="store_true", help="also an animated GIF of all dumps")
    parser.add_argument("--time", type=float, help="this dump only [s; channel: H/V]")
    parser.add_argument("--normal", choices=list(AXES), help="normal of the plane (default: the thinnest side; channel: y)")
    parser.add_argument("--position", type=float, help="where the plane cuts its normal's axis [m; channel: H] (default: the middle of the mesh)")
    parser.add_argument("--view", choices=["slice", "3d"], default="slice", help="a plane, or the lit interface in 3D, which needs PyVista")
    parser.add_argument("--profile", nargs="*", metavar="CASE", help="draw profile.json of these cases (or files), side by side, instead")
    options = parser.parse_args(arguments)
    try:
        if options.profile is not None:
            print(plot_profile.plot(options.profile or [options.case]))
            return 0
        if channel.is_channel(options.case):
            if options.view == "3d":
                raise CaseError("--view 3d draws OpenFOAM cases, not channels")
            view = channel.View(options.normal or "y", options.position)
            files, fit = channel.plot(options.case, options.time, view, movie if options.movie else None, progress)
            print(f"{len(files)} files, the last one {files[-1]}" + (f"\nThe wave's logarithm is straight: {fit}" if fit else ""))
            return 0
        case = Case(options.case)
        times = case.times
        if options.time is not None:
            times = [t for t in times if abs(t - options.time) < 1e-9 * max(1, abs(t))]
            if not times:
                raise CaseError(f"{case.name}: no time t = {options.time:g} s; there are: " + ", ".join(f"{t:g}" for t in case.times))
        times = [t for t in times if "U" in case.fields(t)]
        if not times:
            raise CaseError(f"{case.name}: no time with a velocity field U")
        if options.view == "3d":
            files = plot3d.plot(case, times, progress)
            if options.movie:
                files.append(case.directory / "pictures" / f"{case.name}_3d.gif")
                movie(files[:-1], files[-1])
            print(f"{len(files)} files in {files[-1].parent}, the last one {files[-1].name}")
            return 0
        fields = dict.fromkeys(field for t in times for field, *_ in panels(case.fields(t)))
        slices = list(case.slices(times, fields, AXES.index(options.normal) if options.normal else None, options.position))
    except CaseError as error:
        print(f"eagre: error: {error}", file=sys.stderr)
        return 3
    target = case.directory / "pictures"
    target.mkdir(exist_ok=True)
    limit = top_speed(slices)
    files = []
    for number, one in enumerate(slices, 1):
        figure = draw(case.name, one.time, one.plane, one.values, limit)
        files.append(target / f"{case.name}_{one.time:g}.png")
        figure.savefig(files[-1], dpi=110)
        plt.close(figure)
        progress(number, len(slices))
    if options.movie:
        files.append(target / f"{case.name}.gif")
        movie(files[:-1], files[-1])
    print(f"{len(files)} files in {target}, the last one {files[-1].name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
