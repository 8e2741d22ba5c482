#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`make bits`: are the fields of this build those of before, bit for bit?

Runs cases of the parity tests some steps on 1 and 3 ranks and compares the bytes of every field of the last time: with
`make bits BEFORE=path/to/eagre`, with those of another program, in all cases; without, with the checksums in bits.json, in QUICK.
Prints a row per run: case, ranks, number of fields, checksum before and after. The exit code is 1 if any differ. A change of the
code that is to change no answer is held against the build before it with this. One that is to change some makes bits.json anew
(`make bits ARGS=--record`) and says why. Bits are those of a compiler, of the C library's functions and of whether the processor
multiplies and adds in one instruction; they are the same for any processor that does, and with sources compiled one by one or in
batches (docs/architecture.md). Where bits.json has none, nothing is compared."""
import argparse
import json
import pathlib
import platform
import shutil
import subprocess
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

#: Those that `.ci/run` compares: a minute.
QUICK = ["cavity", "elbow", "wedge", "damBreak", "damBreak explicit", "damBreak applyPrevCorr", "damBreak Crank-Nicolson",
         "capillaryRise explicit", "damBreakKEpsilon", "elbowKOmegaSST", "boxKEqn", "damBreakLTS", "rotatingDamBreak",
         "cavitationSchnerrSauer", "stokesII"]
RECORD = HERE / "bits.json"


def machine():
    """What bits depend on besides the source: the compiler, the C library's functions, and whether a product and a sum are rounded
    once (linear/multiply_add.hpp)."""
    def compiler(*options):
        return subprocess.run(["c++", *options], input="", capture_output=True, text=True, check=True).stdout
    fused = "__FP_FAST_FMA " in compiler("-march=native", "-dM", "-E", "-x", "c++", "-")
    return f"c++ {compiler('-dumpfullversion').strip()}, {' '.join(platform.libc_ver())}, {platform.machine()} {'with' if fused else 'without'} FMA"


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


def whole(sums):
    """One checksum of a run's fields."""
    return f"{zlib.crc32(repr(sorted(sums.items())).encode()):08x}" if sums else "       -"


class Comparison:
    """What a run gave before: by another program, or as it was recorded."""

    def __init__(self, options):
        self.options, self.recorded = options, json.loads(RECORD.read_text()) if RECORD.exists() else {}
        self.here = self.recorded.setdefault(machine(), {}) if not options.before else {}
        self.different = 0

    def run(self, case, ranks, scratch):
        after = checksums(self.options.after, case, ranks, self.options.steps, scratch)
        key = f"{case.name}, {ranks}"
        if self.options.before:
            before = checksums(self.options.before, case, ranks, self.options.steps, scratch)
        else:
            before = self.here.get(key, {})
            if self.options.record:
                self.here[key] = after
        fields = [f for f in sorted(before | after) if before.get(f) != after.get(f)] if before else []
        self.different += bool(fields) and not self.options.record
        print(f"{case.name:34} {ranks:5} {len(after):6}   {whole(before)}   {whole(after)}  {' '.join(fields)}", flush=True)

    def finish(self):
        if self.options.record:
            RECORD.write_text(json.dumps(self.recorded, indent=1, sort_keys=True) + "\n")
        elif not self.options.before and not self.here:
            print(f"nothing was compared: {RECORD.name} has no fields of {machine()}")
        if self.different:
            sys.exit(f"{self.different} runs differ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=pathlib.Path, help="the program of the build before; without: bits.json")
    parser.add_argument("--after", type=pathlib.Path, default=HERE.parents[1] / "build" / "bin" / "eagre")
    parser.add_argument("--record", action="store_true", help="write bits.json instead of comparing with it")
    parser.add_argument("--cases", nargs="+", choices=[*ALL, *VARIANTS])
    parser.add_argument("--ranks", nargs="+", type=int, default=[1, 3])
    parser.add_argument("--steps", type=int, default=5)
    options = parser.parse_args()
    comparison = Comparison(options)
    print(f"{'case':34} ranks fields   before     after", flush=True)
    for name in options.cases or ([*ALL, *VARIANTS] if options.before else QUICK):
        with tempfile.TemporaryDirectory() as scratch:
            try:
                case = Prepared(name, scratch)
            except RuntimeError as error:
                print(f"{name:34} not prepared: {str(error).splitlines()[0]}", flush=True)
                continue
            for ranks in options.ranks:
                try:
                    comparison.run(case, ranks, scratch)
                except RuntimeError as error:
                    comparison.different += 1
                    print(f"{name:34} {ranks:5} does not run: {str(error)[-300:]}", flush=True)
    comparison.finish()


if __name__ == "__main__":
    main()
