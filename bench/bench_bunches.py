#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A checkpoint on many ranks by the size of the bunches, and how long it takes to compress one: table 1 of the fourth seed, as Markdown.

    bench_bunches.py --bin build/bin [--ranks 192] [--cells 126] [--repeats 3] [--directory /dev/shm]

The box of bench_io.py, timed as there. The ranks are real and share the cores of this machine: what they cost together is measured, not
what the network of a cluster does with them."""
import argparse
import pathlib
import re
import statistics
import tempfile
import time
import zipfile

import bench_io
from bench_io import BINARY, CASES, UNCOLLATED, developed, foam, one_run

BUNCHES = (40, 20, 10, 2)  #: of the seed
#: What the seed has: name -> (checkpoint [s], files of ten of them, compression of one [s]); 13 million cells on 192 cores.
SEED = {UNCOLLATED: (1, 38400, 600), "dump": (152, 10, None), "dump, bunch 40": (21, 50, None), "dump, bunch 20": (6.5, 100, None),
        "dump, bunch 10": (3.6, 200, 140), "dump, bunch 2": (3.5, 1000, None)}
WAYS = {"dump": ("", ["--dump", "hdf5"])} | {f"dump, bunch {b}": (f"dump {{ bunch {b}; }}", ["--dump", "hdf5"]) for b in BUNCHES} | {
    UNCOLLATED: (BINARY, None)}


def checkpoint(case):
    """The files of the last time."""
    if (case / "dumps").exists():
        of = {path: re.fullmatch(r"(.+?)(\.\d+of\d+)?(\.again)?\.vtkhdf", path.name)[1] for path in (case / "dumps").glob("[0-9]*.vtkhdf")}
        last = max(of.values(), key=float)
        return [path for path, written in of.items() if written == last]
    return [f for p in case.glob("processor*") for f in (p / max(foam.times(p), key=float)).rglob("*") if f.is_file()]


def compressed(files, path):
    """Seconds to zip them, as the seed did."""
    start = time.perf_counter()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, file in enumerate(files):
            archive.write(file, f"{number}/{file.name}")
    return time.perf_counter() - start


def measured(eagre, solver, base, directory, library, name, options):
    """(seconds of each checkpoint, files of one, seconds to compress it)"""
    dumps, seen = [], []

    def look(work):
        files = checkpoint(work)
        seen.append((len(files), compressed(files, directory / "checkpoint.zip")))

    for _ in range(options.repeats):
        dumps += one_run(eagre, solver, base, directory / "run", options.ranks, name, WAYS[name], library, look)[1]
    return dumps, *seen[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--ranks", type=int, default=192)
    parser.add_argument("--cells", type=int, default=126, help="of the box along each edge")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=list(WAYS), default=list(WAYS), help="these rows of the table")
    parser.add_argument("--directory", default="/dev/shm", help="where the runs are; in memory unless told otherwise")
    options = parser.parse_args()
    eagre, case = (options.bin / "eagre").resolve(), CASES["box"]
    with tempfile.TemporaryDirectory(dir=options.directory) as directory:
        directory = pathlib.Path(directory)
        base = developed(eagre, case, options.cells, directory / "base")
        library = directory / "write_time.so"
        foam.run(["cc", "-O2", "-shared", "-fPIC", pathlib.Path(bench_io.__file__).with_name("openfoam_write_time.c"), "-o", library, "-ldl"])
        print(f"{case.title.format(options.cells)}, {options.ranks} ranks, {time.strftime('%Y-%m-%d')}\n", flush=True)
        print("| | a checkpoint [s], median | files | to compress it [s] | the seed: a checkpoint [s] | files | to compress it [s] |")
        print("|---|---|---|---|---|---|---|", flush=True)
        for name in options.only:
            seconds_of_dumps, files, seconds = measured(eagre, case.solver, base, directory, library, name, options)
            theirs = ["" if value is None else f"{value:g}" for value in (SEED[name][0], SEED[name][1] / 10, SEED[name][2])]
            print(f"| {name} | {statistics.median(seconds_of_dumps):.3f} | {files:,} | {seconds:.1f} | {' | '.join(theirs)} |", flush=True)


if __name__ == "__main__":
    main()
