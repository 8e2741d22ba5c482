# SPDX-License-Identifier: BSD-3-Clause
"""The head of cases/headForm on its coarse mesh at some cavitation numbers: pressure on the body and vapour.

    python tests/verification/head_form.py [--eagre build/bin/eagre] [--draw docs/pictures/headForm.png]

prints the table of cases/headForm/README.md and draws its picture. A directory named by --keep keeps the runs; those that are there
are not made again.
"""
import argparse
import contextlib
import pathlib
import re
import shutil
import sys
import tempfile

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402
import pyvista  # noqa: E402
from matplotlib.collections import PolyCollection  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
import foam  # noqa: E402

CASE = ROOT / "cases" / "headForm"
RADIUS = 0.05                          # m, of the head
DYNAMIC_PRESSURE = 0.5 * 1000 * 8.27**2  # Pa
SATURATION = 2300                      # Pa
SIGMAS = (0.5, 0.4, 0.3, 0.2)
WITHOUT = 2                            # a cavitation number at which nothing cavitates
BETWEEN = 0.01                         # s, between dumps
START, END = 0.1, 0.3                  # s, of the dumps that are looked at
COMPARED = (0.06, 0.08, 2)             # s, s, ranks: of the comparison of variants


def make(case, sigma):
    """The case at a cavitation number, in a directory that is not there yet."""
    shutil.copytree(CASE, case)
    pressure = case / "0.orig" / "p_rgh"
    text, found = re.subn(r"(internalField uniform) [^;]+;", rf"\1 {SATURATION + DYNAMIC_PRESSURE * sigma:.10g};", pressure.read_text())
    assert found == 1, pressure
    pressure.write_text(text)
    return case


def run(eagre, case, *options):
    foam.run([eagre, "run", case, *options])


def run_with_dumps(eagre, case, sigma, end=END):
    make(case, sigma)
    foam.append(case, "system/controlDict", f"endTime {end}; writeInterval {BETWEEN};")
    run(eagre, case, "--dump", "hdf5")


class Flow:
    """What the dumps of a run have from `start` on: x [m] of the rings of faces of the body, from the front on, and Cp there, median and
    quartiles over time (n, 3). A cavity sheds vapour, which collapses with pulses that a mean would take along."""

    def __init__(self, case, start=START):
        self.volume, self.patches = (pyvista.get_reader(case / "dumps" / f"{case.name}{ending}") for ending in (".vtkhdf.series", ".patches.xdmf"))
        self.times = [t for t in self.volume.time_values if t > start - 0.5 * BETWEEN]
        pressures = []
        for time in self.times:
            self.patches.set_active_time_value(time)
            patches = self.patches.read()
            x, ring = np.unique(np.round(patches["body"].cell_centers().points[:, 0], 5), return_inverse=True)
            p = np.bincount(ring, patches["body"]["p"]) / np.bincount(ring)
            pressures.append((p - patches["inlet"]["p"].mean()) / DYNAMIC_PRESSURE)
        self.x = x
        self.low, self.pressure, self.high = np.percentile(pressures, (25, 50, 75), axis=0)

    def cavity(self):
        """(Cp of the plateau, where it ends [m], the largest Cp behind it): the plateau is what lies more than half as low as the least Cp,
        its Cp the median there; it ends where Cp comes up to the half."""
        half = 0.5 * self.pressure.min()
        low = np.flatnonzero(self.pressure < half)
        last = low[-1]
        end = np.interp(half, self.pressure[last:last + 2], self.x[last:last + 2])
        return np.median(self.pressure[low]), end, self.pressure[last + 1:].max()

    def plane(self, angle=np.radians(7.5)):
        """The cells that a half-plane through the axis cuts, in the middle of a sector: corners (x, r) [m], and vapour (1 - alpha), its
        mean over time."""
        outward = np.array([0, np.cos(angle), np.sin(angle)])
        vapour = []
        for time in self.times:
            self.volume.set_active_time_value(time)
            cut = self.volume.read().slice(normal=(0, -np.sin(angle), np.cos(angle)), origin=(0, 0, 0), generate_triangles=False)
            vapour.append(1 - cut["alpha.water"])
        corners = np.c_[cut.points[:, 0], cut.points @ outward]
        polygons = [corners[cell.point_ids] for cell in cut.cell]
        half = np.array([p[:, 1].mean() > 0 for p in polygons])
        return [p for p, keep in zip(polygons, half) if keep], np.mean(vapour, axis=0)[half]


# Ways to solve for the pressure and to exchange and sum between ranks (docs/communication.md, docs/krylov.md): the solver that the case
# names, and options. The first is OpenFOAM's way, against which the others are compared.
AS_WRITTEN = ("--solvers", "as-written")
HIDING = ("CGCG", "OFPiPePCG", "OFRePiPePCG", "SStepPCG")
VARIANTS = {
    "DIC, PCG; dynamic; openfoam": ("PCG", *AS_WRITTEN, "--exchange", "dynamic", "--reduction", "openfoam"),
    "DIC, PCG; memoised; openfoam": ("PCG", *AS_WRITTEN, "--exchange", "memoised", "--reduction", "openfoam"),
    "DIC, PCG; static; typed": ("PCG", *AS_WRITTEN, "--exchange", "static", "--reduction", "typed"),
    "DIC, PCG; static; nonblocking": ("PCG", *AS_WRITTEN, "--exchange", "static", "--reduction", "nonblocking"),
    **{f"DIC, {solver}; static; typed": (solver, *AS_WRITTEN, "--exchange", "static", "--reduction", "typed") for solver in HIDING},
    **{f"multigrid, {form}; static; typed": ("PCG", "--exchange", "static", "--reduction", "typed", "--krylov", form)
       for form in ("PCG", *HIDING)},
}


def pressures(eagre, directory, sigma, start, end, ranks, names=tuple(VARIANTS)):
    """Yields (name, p on the faces of the body [Pa]) of each variant at the time `end`. All go on from one state at `start`,
    which is a multiple of end - start, the time between dumps."""
    begun = make(directory / "begun", sigma)
    foam.append(begun, "system/controlDict", f"endTime {start}; writeInterval {end - start:.10g};")
    run(eagre, begun)
    for name in names:
        solver, *options = VARIANTS[name]
        case = directory / re.sub(r"\W+", "-", name)
        shutil.copytree(begun, case)
        foam.append(case, "system/controlDict", f"endTime {end};")
        foam.append(case, "system/fvSolution", f"solvers {{ p_rgh {{ solver {solver}; }} p_rghFinal {{ solver {solver}; }} }}")
        run(eagre, case, "-n", str(ranks), *options)
        yield name, foam.read_field(case / f"{end:g}" / "p")[1]["body"][:, 0]


def draw(flows, path):
    """Cp along the body, and beside it the vapour that belongs to it."""
    flows = dict(flows)
    without = flows.pop(WITHOUT)
    colours = dict(zip(flows, plt.get_cmap("plasma")(np.linspace(0.05, 0.78, len(flows)))))
    figure = plt.figure(figsize=(12, 5.6), layout="constrained")
    grid = figure.add_gridspec(len(flows), 2, width_ratios=(1, 1.1))
    left = figure.add_subplot(grid[:, 0])
    left.axvspan(-RADIUS, 0, color="0.92", linewidth=0)
    left.text(-0.4 * RADIUS, 0.5, "hemisphere", ha="center", va="center", rotation=90, color="0.5")
    left.plot(without.x, without.pressure, ":", color="0.3", label="no cavitation")
    for sigma, flow in flows.items():
        left.axhline(-sigma, color=colours[sigma], linewidth=0.8, linestyle="--")
        left.fill_between(flow.x, flow.low, flow.high, color=colours[sigma], alpha=0.18, linewidth=0)
        left.plot(flow.x, flow.pressure, "o-", color=colours[sigma], markersize=3, label=f"$\\sigma$ = {sigma}")
    left.set(xlim=(-0.06, 0.38), ylim=(-0.9, 1.1), xlabel="x [m]", ylabel="$C_p$ on the body")
    left.set_title("pressure: median and quartiles over time; dashed: $C_p = -\\sigma$", fontsize=10)
    left.legend(loc="upper right")
    for row, (sigma, flow) in enumerate(flows.items()):
        axes = figure.add_subplot(grid[row, 1])
        polygons, vapour = flow.plane()
        drawn = axes.add_collection(PolyCollection(polygons, array=vapour, cmap="Blues_r", clim=(0, 1), antialiased=False))
        arc = np.linspace(np.pi, np.pi / 2, 50)
        axes.fill_between([*(RADIUS * np.cos(arc)), 0.4], [*(RADIUS * np.sin(arc)), RADIUS], color="0.6", linewidth=0)
        axes.set(xlim=(-0.06, 0.38), ylim=(0, 0.1), aspect="equal", yticks=(0, 0.05, 0.1), ylabel="r [m]")
        axes.text(0.18, 0.02, f"$\\sigma$ = {sigma}", color=colours[sigma], weight="bold")
        axes.axvline(flow.cavity()[1], color=colours[sigma], linestyle=":")
        axes.tick_params(labelbottom=row == len(flows) - 1)
        if row == 0:
            axes.set_title("vapour, mean over time; dotted: end of the plateau of pressure", fontsize=10)
    axes.set_xlabel("x [m]")
    figure.colorbar(drawn, ax=figure.axes[1:], label="volume fraction of vapour", shrink=0.7)
    figure.savefig(path, dpi=100)


def print_flows(flows):
    print("| sigma | pressure at the outlet [Pa] | least and largest Cp | Cp of the plateau | cavity ends at x [m] | largest Cp behind it |\n|---|---|---|---|---|---|")
    for sigma, flow in flows.items():
        plateau, end, behind = flow.cavity()
        print(f"| {sigma} | {SATURATION + DYNAMIC_PRESSURE * sigma:,.1f} | {flow.pressure.min():.3f}, {flow.pressure.max():.3f} | "
              + (f"{plateau:.3f} | {end:.3f} | {behind:.2f} |" if sigma != WITHOUT else "| | |"))


def print_variants(eagre, sigma, start, end, ranks):
    expected = None
    print(f"sigma {sigma}, {ranks} ranks, from {start} to {end} s\n\n| variant | largest difference of p | relative L2 |\n|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for name, p in pressures(eagre, pathlib.Path(directory), sigma, start, end, ranks):
            expected = p if expected is None else expected
            print(f"| {name} | {np.abs(p / expected - 1).max():.1e} | {np.linalg.norm(p - expected) / np.linalg.norm(expected):.1e} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eagre", type=pathlib.Path, default=ROOT / "build" / "bin" / "eagre")
    parser.add_argument("--draw", type=pathlib.Path)
    parser.add_argument("--keep", type=pathlib.Path)
    parser.add_argument("--variants", type=float, metavar="SIGMA")
    arguments = parser.parse_args()
    if arguments.variants is not None:
        return print_variants(arguments.eagre, arguments.variants, *COMPARED)
    with contextlib.ExitStack() as stack:
        directory = arguments.keep or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        cases = {sigma: directory / f"sigma-{sigma}" for sigma in (WITHOUT, *SIGMAS)}
        for sigma, case in cases.items():
            if not case.exists():
                run_with_dumps(arguments.eagre, case, sigma)
        flows = {sigma: Flow(case) for sigma, case in cases.items()}
        print_flows(flows)
        if arguments.draw:
            draw(flows, arguments.draw)


if __name__ == "__main__":
    main()
