#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Small random cases, composed of the tables of random_choices.py, in Eagre and in OpenFOAM v1912: every field that both write is
compared after one step or a few. A case that differs is reduced to the choices that cause it.

    random_cases.py --seed 1 --count 100 --bin build/bin --scratch DIR
    random_cases.py --case 'solver=icoFoam,divU=QUICKV' --bin build/bin --scratch DIR
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import foam  # noqa: E402
import random_build  # noqa: E402
import random_choices as table  # noqa: E402

LIMIT, RANKS_LIMIT = 1e-7, 1e-8
PLAIN = {axis: choices[0] for axis, choices in table.AXES.items()}
#: axes that count for some solvers alone
INTER_AXES = ("wallAlpha", "inletAlpha", "outletAlpha", "divAlpha", "divCompression", "mules", "subCycles", "alphaOptions", "cAlpha")


def fits(c):
    """Whether the choices make a case that v1912 has a chance to run as it is meant."""
    solver, inter = c["solver"], c["solver"] in table.INTER
    kind, names = table.TURBULENCE[c["turbulence"]]
    nz, sides, _, tools, ends = table.MESHES[c["mesh"]]
    unused = [] if inter else list(INTER_AXES)
    unused += [] if solver == "interPhaseChangeFoam" else ["phaseChange"]
    unused += [] if kind == "LES" else ["delta"]
    unused += [] if names else ["turbulentInlet", "turbulentOutlet", "wallFunction", "divTurbulence"]
    unused += ["wallFunction"] if c["turbulence"] == "dynamicLagrangian" else []
    unused += ["adjust", "consistent", "relax", "residualControl", "nOuter", "turbOnFinal", "frozen"] if solver in ("icoFoam", "pisoFoam") else []
    unused += ["adjust", "ddt", "nCorr", "nOuter", "turbOnFinal", "frozen"] if solver == "simpleFoam" else []
    unused += ["transport", "turbulence", "source", "mrf"] if solver == "icoFoam" else []
    unused += ["consistent", "frozen", "phaseChange"] if inter and solver != "interPhaseChangeFoam" else []
    unused += ["inlet", "outlet", "turbulentInlet", "turbulentOutlet", "inletAlpha", "outletAlpha"] if ends == "cyclic" else []
    unused += ["mrf", "source"] if solver == "interPhaseChangeFoam" else []  # v1912's has neither in its momentum equation
    unused += ["subCycles"] if c["ddt"].startswith(("Crank", "backward")) else []
    return (all(c[axis] == PLAIN[axis] for axis in unused)
            and not (c["ddt"] == "localEuler" and (solver in ("icoFoam", "pisoFoam") or c["adjust"] == "yes"))
            and not (c["ddt"].startswith("Crank") and (c["steps"] != "1" or inter))
            and not (c["ddt"] == "backward" and inter)
            and not ("zone" in table.SOURCES[c["source"]] + "zone" * (c["mrf"] == "yes") and tools)
            and not ({"turbulence", "stresses"} & {c["function1"], c["function2"]} and c["turbulence"] not in ("kEpsilon", "kOmegaSST"))
            and not (c["source"] == "fixedScalars" and c["turbulence"] != "kEpsilon")
            and not (c["source"] == "stabilized" and not (solver in ("interFoam", "interIsoFoam") and c["turbulence"] in ("kEpsilon", "kOmegaSST")))
            and not (c["turbulence"] == "Maxwell" and inter) and not (c["ddt"] == "localEuler" and solver != "pimpleFoam" and solver != "interFoam")
            and not (c["mrf"] == "yes" and sides == "cyclic") and not (c["frozen"] == "yes" and inter))


def draw(rng):
    """Choices of a case: solver and mesh by chance, every other axis plain more often than not."""
    while True:
        c = dict(PLAIN, solver=rng.choice(table.AXES["solver"]), mesh=rng.choice(table.AXES["mesh"]))
        for axis, choices in table.AXES.items():
            if axis not in ("solver", "mesh") and rng.random() < 0.4:
                other = dict(c, **{axis: rng.choice(choices)})
                c = other if fits(other) else c
        if fits(c):
            return c


def text_of(c):
    return ",".join(f"{axis}={choice}" for axis, choice in c.items() if choice != PLAIN[axis])


def parse(text):
    return dict(PLAIN, **dict(part.split("=", 1) for part in text.split(",") if part))


class Program:
    """Eagre and the judge, and where their cases are written."""

    def __init__(self, options):
        self.eagre = (options.bin / "eagre").resolve()
        self.judge = options.judge.resolve()
        self.scratch = options.scratch.resolve()
        self.meshes = self.scratch / "meshes"
        self.meshes.mkdir(parents=True, exist_ok=True)

    def theirs(self, case, solver):
        sound = self.judge / solver
        try:
            result = foam.run([sound if sound.exists() else f"/usr/bin/{solver}", "-case", case], log=case / "log.theirs", check=False, timeout=60)
        except subprocess.TimeoutExpired:
            return "timeout"
        if result.returncode == 0:
            return None
        error = re.search(r"FOAM FATAL.*?\n(.*?)\n\s*\n", result.stdout, re.S)
        return " ".join(error[1].split())[:150] if error else "signal"

    def ours(self, case, *arguments):
        try:
            result = foam.run([self.eagre, "run", "--log", "--mesh", "as-is", "--fields", "as-is", case, *arguments], log=case / "log.ours", check=False, timeout=60)
        except subprocess.TimeoutExpired:
            return "timeout"
        if result.returncode == 0:
            return None
        lines = [line for line in result.stdout.splitlines() if line.strip()]
        first = next((i for i, line in enumerate(lines) if "rror" in line), -3)
        errors = lines[first:first + 4]
        return f"{result.returncode}: " + " | ".join(errors).replace(str(case), "")[:400]


def differences(ours, theirs):
    """{field: largest difference over the field's largest value} at all times that theirs has, and what is missing; patches too."""
    result = {}
    for time in foam.times(theirs)[1:]:
        if not (ours / time).exists():
            return {f"time {time}": np.inf}
        for path in sorted((theirs / time).iterdir()):
            if path.is_dir() or re.search(r"_0$|^ddt", path.name):
                continue
            if not (ours / time / path.name).exists():
                result[f"{path.name} missing"] = np.inf
                continue
            a, a_patches = foam.read_field(ours / time / path.name)
            b, b_patches = foam.read_field(path)
            scale = max([np.abs(v).max(initial=0) for v in (b, *b_patches.values())])
            if not np.isfinite(scale):
                return None
            scale = max(scale, 1e-3)  # a smaller field is rounding: div(phi)
            pairs = {path.name: (a, b)} | {f"{path.name} on {p}": (a_patches[p], v) for p, v in b_patches.items() if p in a_patches}
            for key, (x, y) in pairs.items():
                n = max(len(x), len(y))
                d = np.abs(np.broadcast_to(x, (n, x.shape[1])) - np.broadcast_to(y, (n, y.shape[1]))).max(initial=0)
                relative = 0 if d <= 1e-14 else d / scale
                result[key] = float(np.maximum(result.get(key, 0), relative))  # NaN stays
    return result


def wrong(values, limit=LIMIT):
    return {k: float(v) for k, v in values.items() if not v <= limit}


def compare(c, program, name, seed):
    """("same" | "skipped" | "refused" | "different", details)"""
    base = program.scratch / name
    shutil.rmtree(base, ignore_errors=True)
    theirs = random_build.write(c, base / "theirs", program.meshes, seed)
    shutil.copytree(theirs, base / "ours")
    error = program.theirs(theirs, c["solver"])
    refusal = program.ours(base / "ours")
    if error:
        return "skipped", error + (f" || ours: {refusal}" if refusal else "")
    if refusal:
        return "refused", refusal
    found = differences(base / "ours", theirs)
    if found is None or np.abs(foam.read_field(theirs / foam.times(theirs)[-1] / "U")[0]).max() > 1e3:
        return "skipped", "diverged"
    return ("different", wrong(found)) if wrong(found) else ("same", max(found.values()))


def steps_of(c):
    """Steps of a case that can be restarted; backward and CrankNicolson begin again from the one level of a dump."""
    return int(c["steps"]) if "Euler" in c["ddt"] else 1


def ranks_and_restart(program, name, steps):
    """What Eagre's own result changes by on 3 ranks, and by a restart at half time (bit for bit), if it has several steps."""
    base, result = program.scratch / name, {}
    shutil.copytree(base / "theirs", base / "ranks")
    for time in foam.times(base / "ranks")[1:]:
        shutil.rmtree(base / "ranks" / time)
    refusal = program.ours(base / "ranks", "-n", "3")
    found = {refusal: np.inf} if refusal else differences(base / "ranks", base / "ours")
    if wrong(found, RANKS_LIMIT):
        result["3 ranks"] = wrong(found, RANKS_LIMIT)
    times = foam.times(base / "ours")
    if steps > 1 and len(times) > 2:
        shutil.copytree(base / "ours", base / "restart")
        for time in times[len(times) // 2 + 1:]:
            shutil.rmtree(base / "restart" / time)
        refusal = program.ours(base / "restart")
        other = [f"{time}/{path.name}" for time in times for path in (base / "ours" / time).iterdir() if path.is_file() and (
            not (base / "restart" / time / path.name).exists() or path.read_bytes() != (base / "restart" / time / path.name).read_bytes())]
        if refusal or other:
            result["restart"] = refusal or other
    return result


def reduced(c, program, seed, kind, details):
    """The choices that are needed for the same outcome: each axis is set to its plain choice in turn."""
    alike = (lambda d: True) if kind == "different" else (lambda d: re.sub(r"[\d./]+", "", d)[:80] == re.sub(r"[\d./]+", "", details)[:80])
    for axis in sorted(table.AXES, key=lambda a: a in ("solver", "mesh")):
        other = dict(c, **{axis: PLAIN[axis]})
        if c[axis] != PLAIN[axis] and fits(other):
            outcome, found = compare(other, program, "reduce", seed)
            if outcome == kind and alike(found):
                c, details = other, found
    return c, details


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--case", help="choices of one case, which stays in the directory `one`")
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--judge", type=pathlib.Path, default=pathlib.Path(".cache/judge/bin"))
    parser.add_argument("--scratch", required=True, type=pathlib.Path)
    options = parser.parse_args()
    program = Program(options)
    if options.case is not None:
        c = parse(options.case)
        outcome, details = compare(c, program, "one", options.seed)
        own = ranks_and_restart(program, "one", steps_of(c)) if outcome in ("same", "different") else {}
        print(outcome, details, own)
        return int(outcome not in ("same", "skipped") or bool(own))
    counts, known = collections.Counter(), set()
    for number in range(options.count):
        seed = options.seed * 1000000 + number
        rng = random.Random(seed)
        c = draw(rng)
        try:
            outcome, details = compare(c, program, "case", seed)
            own = ranks_and_restart(program, "case", steps_of(c)) if outcome in ("same", "different") and rng.random() < 0.3 else {}
            signature = re.sub(r"[\d./]+", "", str(details))[:80] if outcome == "refused" else None
            if outcome == "different" or (outcome == "refused" and signature not in known):
                known.add(signature)
                small, details = reduced(c, program, seed, outcome, details)
            else:
                small = c
        except Exception as error:
            outcome, details, own, small = "broken", repr(error)[-300:], {}, c
        counts[outcome] += 1
        if own:
            counts["own"] += 1
        if outcome != "same" or own:
            print(json.dumps({"n": number, "seed": seed, "outcome": outcome, "case": text_of(small), "full": text_of(c) if outcome == "different" or own else "",
                              "details": details, "own": own}), flush=True)
    print(dict(counts))
    return int(any(counts[outcome] for outcome in ("different", "refused", "broken", "own")))


if __name__ == "__main__":
    sys.exit(main())
