# SPDX-License-Identifier: BSD-3-Clause
"""What is in the results files, and the first seed's tables beside them."""
import csv
import json
import math
import pathlib

from scaling_cases import VARIANTS

HERE = pathlib.Path(__file__).resolve().parent
#: The seed's variants by case: as it found OpenFOAM, and its own best.
SEED = {"1": {"headForm": ("OF-ori", "OF-opt")},
        "8": {"damBreak": ("OF-ori", "optMULES+OFPiPePCG"), "cavity": ("PCG", "OFPiPePCG")},
        "9": {"damBreak": ("OF-ori", "optMULES+OFPiPePCG"), "cavity": ("OF-ori", "OFPiPePCG")},
        "10": {"damBreak3D": ("OF-ori", "OF-opt")}}


def load(directory):
    """What is in the results files, with the kind of scaling taken from the file's name."""
    return [dict({"network": "sheet"} | json.loads(path.read_text()), kind="weak" if "-weak-" in path.name else "strong")
            for path in sorted(directory.glob("*.json"))]


def seed(table, case, variant):
    """{ranks: seconds} of one column of the seed's tables."""
    lines = (line for line in open(HERE / "seed_tables.csv", encoding="utf-8") if not line.startswith("#"))
    return {int(row["ranks"]): float(row["seconds"]) for row in csv.DictReader(lines)
            if (row["table"], row["case"], row["variant"]) == (table, case, variant)}


def columns(results, case, kind, network="sheet"):
    """{variant: {ranks: result}} of one case on one network, the variants in the order of the study. A complete run goes before one
    whose solves were ended, and one whose were ended later before one whose were ended sooner."""
    complete_last = sorted(results, key=lambda r: r.get("iterations_at_most") or math.inf)
    found = {v: {r["ranks"]: r for r in complete_last if (r["case"], r["kind"], r["variant"], r["network"]) == (case, kind, v, network)} for v in VARIANTS}
    return {v: runs for v, runs in found.items() if runs}
