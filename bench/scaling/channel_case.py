# SPDX-License-Identifier: BSD-3-Clause
"""The channel of the scaling study: the second seed's grid of 256 x 144 x 152 cells, cut in three directions (the default) and in
two, x and y, as TPLS 2.0 does."""
import dataclasses
import re

RANKS = (24, 48, 96, 192, 384, 768, 1152, 1536)
CELLS = (256, 144, 152)
CALIBRATION = (32, 16, 16)
STEPS = 4  #: of a run, all but the first of which count
SEED_RANKS, SEED_EFFICIENCY = 1152, 39.7 / 48  #: the second seed's speed-up from 24 ranks to these

TOML = """[grid]
cells = [{0}, {1}, {2}]
length = [{3}, {4}]
[fluid]
Re = 10
We = 10
density_ratio = {7:g}
viscosity_ratio = 0.5
[boundary]
x = "inlet_outlet"
[initial]
shape = "modes"
amplitude = 0.02
[time]
dt = {5}
steps = {6}
[output]
format = "none"
series_every = 0
"""


@dataclasses.dataclass(frozen=True)
class Variant:
    """One way to run the channel: options of the command line, and whether it is cut along x and y alone."""
    name: str
    title: str
    options: tuple = ()
    flat: bool = False


VARIANTS = {v.name: v for v in (
    Variant("default", "cut in 3D (default)"),
    Variant("flat", "cut in 2D, x and y", flat=True),
    Variant("phase-field", "phase field, cut in 3D", ("--method", "phase_field")),
)}


def lattice(ranks, cells=CELLS):
    """Ranks along x, y and z (1) with the least surface between the parts."""
    pairs = [(p, ranks // p) for p in range(1, ranks + 1) if ranks % p == 0]
    return (*min(pairs, key=lambda p: cells[1] / p[1] + cells[0] / p[0]), 1)


def write(path, cells=CELLS, steps=STEPS, density_ratio=1, dt=None):
    """The toml file: TPLS's case "re10" with cubes for cells. Its step is 2e-3 on 64 cells between the plates; with more of them
    capillary waves allow less."""
    nx, ny, nz = cells
    dt = dt or min(2e-3 * 64 / nz, 0.95 / nz ** 1.5)
    path.write_text(TOML.format(nx, ny, nz, nx / nz, ny / nz, f"{dt:.3g}", steps, density_ratio))
    return path


def arguments(variant, ranks, scratch, cells=CELLS):
    """Of `eagre`, behind the program's name."""
    cut = ["--decomposition", ",".join(map(str, lattice(ranks, cells)))] if variant.flat else []
    return ["channel", "run", write(scratch / "channel.toml", cells), "--directory", scratch / "case", *variant.options, *cut]


def read_log(log):
    """What the log says of a run: ranks in each direction, and iterations of the steps that count."""
    steps = re.findall(r"^Step .* pressure (\d+) iterations \S+ momentum (\d+) sweeps", log, re.M)[1:]
    return {"lattice": [int(n) for n in re.search(r"^Ranks +(\d+) x (\d+) x (\d+)", log, re.M).groups()],
            "pressure_iterations": [int(pressure) for pressure, _ in steps],
            "momentum_iterations": [int(momentum) for _, momentum in steps]}


def columns(results):
    """{variant: {ranks: result}} of the channel."""
    found = {v: {r["ranks"]: r for r in results if (r["case"], r["variant"]) == ("channel", v)} for v in VARIANTS}
    return {v: runs for v, runs in found.items() if runs}


def efficiency(runs, ranks):
    """T(24) 24 / (T(n) n); None if one of both has not been run."""
    first, run = runs.get(RANKS[0]), runs.get(ranks)
    return first["seconds_per_step"] * RANKS[0] / (run["seconds_per_step"] * ranks) if first and run else None


def table(results):
    """Markdown: milliseconds a step, efficiency, and what a step consists of."""
    ours = columns(results)
    head = ["ranks"] + [f"{VARIANTS[v].title}: {what}" for v in ours for what in ("ranks along x, y, z", "ms/step", "efficiency")]
    rows = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for n in sorted({n for runs in ours.values() for n in runs}):
        row = [f"{n}"]
        for runs in ours.values():
            share = efficiency(runs, n)
            row += [" x ".join(map(str, runs[n]["lattice"])), f"{1e3 * runs[n]['seconds_per_step']:.3g}",
                    "" if share is None else f"{100 * share:.0f} %"] if n in runs else ["", "", ""]
        rows.append("| " + " | ".join(row) + " |")
    rows += ["", "| variant | ranks | in MPI, share of the step | interface, ms | momentum, ms | pressure, ms | messages per rank and step "
             "| reductions per step | gatherings per step | pressure iterations | momentum sweeps | simulated in s of a core |", "|" + "---|" * 12]
    for v, runs in ours.items():
        for n, r in sorted(runs.items()):
            phases = [f"{1e3 * r['phases'][name]['seconds']:.3g}" for name in ("interface", "momentum", "pressure")]
            rows.append("| " + " | ".join([VARIANTS[v].title, f"{n}", f"{100 * r['in_mpi']:.0f} %", *phases, f"{r['messages']:.0f}",
                                           f"{r['reductions']:.0f}", f"{r['allgathers']:.0f}", f"{r['pressure_iterations'][-1]}",
                                           f"{r['momentum_iterations'][-1]}", f"{r['real_cpu_seconds']}"]) + " |")
    return "\n".join(rows) + "\n"
