#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the output of a channel costs: NetCDF, by each of its two writers, beside TPLS's text, as Markdown.

    bench_channel_io.py --bin build/bin [--ranks 1 2] [--repeats 3] [--directory /dev/shm] [--writers]

TPLS's case "re10" on 129 x 65 x 65 points with the output of 100 steps, every 10: fields alone (phi, u, v, w, p), and fields and restart files. It is written in 10 steps, one after
another. Time is what the run says that writing took of rank 0's processor, which on a quiet machine is what it took by the clock: a rank that waits for another spins; the disk
is not counted; the time by the clock, which has it, stands behind it for NetCDF. "collective" is output.writer = "netcdf". With --writers no text is written and the two writers alone are
compared. Runs are interleaved, and the median is taken. Restart files are NetCDF in either case. Beside it stand TPLS 2.0's own text files, which hold a restart too, by what
a cell costs there: 2 to 3.5 s and 69 MB for 98,304 cells.
"""
import argparse
import pathlib
import re
import shutil
import statistics
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "support"))
import foam  # noqa: E402

CELLS = 128, 64, 64
STEPS = 10  # with an output each
TOML = f"""[grid]
cells = {list(CELLS)}
length = [2.0, 1.0]
[fluid]
Re = 20
We = 10
viscosity_ratio = 2
[initial]
shape = "modes"
amplitude = 0.02
[time]
dt = 1e-3
steps = {STEPS}
[output]
series_every = 0
"""
#: name: (fields_every, restart_every, format, writer)
WAYS = {"text": (1, 0, "text", "direct"), "NetCDF": (1, 0, "netcdf", "direct"), "collective": (1, 0, "netcdf", "netcdf"),
        "text and restart": (1, 1, "text", "direct"), "NetCDF and restart": (1, 1, "netcdf", "direct"), "collective and restart": (1, 1, "netcdf", "netcdf")}
TPLS_SECONDS, TPLS_BYTES = (2 / 98304, 3.5 / 98304), 69e6 / 98304  # a cell and output


def run(eagre, toml, ranks, way, into):
    """(seconds of processor time, seconds by the clock, bytes of fields, bytes of a restart file): of all output but that of the start."""
    fields, restart, form, writer = WAYS[way]
    shutil.rmtree(into, ignore_errors=True)
    said = foam.run([eagre, "channel", "run", toml, "-n", ranks, "--directory", into, "--fields_every", fields, "--restart_every", restart, "--format", form,
                    "--writer", writer]).stdout
    sizes = {f.name: f.stat().st_size for f in into.iterdir() if not re.search(r"_0+\.(nc|dat)$", f.name)}
    spent = re.search(r"writing took (\S+) s \((\S+) s of processor time\)", said)
    return (float(spent[2]), float(spent[1]), sum(size for name, size in sizes.items() if "restart" not in name),
            max(size for name, size in sizes.items() if "restart" in name))


def measure(eagre, ranks, repeats, directory, ways):
    """{way: (seconds of processor time of the output, seconds by the clock, bytes)}"""
    toml = directory / "io.toml"
    toml.write_text(TOML)
    runs = {way: [] for way in ways}
    for _ in range(repeats):
        for way in ways:
            runs[way].append(run(eagre, toml, ranks, way, directory / "out"))
    spent = {way: [statistics.median(r[i] for r in runs[way]) for i in (0, 1)] for way in ways}
    result = {}
    for way in ways:
        bytes_of_fields, bytes_of_restart = runs[way][0][2:]
        if "restart" in way:
            result[way] = (*spent[way], bytes_of_fields + STEPS * bytes_of_restart)
            continue
        # Every run ends with a restart file.
        alike = "collective" if way == "collective" else "NetCDF"
        one_restart = [(spent[f"{alike} and restart"][i] - spent[alike][i]) / (STEPS - 1) for i in (0, 1)]
        result[way] = (spent[way][0] - one_restart[0], spent[way][1] - one_restart[1], bytes_of_fields)
    return result


def table_of_writers(results):
    print("| ranks | output | direct, s | collective, s | times more | direct, s by the clock | collective, s by the clock | times more | direct, MB | collective, MB |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for ranks, result in results:
        for suffix in ("", " and restart"):
            (n, N, size), (c, C, other) = result["NetCDF" + suffix], result["collective" + suffix]
            print(f"| {ranks} | fields{suffix} | {n:.2f} | {c:.2f} | {c / n:.1f} | {N:.2f} | {C:.2f} | {C / N:.1f} | {size / 1e6:.0f} | {other / 1e6:.0f} |", flush=True)


def table_with_text(results):
    cells = CELLS[0] * CELLS[1] * CELLS[2]
    tpls = [STEPS * cells * s for s in TPLS_SECONDS]
    print("| ranks | output | text, s | NetCDF, s | times less | collective, s | times less | text, MB | NetCDF, MB | times less | TPLS's text over ours: time, size |")
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for ranks, result in results:
        for suffix in ("", " and restart"):
            (t, _, T), (n, _, N), (c, _, _) = (result[way + suffix] for way in ("text", "NetCDF", "collective"))
            beside = f"{tpls[0] / n:.0f} to {tpls[1] / n:.0f}, {STEPS * cells * TPLS_BYTES / N:.1f}" if suffix else ""
            print(f"| {ranks} | fields{suffix} | {t:.2f} | {n:.2f} | {t / n:.1f} | {c:.2f} | {t / c:.1f} | {T / 1e6:.0f} | {N / 1e6:.0f} | {T / N:.1f} | {beside} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--bin", type=pathlib.Path, default=pathlib.Path("build/bin"))
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--directory", type=pathlib.Path)
    parser.add_argument("--writers", action="store_true", help="the two writers of NetCDF alone")
    arguments = parser.parse_args()
    ways = [way for way in WAYS if not (arguments.writers and "text" in way)]

    def results():
        for ranks in arguments.ranks:
            with tempfile.TemporaryDirectory(dir=arguments.directory) as directory:
                yield ranks, measure(arguments.bin.resolve() / "eagre", ranks, arguments.repeats, pathlib.Path(directory), ways)

    (table_of_writers if arguments.writers else table_with_text)(results())


if __name__ == "__main__":
    main()
