# SPDX-License-Identifier: BSD-3-Clause
"""What OpenFOAM 2.3.1's question for the sizes of messages costs, by ranks, and the P x P table that it fills: figure 2 of the first
seed. The question is asked in each iteration of MULES' limiter by *plain* and in the first one alone by optMULES, which differ in
nothing else."""
import json
import os
import pathlib
import tempfile

import foam
from records import columns
from scaling_cases import AS_WRITTEN, CASES

SIZES = pathlib.Path(__file__).with_name("sizes.json")
RANKS = 6  #: of the seed's table
BYTES_PER_FACE = 16  #: both limiters of a face between two ranks


def measure(program):
    """The table of sizes [bytes] of the dam break of the tutorial on six real ranks, kept in SIZES: a row is what a rank sends."""
    with tempfile.TemporaryDirectory() as scratch:
        case = CASES["small"].calibration(pathlib.Path(scratch) / "case")
        foam.run([program, "run", case, "-n", RANKS, "--profile", *AS_WRITTEN])
        sent = json.loads((case / "profile.json").read_text())["communication"]["sent"]
    table = [[0] * RANKS for _ in range(RANKS)]
    for rank, row in enumerate(sent):
        for neighbour, faces in row:
            table[rank][neighbour] = faces * BYTES_PER_FACE
    aside = SIZES.with_suffix(".part")
    aside.write_text(json.dumps(table) + "\n")
    os.replace(aside, SIZES)


def costs(results, case="damBreak", kind="strong"):
    """{ranks: [seconds per step of plain, of optMULES]}, solves ended alike."""
    ours = columns(results, case, kind)
    plain, memoised = ours.get("plain", {}), ours.get("memoised", {})
    return {n: [plain[n]["seconds_per_step"], memoised[n]["seconds_per_step"]] for n in sorted(set(plain) & set(memoised))
            if plain[n].get("iterations_at_most") == memoised[n].get("iterations_at_most")}


def table(results):
    """Markdown: figure 2 (a), in numbers, and (b). Empty without runs of both."""
    found = costs(results)
    if not found:
        return ""
    rows = ["| damBreak | " + " | ".join(f"{n:,}" for n in found) + " |", "|" + "---|" * (len(found) + 1)]
    for what, value in (("step of *plain*, ms", lambda a, b: f"{1e3 * a:.4g}"), ("questions for sizes, ms per step", lambda a, b: f"{1e3 * (a - b):.3g}"),
                        ("of the step, %", lambda a, b: f"{100 * (a - b) / a:.1f}")):
        rows.append(f"| {what} | " + " | ".join(value(*times) for times in found.values()) + " |")
    text = "\n".join(rows) + "\n"
    if SIZES.exists():
        sizes = json.loads(SIZES.read_text())
        rows = [f"| bytes from rank to rank, {len(sizes)} ranks | " + " | ".join(map(str, range(len(sizes)))) + " |", "|" + "---|" * (len(sizes) + 1)]
        rows += [f"| {rank} | " + " | ".join(map(str, row)) + " |" for rank, row in enumerate(sizes)]
        text += "\n" + "\n".join(rows) + "\n"
    return text


def draw(results, path):
    """Figure 2 of the first seed: the cost of the question by ranks, and the table of sizes. False: there is nothing to draw."""
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    found = costs(results)
    if len(found) < 2 or not SIZES.exists():
        return False
    sizes = json.loads(SIZES.read_text())
    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
    left.loglog(list(found), [1e3 * (a - b) for a, b in found.values()], "o-")
    left.set_xticks(list(found), [f"{n:,}" for n in found])
    left.minorticks_off()
    left.set(xlabel="ranks", ylabel="questions for sizes, ms per step", title="damBreak, 2,041,200 cells")
    right.imshow(sizes, cmap="Blues", vmax=1.3 * max(map(max, sizes)))
    for i, row in enumerate(sizes):
        for j, size in enumerate(row):
            right.text(j, i, str(size), ha="center", va="center", fontsize=9)
    right.set(xlabel="to rank", ylabel="from rank", title="bytes in one exchange of MULES")
    figure.savefig(path, dpi=120)
    plt.close(figure)
    return True
