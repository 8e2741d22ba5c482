# SPDX-License-Identifier: BSD-3-Clause
"""Attacks the program: hostile cases, dumps, channels and faults, made by chance from a seed, and checks what docs/security.md promises.

    python tests/attack/attack.py --attacks 150 --seed 1
    python tests/attack/attack.py --only 37 --seed 1          one of them again

Attack n of a seed does not depend on the others. What does not hold is told with the command that repeats it, and its case is kept."""
import argparse
import collections
import pathlib
import random
import shutil
import sys
import tempfile
import time
import traceback

import attacks_cases
import attacks_faults
import attacks_files
import bases
from scene import Scene, Violation

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
ATTACKS = {**attacks_cases.ATTACKS, **attacks_files.ATTACKS, **attacks_faults.ATTACKS}
CASE_NAMES = ["case", "case", "case", "a case", "$\\frac$", "-n", "\u00fcn\u00ef", "x" * 120, "%s%n", "a'b\"c", "case.toml"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--eagre", type=pathlib.Path, default=ROOT / "build/bin/eagre", help="the program")
    parser.add_argument("--attacks", type=int, default=150, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, help="this attack alone, told at length")
    parser.add_argument("--kind", choices=sorted(kind.__name__ for kind in ATTACKS), help="attacks of this kind alone (other ones than without)")
    parser.add_argument("--sanitizers", action="store_true", help="the program has them: no limit of memory, more time")
    parser.add_argument("--keep", type=pathlib.Path, default=ROOT / "build/attack", help="where cases that show a fault are kept")
    return parser.parse_args()


def attack(number, options, prepared, root):
    """One attack; its scene, and what did not hold, or None."""
    chance = random.Random(f"{options.seed}/{number}")
    kinds = [kind for kind in ATTACKS if options.kind in (None, kind.__name__)]
    kind = chance.choices(kinds, [ATTACKS[k] for k in kinds])[0]
    scene = Scene(root, options.eagre, chance.choice(CASE_NAMES), options.sanitizers)
    scene.tell(f"attack {number} of seed {options.seed}: {kind.__name__}")
    try:
        kind(scene, prepared, chance)
    except Violation as violation:
        return kind.__name__, scene, str(violation)
    except Exception:  # the hours before are not to be lost
        return kind.__name__, scene, "the attack itself has failed:\n" + traceback.format_exc()
    return kind.__name__, scene, None


def text(story):
    return "\n".join(story).encode("ascii", "backslashreplace").decode()


def keep(number, options, scene, why):
    kept = options.keep / f"{options.seed}.{number}"
    shutil.rmtree(kept, ignore_errors=True)
    kept.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(scene.root, kept)
    (kept / "story.txt").write_text(text([*scene.story, why]) + "\n")
    again = f"--only {number} --seed {options.seed}" + (f" --kind {options.kind}" if options.kind else "") + (" --sanitizers" if options.sanitizers else "")
    print(f"\n{text([*scene.story, '!! ' + why])}\nkept: {kept}\nagain: make attack ARGS=\"{again}\"\n", flush=True)


def main():
    options = arguments()
    options.eagre = options.eagre.resolve()
    began, counts, failures = time.monotonic(), collections.Counter(), 0
    with tempfile.TemporaryDirectory(prefix="eagre_attack_", ignore_cleanup_errors=True) as work:
        work = pathlib.Path(work).resolve()
        first = Scene(work / "first", options.eagre, "case", options.sanitizers)
        prepared = bases.Bases(work / "bases", options.eagre, first.environment())
        for number in range(options.attacks) if options.only is None else [options.only]:
            root = work / "scene"
            name, scene, why = attack(number, options, prepared, root)
            counts[name] += 1
            if why:
                failures += 1
                keep(number, options, scene, why)
            elif options.only is not None:
                print(text(scene.story))
            shutil.rmtree(root, ignore_errors=True)
            moved = work / "moved"
            shutil.rmtree(moved, ignore_errors=True)
            moved.unlink(missing_ok=True)
            if (number + 1) % 25 == 0:
                print(f"{number + 1} attacks, {failures} of them found something, {time.monotonic() - began:.0f} s", flush=True)
    print(f"seed {options.seed}: " + ", ".join(f"{n} {name}" for name, n in sorted(counts.items())))
    print(f"{sum(counts.values())} attacks: " + (f"{failures} found something" if failures else "all that is promised held"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
