# SPDX-License-Identifier: BSD-3-Clause
"""Where a step's time goes by ranks: shares of modules and of MPI functions, as figures 4, 5, 16 and 17 of the first seed, and elapsed
and waiting time of each function, as the third seed has them."""
from records import columns
from scaling_cases import VARIANTS

#: What the first seed says in words of its figures 4 and 5 (damBreak, OpenFOAM as it was) [%] of the time.
SEED = {("damBreak", "plain", 768): {"MULES": 69.8, "pressure solver": 20.8, "MPI_Probe": 59.6, "MPI_Allreduce": 16.5}}
MODULES = ("MULES", "pressure solver")
FUNCTIONS = ("MPI_Allreduce", "MPI_Iallreduce", "MPI_Probe", "MPI_Recv", "MPI_Wait", "MPI_Waitall", "MPI_Test", "MPI_Testall")


def shares(result):
    """{module or function: its share of the step}, and {function: [elapsed, waiting] seconds per step}; empty of a run that did not tell."""
    step, phases = result["seconds_per_step"], result.get("phases", {})
    times = {}
    for phase in phases.values():
        for name, row in phase.get("functions", {}).items():
            elapsed, waiting = times.get(name, (0, 0))
            times[name] = elapsed + row["elapsed"], waiting + row["waiting"]
    if not times:
        return {}, {}
    found = {name: phases[name]["seconds"] / step for name in MODULES if name in phases}
    return found | {name: elapsed / step for name, (elapsed, _) in times.items()}, times


def _runs(results, case, kind):
    """(variant, ranks, shares, times) of the runs that tell."""
    for variant, runs in columns(results, case, kind).items():
        for ranks, result in sorted(runs.items()):
            found, times = shares(result)
            if found:
                yield variant, ranks, found, times


def table(results, case, kind="strong"):
    """Markdown: shares of the step. In brackets the seed's, where its text has them."""
    runs = list(_runs(results, case.name, kind))
    names = [name for name in (*MODULES, *FUNCTIONS) if any(found.get(name, 0) >= 0.005 for _, _, found, _ in runs)]
    if not names:
        return ""
    rows = ["| of the step, % | ranks | " + " | ".join(names) + " |", "|" + "---|" * (len(names) + 2)]
    for variant, ranks, found, _ in runs:
        seed = SEED.get((case.name, variant, ranks), {})
        cells = [(f"{100 * found[name]:.1f}" if name in found else "") + (f" ({seed[name]})" if name in seed else "") for name in names]
        rows.append(f"| {VARIANTS[variant].title} | {ranks:,} | " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def waiting(results, case, kind="weak"):
    """Markdown: elapsed and waiting milliseconds a step in each MPI function, means over ranks."""
    runs = list(_runs(results, case.name, kind))
    names = [name for name in (*FUNCTIONS, "MPI_Send", "MPI_Isend") if any(name in times for *_, times in runs)]
    if not names:
        return ""
    rows = ["| elapsed (waiting), ms per step | ranks | " + " | ".join(names) + " |", "|" + "---|" * (len(names) + 2)]
    for variant, ranks, _, times in runs:
        cells = [f"{1e3 * times[name][0]:.3g} ({1e3 * times[name][1]:.3g})" if name in times else "" for name in names]
        rows.append(f"| {VARIANTS[variant].title} | {ranks:,} | " + " | ".join(cells) + " |")
    return "\n".join(rows) + "\n"


def draw(results, case, path, variants=("plain", "seed")):
    """Stacked bars as the first seed's figures 4, 5 and 16: modules and MPI functions, shares of the step by ranks."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    runs = {v: [(n, found) for w, n, found, _ in _runs(results, case.name, "strong") if w == v] for v in variants}
    runs = {v: found for v, found in runs.items() if len(found) > 1}
    if not runs:
        return False
    figure, axes = plt.subplots(2, len(runs), figsize=(4.6 * len(runs), 6.5), layout="constrained", sharey=True, squeeze=False)
    for column, (variant, found) in enumerate(runs.items()):
        for row, names in enumerate((MODULES, FUNCTIONS)):
            base = [0.0] * len(found)
            for name in names:
                heights = [100 * share.get(name, 0) for _, share in found]
                if max(heights) >= 0.5:
                    axes[row, column].bar([str(n) for n, _ in found], heights, bottom=base, label=name)
                    base = [b + h for b, h in zip(base, heights)]
            axes[row, column].legend(frameon=False, fontsize=8)
            axes[row, column].set(xlabel="ranks", ylabel="of the step, %" if column == 0 else "", ylim=(0, 100))
        axes[0, column].set_title(VARIANTS[variant].title)
    figure.savefig(path, dpi=120)
    plt.close(figure)
    return True
