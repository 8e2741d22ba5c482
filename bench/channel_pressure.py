#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The channel's pressure solvers beside each other on TPLS's case "re10": processor time, iterations and residual per step.

    bench/channel_pressure.py [--grid 128,64,64] [--density-ratio 1 10] [--steps 5] [--ranks 1 2] [--eagre build/bin/eagre]

prints a Markdown table. Processor time of all ranks, of the steps less that of the start (a run of one step), so that other work on the
machine disturbs little; a run of each solver after the other, `--repeats` times, the least is taken.
"""
import argparse
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "scaling"))

import channel_case  # noqa: E402

SOLVERS = {
    "multigrid": ["--pressure", "multigrid"],
    "FFT": ["--pressure", "fft"],
    "PETSc, GMRES with block Jacobi (TPLS 2.0)": ["--pressure", "petsc", "--petsc_options=-ksp_type gmres -pc_type bjacobi"],
    "PETSc, CG with GAMG": ["--pressure", "petsc", "--petsc_options=-ksp_type cg -pc_type gamg"],
}


def run(command):
    """What it prints, and its processor time [s]."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--grid", default="128,64,64", metavar="NX,NY,NZ")
    parser.add_argument("--density-ratio", type=float, nargs="+", default=[1, 10])
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--repeats", type=int, default=2)
    parser.add_argument("--eagre", default="build/bin/eagre")
    given = parser.parse_args()
    cells = [int(n) for n in given.grid.split(",")]
    print("| r | solver | ranks | core-us per cell and step | iterations | residual |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        for ratio in given.density_ratio:
            file = channel_case.write(pathlib.Path(directory) / "re10.toml", cells, given.steps + 1, ratio, dt=2e-3 * 64 / cells[2])
            for name, words in SOLVERS.items():
                for ranks in given.ranks:
                    command = [given.eagre, "channel", "run", str(file), "--directory", f"{directory}/out", "--overwrite", *words, "-n", str(ranks)]
                    start, whole = [], []
                    for _ in range(given.repeats):
                        start.append(run([*command, "--steps", "1"])[1])
                        log, seconds = run([*command, "--steps", str(given.steps + 1)])
                        whole.append(seconds)
                    of_steps = re.findall(r"pressure (\d+) iterations (\S+)", log)[1:]
                    iterations = sum(int(n) for n, _ in of_steps) / len(of_steps)
                    cost = (min(whole) - min(start)) / given.steps / (cells[0] * cells[1] * cells[2]) * 1e6
                    print(f"| {ratio:g} | {name} | {ranks} | {cost:.2f} | {iterations:.1f} | {max(float(r) for _, r in of_steps):.1g} |", flush=True)


if __name__ == "__main__":
    main()
