#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What `eagre estimate` says beside the runs themselves, as Markdown (docs/estimate.md).

    bench/estimate.py --bin build/bin [--only dropImpact ...] [--ranks 1 2]

Each case is estimated, then run. Wall time, on a quiet machine. The cases were chosen before the method had seen any of them but damBreak.
"""
import argparse
import os
import pathlib
import shutil
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests" / "support"), str(ROOT / "python")]
import foam  # noqa: E402
from eagre import Case  # noqa: E402
from eagre.estimate import bytes_text, duration  # noqa: E402
from eagre.watch.log import Log  # noqa: E402


def example(name, factor=1, control=""):
    def make(directory):
        foam.copy_example(name, directory)
        if factor != 1:
            foam.refine(directory, factor)
        foam.append(directory, "system/controlDict", control)
    return make


def own(name, control=""):
    def make(directory):
        shutil.copytree(ROOT / "cases" / name, directory)
        foam.append(directory, "system/controlDict", control)
    return make


INTERFOAM = "multiphase/interFoam"
CASES = {
    "RAS damBreak, 2 x 2": example(f"{INTERFOAM}/RAS/damBreak/damBreak", 2),
    "weirOverflow": example(f"{INTERFOAM}/RAS/weirOverflow"),
    "sloshingTank2D": example(f"{INTERFOAM}/laminar/sloshingTank2D", control="endTime 10;"),
    "icoFoam cavity, 10 x 10": example("incompressible/icoFoam/cavity/cavity", 10),
    "risingBubble": own("risingBubble"),
    "dropImpact": own("dropImpact"),
    "damBreak3D": own("damBreak3D", "endTime 0.2;"),
    "ball": own("ball", "endTime 0.15;"),
}


def row(name, make, directory, ranks):
    make(directory)
    case = Case(directory)
    before = {path for path in directory.rglob("*") if path.is_file()}
    found = case.estimate(ranks)
    cells = []
    for n, foreseen in zip(ranks, found.rows, strict=True):
        case.clean()
        began = time.monotonic()
        case.run(ranks=n)
        took = time.monotonic() - began
        cells.append(f"{duration(foreseen['total'])} / {duration(took)} = {foreseen['total'] / took:.2f}")
    log = Log()
    log.feed((directory / "log.eagre").read_bytes() + b"\n")
    disk = sum(f.stat().st_size for f in directory.rglob("*") if f.is_file() and f not in before and f.name != "log.eagre")
    return [name, f"{found.steps} / {log.steps} = {found.steps / log.steps:.2f}", *cells, f"{bytes_text(found.disk)} / {bytes_text(disk)}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, default=ROOT / "build" / "bin")
    parser.add_argument("--only", nargs="+", choices=list(CASES), default=list(CASES))
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2])
    options = parser.parse_args()
    os.environ["EAGRE_PROGRAM"] = str(options.bin / "eagre")
    print("| case | steps: foreseen / made | " + " | ".join(f"{n} rank{'s' if n > 1 else ''}: foreseen / measured" for n in options.ranks) + " | disk |")
    print("|---|---|" + "---|" * len(options.ranks) + "---|", flush=True)
    for name in options.only:
        with tempfile.TemporaryDirectory() as folder:
            print("| " + " | ".join(row(name, CASES[name], pathlib.Path(folder) / "case", options.ranks)) + " |", flush=True)


if __name__ == "__main__":
    main()
