#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make bits BEFORE=path/to/eagre`: are the fields of two builds the same, bit for bit?

Runs the cases of the parity tests some steps with both programs, on 1 and 3 ranks, and compares the bytes of every field of the last
time. Prints a row per run: case, ranks, number of fields, checksum before and after. The exit code is 1 if any differ. A change
of the house that is to change no answer is held against the build before it with this."""
import argparse
import pathlib
import shutil
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[0] / "support")]

import cases  # noqa: E402
import dumps  # noqa: E402
import foam  # noqa: E402
import les_cases  # noqa: E402
import lts_cases  # noqa: E402
import source_cases  # noqa: E402
import wave_cases  # noqa: E402

ALL = {c.name: c for c in (*cases.CASES, *les_cases.LES_CASES, *lts_cases.LTS_CASES, *source_cases.SOURCE_CASES, *wave_cases.WAVE_CASES)}
#: Two-phase flow in what differs: both forms of MULES, Crank-Nicolson, contact angles, Courant numbers at the interface.
VARIANTS = {"damBreak explicit": ("damBreak", 'solvers { "alpha.water.*" { MULESCorr no; nAlphaSubCycles 3; } }', ""),
            "damBreak applyPrevCorr": ("damBreak", 'solvers { "alpha.water.*" { alphaApplyPrevCorr yes; icAlpha 0.3; } }', ""),
            "damBreak Crank-Nicolson": ("damBreak", 'solvers { "alpha.water.*" { nAlphaSubCycles 1; } }',
                                        "ddtSchemes { default CrankNicolson 0.9; }"),
            "capillaryRise Crank-Nicolson": ("capillaryRise", 'solvers { alpha.water { nAlphaSubCycles 1; } }',
                                             "ddtSchemes { default CrankNicolson 0.5; }"),
            "capillaryRise explicit": ("capillaryRise", 'solvers { alpha.water { MULESCorr no; } }', ""),
            "capillaryRise general schemes": ("capillaryRise", "", "divSchemes { div(phi,alpha) Gauss limitedVanLeer -1 2; }"),
            "capillaryRise linearUpwind": ("capillaryRise", "", "divSchemes { div(phi,alpha) Gauss linearUpwind grad(alpha.water); }")}


def checksums(program, case, ranks, steps, scratch):
    """{field: checksum} of the last time of a case that `prepare` has made."""
    directory = pathlib.Path(scratch) / "run"
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(case.directory, directory)
    foam.append(directory, "system/controlDict", f"endTime {case.start + steps * case.deltaT:.12g};")
    foam.run([program, "run", directory, "-n", str(ranks), "--fields", "as-is", *dumps.SETTLED], timeout=900)
    last = directory / foam.times(directory)[-1]
    if float(last.name) <= case.start:
        raise RuntimeError(f"{case.name}: no step was written")
    return {path.name: zlib.crc32(path.read_bytes()) for path in sorted(last.iterdir()) if path.is_file()}


class Prepared:
    """A case with mesh and start fields, ready for its steps; the solvers are the case's own."""

    def __init__(self, name, scratch):
        base, solution, schemes = VARIANTS.get(name, (name, "", ""))
        self.name, self.deltaT = name, ALL[base].deltaT
        self.directory = cases.prepare(ALL[base], scratch)
        self.start = float(foam.times(self.directory)[-1])
        foam.append(self.directory, "system/controlDict", f"adjustTimeStep no; deltaT {self.deltaT}; writeControl timeStep; "
                    "writeInterval 1; purgeWrite 1;")
        foam.append(self.directory, "system/fvSolution", solution)
        foam.append(self.directory, "system/fvSchemes", schemes)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=pathlib.Path, required=True, help="the program of the build before")
    parser.add_argument("--after", type=pathlib.Path, default=HERE.parents[1] / "build" / "bin" / "eagre")
    parser.add_argument("--cases", nargs="+", choices=[*ALL, *VARIANTS], default=[*ALL, *VARIANTS])
    parser.add_argument("--ranks", nargs="+", type=int, default=[1, 3])
    parser.add_argument("--steps", type=int, default=5)
    options = parser.parse_args()
    different = 0
    print(f"{'case':34} ranks fields   before     after", flush=True)
    for name in options.cases:
        with tempfile.TemporaryDirectory() as scratch:
            try:
                case = Prepared(name, scratch)
            except RuntimeError as error:
                print(f"{name:34} not prepared: {str(error).splitlines()[0]}", flush=True)
                continue
            for ranks in options.ranks:
                try:
                    before, after = (checksums(p, case, ranks, options.steps, scratch) for p in (options.before, options.after))
                except RuntimeError as error:
                    different += 1
                    print(f"{name:34} {ranks:5} does not run: {str(error)[-300:]}", flush=True)
                    continue
                fields = [f for f in before | after if before.get(f) != after.get(f)]
                different += bool(fields)
                whole = [zlib.crc32(repr(sorted(sums.items())).encode()) for sums in (before, after)]
                print(f"{name:34} {ranks:5} {len(after):6}   {whole[0]:08x}   {whole[1]:08x}  {' '.join(fields)}", flush=True)
    if different:
        sys.exit(f"{different} runs differ")


if __name__ == "__main__":
    main()
