# SPDX-License-Identifier: BSD-3-Clause
"""What each component of the communication is worth: variants that differ in one thing, their solves ended alike."""
import math
import textwrap

from records import seed
from scaling_cases import AS_WRITTEN, CHOICES, VARIANTS

#: Each changes one thing in the one that it is measured against. The seed's variant of Table 8 that has the same.
STEPS_OF_CHANGE = {
    "damBreak": (("plain", "", "OF-ori"), ("tree", "", ""), ("typed", "tree", ""), ("memoised", "plain", "optMULES+PCG"), ("plain-pipelined", "plain", ""),
                 ("seed", "memoised", "optMULES+OFPiPePCG"), ("seed-rearranged", "seed", "optMULES+OFRePiPePCG"),
                 ("static", "memoised", ""), ("cgcg", "static", ""), ("ppcg", "static", ""), ("sstep", "static", ""), ("default", "static", "")),
    "cavity": (("plain", "", "PCG"), ("plain-pipelined", "plain", "OFPiPePCG"), ("static", "plain", ""), ("ppcg", "static", ""),
               ("sstep", "static", ""), ("default", "static", "")),
}


#: Iterations of the pressure and sweeps for U in a step where no run of the study is complete. Cavity: OpenFOAM ends a solve after
#: 1000 iterations, which both correctors reach in the first steps from some 560 x 560 cells on, and from 1200 x 1200 both components of U;
#: in the mean of a whole run U takes 33 sweeps for 276 iterations (course.py, 200 x 200 cells; 19.5 for 121 on 100 x 100).
COUNTS = {"cavity": {"the first steps": (2000, 2000), "a run to 0.5 s": (2000, 2000 * 32.8 / 275.8)}}


def _as_written(run):
    return set(AS_WRITTEN) <= set(VARIANTS[run["variant"]].options)


def _counts(run):
    """Iterations of the pressure and for U in a step."""
    return [sum(run.get(name, [])) / run["steps"] for name in ("pressure_iterations", "momentum_iterations")]


def _alike(results, case, kind, ranks):
    """{variant: run} of one number of ranks: those whose solves were ended after the same number of iterations, the one with most
    variants, and complete ones of solvers that are not ended."""
    runs = [r for r in results if (r["case"], r["kind"], r["ranks"], r["network"]) == (case, kind, ranks, "sheet") and r["variant"] in VARIANTS]
    ends = [r["iterations_at_most"] for r in runs if r.get("iterations_at_most")]
    end = max(ends, key=ends.count, default=None)
    return {r["variant"]: r for r in runs if r.get("iterations_at_most") == end or not _as_written(r)}


def _complete(results, case, kind):
    """The runs as written whose solves went on to their tolerance."""
    return [r for r in results if (r["case"], r["kind"], r["network"]) == (case, kind, "sheet") and r["variant"] in VARIANTS and _as_written(r)
            and not r.get("iterations_at_most")]


def needed(results, case, kind):
    """{of what: iterations of the pressure and for U in a step that is solved to its tolerance}, from the complete run of PCG on most
    ranks, if there is one."""
    runs = _complete(results, case, kind)
    return {"its first steps": _counts(max(runs, key=lambda r: r["ranks"]))} if runs else COUNTS.get(case, {})


def complete_time(run, counts):
    """Seconds of a step had its solves made so many iterations: those that are missing take as long each as those that were made.
    None: the run does not tell its phases apart."""
    seconds = run["seconds_per_step"]
    if run.get("iterations_at_most"):
        if "phases" not in run:
            return None
        for phase, wanted, made in zip(("pressure solver", "momentum"), counts, _counts(run)):
            if made:
                seconds += (wanted - made) * run["phases"][phase]["seconds"] / made
    return seconds


def complete_times(results, case, kind, ranks):
    """{of what: {variant: seconds of a complete step}} of one number of ranks."""
    runs = _alike(results, case, kind, ranks)
    times = {of: {v: complete_time(run, counts) for v, run in runs.items()} for of, counts in needed(results, case, kind).items()}
    return {of: {v: seconds for v, seconds in found.items() if seconds} for of, found in times.items()}


def reckoned(results, case, kind, runs):
    """{ranks: seconds of a complete step} of those runs of one variant that were ended, by the iterations of the complete run on the
    number of ranks that is nearest."""
    whole = _complete(results, case, kind)
    if not whole:
        return {}
    ended = {n: run for n, run in runs.items() if run.get("iterations_at_most")}
    times = {n: complete_time(run, _counts(min(whole, key=lambda r: abs(math.log(r["ranks"] / n))))) for n, run in ended.items()}
    # Where the run next to it needs fewer iterations than were made here, nothing is known beyond the bound.
    return {n: seconds for n, seconds in times.items() if seconds and seconds > ended[n]["seconds_per_step"]}


def _gain(slow, fast):
    return f"{slow / fast:.2f}" if slow and fast else ""


def _line(run, other, whole, seed, theirs):
    """One row: the step, an iteration, what the change brings as run and with all iterations; the seed's."""
    iterations = sum(run["pressure_iterations"]) / run["steps"]
    solver = run.get("phases", {}).get("pressure solver")
    cells = [VARIANTS[run["variant"]].title, VARIANTS[other["variant"]].title if other else "", f"{1e3 * run['seconds_per_step']:.4g}",
             f"{1e6 * solver['seconds'] / iterations:.0f}" if solver and iterations else "",
             _gain(other["seconds_per_step"] if other else None, run["seconds_per_step"])]
    for times in whole.values():
        all_made, all_before = times.get(run["variant"]), times.get(other["variant"]) if other else None
        cells += [f"{1e3 * all_made:.4g}" if all_made else "", _gain(all_before, all_made)]
    return "| " + " | ".join([*cells, f"{seed:.4g}" if seed else "", _gain(theirs, seed)]) + " |"


def _changes(results, case, ranks):
    """The rows of one number of ranks, in the order of STEPS_OF_CHANGE."""
    runs, whole = _alike(results, case.name, "strong", ranks), complete_times(results, case.name, "strong", ranks)
    head = ["variant", "changed from", "ms/step, as run", "an iteration of the pressure, us", "gain"]
    for of in whole:
        head += [f"ms/step, all iterations of {of}", "gain"]
    head += ["seed, s", "gain"]
    rows = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    seeds = {}
    for name, against, theirs in STEPS_OF_CHANGE.get(case.name, ()):
        if name in runs:
            seeds[name] = seed(case.table, case.name, theirs).get(ranks) if theirs else None
            rows.append(_line(runs[name], runs.get(against), whole, seeds[name], seeds.get(against)))
    return rows


def table(results, case):
    """Markdown: one thing changed at a time, by numbers of ranks. Empty without runs that were ended alike."""
    parts = []
    for ranks in sorted({r["ranks"] for r in results if r["case"] == case.name and r["kind"] == "strong"}):
        runs = _alike(results, case.name, "strong", ranks)
        if "plain" not in runs or not runs["plain"].get("iterations_at_most") or len(runs) < 3:
            continue
        sweeps = runs["plain"].get("sweeps_at_most")
        counts = [f"{round(p):,} of the pressure" + (f" and {round(U):,} sweeps for U" if U else "") + f" in {of}"
                  for of, (p, U) in needed(results, case.name, "strong").items()]
        text = (f"One thing changed at a time on {ranks:,} ranks. Solves were ended after {runs['plain']['iterations_at_most']} iterations"
                + (f" and {sweeps} sweeps for U" if sweeps else "") + "."
                + (f" The time of all iterations is estimated: {', '.join(counts)}, each as long as those that were made." if counts else ""))
        parts.append(textwrap.fill(text, 130, break_on_hyphens=False) + "\n\n"
                     + "\n".join(_changes(results, case, ranks)) + "\n")
    return "\n".join(parts)


def choices(results, case):
    """Markdown: what `auto` came to, and the step with each form named instead."""
    rows = []
    for preconditioner in dict.fromkeys(name.split("-")[0] for name in CHOICES):
        forms = [name for name in CHOICES if name.startswith(preconditioner + "-")]
        runs = {(r["variant"], r["ranks"]): r for r in results if r["case"] == case.name and r["variant"] in forms}
        for ranks in sorted({n for _, n in runs}):
            times = [runs.get((form, ranks)) for form in forms]
            auto = runs.get((forms[0], ranks))
            notes = [note for note in auto["chosen"] if ": an iteration" in note] if auto else []
            rows.append("| " + " | ".join([preconditioner, f"{ranks}", *(f"{1e3 * r['seconds_per_step']:.3g}" if r else "" for r in times),
                                           "; ".join(notes)]) + " |")
    if not rows:
        return ""
    return "\n".join([f"`auto`, milliseconds a step over {CHOICES['multigrid-auto'].steps - 1} steps, and its forms by name:\n",
                      "| preconditioner | ranks | auto | PCG | CGCG | PPCG | SStepPCG | what auto says |", "|" + "---|" * 8, *rows]) + "\n"
