# SPDX-License-Identifier: BSD-3-Clause
"""Tables and figures of the scaling study from its results files, beside the first seed's."""
import collections

import channel_case
import fit
import machine
import modules
import question
import shares
from cluster import networks
from records import SEED, columns, seed
from scaling_cases import CASES, VARIANTS

BEGIN, END = "<!-- results: written by `make scaling`, from here -->", "<!-- to here -->"


def _number(value, bound=""):
    return "" if value is None else bound + (f"{value:.3g}" if value < 1000 else f"{value:.0f}")


def _bound(run):
    """What stands before a time that would be longer, had no solve ended early."""
    return ">= " if run and run.get("iterations_at_most") else ""


def _alike(a, b):
    """Whether the solves of two runs were ended after the same number of iterations, or those of the second were not ended at all."""
    return a and b and b.get("iterations_at_most") in (0, None, a.get("iterations_at_most"))


def _quotient(a, b, bound=""):
    return "" if a is None or b is None else f"{bound}{a / b:.2f}"


def table(results, case, kind="strong", seed_table=""):
    """Markdown: milliseconds a step by ranks and variant; beside them the seed's seconds per run of OpenFOAM and its best."""
    ours = columns(results, case.name, kind)
    names = SEED.get(seed_table, {}).get(case.name, ())
    theirs = [seed(seed_table, case.name, name) for name in names]
    ranks = sorted({n for runs in ours.values() for n in runs})
    if not ranks:
        return "Not run yet.\n"
    head = ["ranks"] + (["cells"] if kind == "weak" else []) + [f"{VARIANTS[v].title}, ms/step" for v in ours]
    head += ["plain / default"] + [f"seed: {n}, s" for n in names] + (["their quotient"] if names else [])
    rows = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    reckoned = shares.reckoned(results, case.name, kind, ours.get("plain", {}))
    for n in ranks:
        cells = next(runs[n]["cells"] for runs in ours.values() if n in runs)
        row = [str(n)] + ([f"{cells:,}"] if kind == "weak" else [])
        seconds = {v: runs[n]["seconds_per_step"] for v, runs in ours.items() if n in runs}
        row += [_number(1e3 * seconds[v], _bound(ours[v][n])) if v in seconds else "" for v in ours]
        if reckoned.get(n):
            row[-len(ours) + list(ours).index("plain")] += f" (reckoned: {_number(1e3 * reckoned[n])})"
        row.append(_quotient(seconds.get("plain"), seconds.get("default"), _bound(ours.get("plain", {}).get(n))))
        row += [_number(column.get(n)) for column in theirs] + ([_quotient(*(c.get(n) for c in theirs))] if theirs else [])
        rows.append("| " + " | ".join(row) + " |")
    return "\n".join(rows) + "\n"


def _verdict(least, value):
    """A bar that is met by less than the spread of the calibration is open."""
    if value is None or least is None:
        return "not run" if value is None else ""
    return "not met" if value < least else "met" if value >= least * (1 + machine.spread()) else "open"


def bars(results):
    """Markdown: what the study is to show, beside what it shows, by subject. A quotient is that of two variants' times on so many
    ranks."""
    rows = ["| on the simulated cluster | at least | measured | |", "|---|---|---|---|"]

    def row(what, least, value, digits=2, bound="", verdict=None):
        verdict = verdict or _verdict(least, value)
        rows.append(f"| {what} | {'' if least is None else f'{least:,}'} | {'' if value is None else f'{bound}{value:,.{digits}f}'} | {verdict} |")

    def quotient(what, least, case, kind, ranks, slow, fast, network="sheet"):
        a, b = (columns(results, case, kind, network).get(variant, {}).get(ranks) for variant in (slow, fast))
        bounded = a and not (b and b.get("iterations_at_most"))
        row(f"{what}: {CASES[case].title}, {kind} scaling, {ranks:,} ranks", least,
            a["seconds_per_step"] / b["seconds_per_step"] if _alike(a, b) else None, bound=_bound(a) if bounded else "")

    def fastest(case, least):
        runs = columns(results, case, "strong").get("default", {})
        value = min(runs, key=lambda n: runs[n]["seconds_per_step"]) if runs else None
        row(f"the number of ranks on which the default is fastest: {CASES[case].title}", least, value, 0,
            verdict=None if value is None else "met" if value >= least else "not met")
    quotient("optMULES alone", 5.51, "damBreak", "strong", 1536, "plain", "memoised")
    quotient("optMULES alone", 4.09, "damBreak", "weak", 1536, "plain", "memoised")
    quotient("all sums by MPI_Allreduce instead of a tree", None, "damBreak", "strong", 1536, "tree", "typed")
    for network in networks().values():
        for ranks, least in ((768, 1.18), (1536, 2.41)):
            quotient(f"OFPiPePCG alone, network: {network.title}", least, "cavity", "strong", ranks, "plain", "plain-pipelined", network.name)
    quotient("optMULES and OFPiPePCG", 5.87, "damBreak", "strong", 1536, "plain", "seed")
    quotient("optMULES and OFPiPePCG", 4.25, "damBreak", "weak", 1536, "plain", "seed")
    quotient("optMULES and OFPiPePCG", 9.18, "damBreak3D", "strong", 1152, "plain", "seed")
    for case, kind, ranks in (("damBreak", "strong", 12), ("damBreak", "strong", 1536), ("damBreak3D", "strong", 1152), ("headForm", "strong", 1152)):
        quotient("all of ours, multigrid with it", None, case, kind, ranks, "plain", "default")
    fastest("damBreak", 1536)
    fastest("headForm", 384)
    share = channel_case.efficiency(channel_case.columns(results).get("default", {}), channel_case.SEED_RANKS)
    row("channel, 1,152 ranks: efficiency against 24 ranks, the seed's", round(channel_case.SEED_EFFICIENCY, 2), share)
    return "\n".join(rows) + f"\n\nOpen: met by less than the spread of the calibration, {100 * machine.spread():.0f} %.\n"


def commits(results):
    """Markdown: which commits the results are of."""
    found = collections.Counter(r.get("commit", "before results named it") for r in results)
    return "Runs by the commit that they are of: " + ", ".join(f"{name} ({n})" for name, n in found.most_common()) + ".\n"


def on_networks(results, case="cavity", slow="plain", fast="plain-pipelined"):
    """Markdown: PCG and OFPiPePCG on the fitted networks, beside the seed's. Empty if there is none."""
    rows = ["| ranks | network | PCG, ms/step | OFPiPePCG, ms/step | quotient | seed's quotient |", "|---|---|---|---|---|---|"]
    theirs = [seed("8", case, name) for name in SEED["8"][case]]
    for network in networks().values():
        runs = columns(results, case, "strong", network.name)
        for n in sorted(set(runs.get(slow, {})) & set(runs.get(fast, {}))):
            if not _alike(runs[slow][n], runs[fast][n]):
                continue
            a, b = (runs[v][n]["seconds_per_step"] for v in (slow, fast))
            rows.append(f"| {n:,} | {network.title} | {1e3 * a:.4g} | {1e3 * b:.4g} | {a / b:.2f} | {_quotient(*(c.get(n) for c in theirs))} |")
    return "\n".join(rows) + "\n" if len(rows) > 2 else ""


def efficiency(results, case, kind):
    """Markdown: T(12) / T(n), times 12 / n where all numbers of ranks share one mesh, in per cent."""
    complete = [r for r in results if not r.get("iterations_at_most")]
    ours = {v: runs for v, runs in columns(complete, case, kind).items() if len(runs) > 1 and 12 in runs}
    ranks = sorted({n for runs in ours.values() for n in runs})
    if not ours:
        return ""
    rows = ["| parallel efficiency | " + " | ".join(f"{n}" for n in ranks) + " |", "|" + "---|" * (len(ranks) + 1)]
    for variant, runs in ours.items():
        share = {n: runs[12]["seconds_per_step"] / r["seconds_per_step"] * (12 / n if kind == "strong" else 1) for n, r in runs.items()}
        rows.append(f"| {VARIANTS[variant].title} | " + " | ".join(f"{100 * share[n]:.0f} %" if n in share else "" for n in ranks) + " |")
    return "\n".join(rows) + "\n"


def communication(results, case):
    """Markdown: what the simulated step consists of, and what the simulation cost."""
    head = ["variant", "ranks", "in MPI, share of the step", "messages per rank and step", "reductions per step",
            "pressure iterations per step", "simulated in s of a core"]
    rows = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    for variant, runs in columns(results, case.name, "strong").items():
        for n, r in sorted(runs.items()):
            iterations = sum(r["pressure_iterations"])
            row = [VARIANTS[variant].title, f"{n}", f"{100 * r['in_mpi']:.0f} %", f"{r['messages']:.0f}", f"{r['reductions']:.0f}",
                   f"{iterations / r['steps']:.0f}", f"{r['real_cpu_seconds']}"]
            rows.append("| " + " | ".join(row) + " |")
    return "\n".join(rows) + "\n" if len(rows) > 2 else ""


def sent(results, case):
    """Markdown: kB that a rank sends in a step of weak scaling, the mean over ranks."""
    ours = columns(results, case.name, "weak")
    ranks = sorted({n for runs in ours.values() for n in runs})
    rows = ["| kB that a rank sends in a step | " + " | ".join(map(str, ranks)) + " |", "|" + "---|" * (len(ranks) + 1)]
    for variant, runs in ours.items():
        rows.append(f"| {VARIANTS[variant].title} | "
                    + " | ".join(_number(runs[n]["bytes"] / 1e3, _bound(runs[n])) if n in runs else "" for n in ranks) + " |")
    return "\n".join(rows) + "\n"


def draw(results, case, kind, seed_table, path):
    """Seconds per step over ranks, relative to the smallest number of them, beside the seed's."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    figure, axes = plt.subplots(figsize=(6, 4.5), layout="constrained")
    ours = columns(results, case.name, kind)
    reckoned = shares.reckoned(results, case.name, kind, ours.get("plain", {}))
    lines = [(VARIANTS[v].title, {n: v == "plain" and reckoned.get(n) or r["seconds_per_step"] for n, r in runs.items()}, "o-")
             for v, runs in ours.items()]
    lines += [(f"seed: {name}", seed(seed_table, case.name, name), "x--") for name in SEED[seed_table][case.name]]
    bounds = {VARIANTS[v].title: [n for n, r in runs.items() if r.get("iterations_at_most")] for v, runs in ours.items()}
    for label, values, style in lines:
        ranks = sorted(values)
        if len(ranks) > 1:
            scale = values[ranks[0]] if kind == "weak" else values[ranks[0]] * ranks[0] / 12
            line, = axes.loglog(ranks, [values[n] / scale for n in ranks], style, label=label)
            ended = sorted(bounds.get(label, []))
            if ended:
                axes.loglog(ended, [values[n] / scale for n in ended], "^", ms=11, color=line.get_color(), mfc="white", mew=1.5)
    if any(bounds.get(label) and len(values) > 1 for label, values, _ in lines):
        what = "solves ended early, missing iterations reckoned" if any(reckoned.values()) else "lower bound: solves ended early"
        axes.loglog([], [], "^", ms=9, mfc="white", mec="k", label=what)
    ticks = (12, 24, 48, 96, 192, 384, 768, 1536)
    if kind == "strong":
        axes.loglog(ticks, [12 / n for n in ticks], "k:", lw=1, label="ideal")
    axes.set_xticks(ticks, [str(n) for n in ticks])
    axes.minorticks_off()
    axes.set(xlabel="ranks", ylabel="time / time at the fewest ranks", title=f"{case.title}, {kind} scaling")
    axes.legend(frameon=False, fontsize=8)
    figure.savefig(path, dpi=120)
    plt.close(figure)


def write(results, docs):
    """Puts tables and figures between the marks of docs/scaling.md."""
    parts = [commits(results), "### The bars\n", bars(results)]
    if fit.table():
        parts += ["### The network fitted to the seed's\n", fit.table(), on_networks(results)]
    if question.table(results):
        drawn = question.draw(results, docs / "pictures" / "scaling-question.png")
        parts += ["### The question for sizes (figure 2 of the seed)\n", question.table(results),
                  "![Cost of the question for sizes by ranks; table of sizes on six ranks](pictures/scaling-question.png)\n" if drawn else ""]
    for case in CASES.values():
        kinds = [("strong", case.table)] + ([("weak", "9" if case.name in SEED["9"] else "")] if case.weak else [])
        for kind, number in kinds:
            if not columns(results, case.name, kind):
                continue
            size = f", {case.cells:,} cells" if kind == "strong" else ""
            source = f" (table {number} of the seed)" if number else ""
            parts += [f"### {case.title}, {kind} scaling{size}{source}\n", table(results, case, kind, number)]
            parts.append(efficiency(results, case.name, kind))
            if number and any(len(runs) > 1 for runs in columns(results, case.name, kind).values()):
                picture = docs / "pictures" / f"scaling-{case.name}-{kind}.png"
                draw(results, case, kind, number, picture)
                parts.append(f"![{case.title}, {kind} scaling](pictures/{picture.name})\n")
            if kind == "weak":
                parts += [sent(results, case), modules.waiting(results, case)]
            if kind == "strong":
                picture = docs / "pictures" / f"scaling-{case.name}-modules.png"
                drawn = modules.draw(results, case, picture)
                parts += [modules.table(results, case), f"![{case.title}: shares of modules and functions](pictures/{picture.name})\n" if drawn else ""]
                parts += [communication(results, case), shares.table(results, case), shares.choices(results, case)]
    if channel_case.columns(results):
        parts += [f"### channel, strong scaling, {' x '.join(map(str, channel_case.CELLS))} cells\n", channel_case.table(results)]
    page = docs / "scaling.md"
    before, rest = page.read_text().split(BEGIN)
    page.write_text(before + BEGIN + "\n\n" + "\n".join(part for part in parts if part) + "\n" + END + rest.split(END)[1])
