#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes docs/examples.md: every case of Debian's openfoam-examples for the solvers that Eagre has, whether it runs as it is, and
how far one step is from OpenFOAM's.

    examples_table.py --bin build/bin --output docs/examples.md [--only NAME ...] [--minutes 8] [--keep DIRECTORY]

With --only the other rows stay; --keep leaves the cases there. What the rows hold is said at the top of what is written.
"""
import argparse
import os
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
import examples  # noqa: E402
import foam  # noqa: E402
from cases import TIGHT  # noqa: E402
from wave_cases import ENVIRONMENT  # noqa: E402

DEVELOPED = 3
AS_IT_IS_RANKS = 2

#: What is to be known of a row and cannot be seen in a run.
NOTES = {}
#: Runs of an example that docs/parity.md compares.
RUNS = {
    "icoFoam/cavity/cavity": "cavity-as-written-to-05-s",
    "laminar/damBreak/damBreak": "dambreak-as-written-to-1-s",
    "laminar/capillaryRise": "capillaryrise-as-written-to-0005-s",
    "RAS/damBreak/damBreak": "runs-of-turbulent-and-cavitating-examples",
    "RAS/weirOverflow": "runs-of-turbulent-and-cavitating-examples",
    "LES/pitzDaily": "runs-of-turbulent-and-cavitating-examples",
}


def problems(eagre, case):
    """What `eagre check` finds; empty if the case would run."""
    result = foam.run([eagre, "check", case], check=False)
    return [] if result.returncode == 0 else errors(result.stdout)


def errors(output):
    """The problems that a run that ended with an error names, each without its list of valid words."""
    if "eagre: error" not in output:
        return [output.strip().splitlines()[-1]]
    lines = [line.strip() for line in output[output.index("eagre: error"):].splitlines()]
    return [line.split("; valid:")[0] for line in (lines[1:] if len(lines) > 1 and lines[1] else lines[:1]) if line]


def run_as_it_is(eagre, case, clock):
    """(problems, warnings) of the case's own first steps, function objects and all, on two ranks."""
    case = examples.clone(case, "asItIs")
    foam.append(case, "system/controlDict", f"writeControl timeStep; writeInterval {DEVELOPED}; stopAt nextWrite;")
    result = clock.run([eagre, "run", "-n", AS_IT_IS_RANKS, case], check=False)
    (case / "log.eagre").write_text(result.stdout)
    return ([] if result.returncode == 0 else errors(result.stdout)), [
        warning.split(" (supported: ")[0] for warning in re.findall(r"--> EAGRE Warning : (.*)", result.stdout)]


def entry(case, file, *words):
    return foam.run(["/usr/bin/foamDictionary", case / file, "-entry", *words]).stdout.strip()


def without_chance(case):
    """Turns off what is random in a case; whether there was something."""
    found = False
    for path in (case / foam.times(case)[-1]).iterdir():
        text = path.read_text(errors="replace") if path.is_file() else ""
        if "turbulentInlet" in text:
            path.write_text(re.sub(r"(fluctuationScale\s+)(\([^)]*\)|\S+)\s*;", lambda m: m[1] + ("(0 0 0);" if "(" in m[2] else "0;"), text))
            found = True
    return found


def tight(case):
    """Linear tolerances of 1e-13 for every entry of fvSolution."""
    entries = []
    for solver in entry(case, "system/fvSolution", "solvers", "-keywords").splitlines():
        coupled = "coupled" in entry(case, "system/fvSolution", f"solvers/{solver}")
        entries.append(f"{solver} {'{ tolerance (1e-13 1e-13 1e-13); relTol (0 0 0); }' if coupled else TIGHT}")
    foam.append(case, "system/fvSolution", "#remove cache\nsolvers { " + "\n".join(entries) + " }")


def one_step(bin_directory, case, application, clock):
    """Relative L2 of every field that both write, after one step from a state that OpenFOAM has made. Two steps where the time
    scheme needs two old levels, the first of them Euler's."""
    control = "system/controlDict"
    foam.append(case, control, f"writeFormat binary; timePrecision 12; writePrecision 12; writeCompression off; purgeWrite 0; "
                               f"writeControl timeStep; writeInterval {DEVELOPED}; stopAt nextWrite;")
    clock.run([f"/usr/bin/{application}", "-case", case, "-noFunctionObjects"])
    start = case / foam.times(case)[-1]
    for older in start.glob("*_0"):
        older.unlink()
    delta_t = float(re.search(r"deltaT\s+([^;]+);", (start / "uniform/time").read_text())[1])
    steps = 2 if re.search(r"backward|CrankNicolson", entry(case, "system/fvSchemes", "ddtSchemes")) else 1
    foam.append(case, control, f"startFrom latestTime; stopAt endTime; adjustTimeStep no; writeInterval 1; deltaT {delta_t:.12g}; "
                               f"endTime {float(start.name) + steps * delta_t:.12g};")
    tight(case)
    ours = examples.clone(case, "ours")
    clock.run([f"/usr/bin/{application}", "-case", case, "-noFunctionObjects"])
    foam.run([bin_directory / application, "-case", ours, "-noFunctionObjects"], log=ours / "log.eagre")
    last = foam.times(case)[-1]
    fields = [p.name for p in sorted((ours / last).iterdir()) if p.is_file() and (case / last / p.name).exists()]
    return {f: foam.relative_l2(foam.read_field(ours / last / f)[0], foam.read_field(case / last / f)[0]) for f in fields}


def row(bin_directory, example, work, minutes):
    """The cells of an example's row."""
    eagre, clock = bin_directory / "eagre", examples.Clock(minutes)
    runs, notes, differences = "not tried", [], {}
    try:
        case = examples.copy(example, work, clock)
        application = entry(case, "system/controlDict", "application", "-value")
        early = application not in examples.SOLVERS or (case / "constant/dynamicMeshDict").exists()
        lacks = problems(eagre, case) if early else []
        if not lacks:
            examples.make_mesh_and_fields(example, case, clock)
            lacks = problems(eagre, case)
        if not lacks:
            random = without_chance(case)
            lacks, warnings = run_as_it_is(eagre, case, clock)
            notes += warnings
        runs = "no" if lacks else "yes"
        notes += lacks
        if not lacks:
            if random:
                notes.append("one step without the inlet's random numbers")
            differences = one_step(bin_directory, case, application, clock)
    except examples.OutOfTime:
        notes.append(f"not compared: OpenFOAM's mesh and steps take longer than {minutes:g} minutes")
    except RuntimeError as error:
        notes.append("not compared: " + str(error).splitlines()[0][:200])
    notes += [note for note in [examples.of(example, NOTES)] if note]
    compared = examples.of(example, RUNS)
    return [runs, "; ".join(notes), ", ".join(f"{k} {v:.0e}" for k, v in differences.items()),
            f"[compared](parity.md#{compared})" if compared else ""]


HEAD = ["<!-- SPDX-License-Identifier: BSD-3-Clause -->", "# The examples of OpenFOAM v1912", "",
        "| case | runs as it is | missing, or to be known | one step | runs |", "|---|---|---|---|---|"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--output", required=True, type=pathlib.Path)
    parser.add_argument("--only", nargs="+", default=[""], help="cases whose path contains one of these")
    parser.add_argument("--minutes", type=float, default=8, help="how long the programs of one case may run")
    parser.add_argument("--keep", type=pathlib.Path, help="directory that the cases are left in")
    options = parser.parse_args()
    os.environ.update(ENVIRONMENT)
    old = options.output.read_text().splitlines() if options.output.exists() else []
    rows = {line.split(" | ")[0].strip("| "): line for line in old if re.match(r"\| \w+/", line)}
    for example in examples.examples():
        if not any(part in str(example) for part in options.only):
            continue
        with tempfile.TemporaryDirectory() as directory:
            work = options.keep.resolve() / str(example).replace("/", "_") if options.keep else pathlib.Path(directory)
            shutil.rmtree(work, ignore_errors=True)
            work.mkdir(parents=True)
            rows[str(example)] = f"| {example} | " + " | ".join(row(options.bin.resolve(), example, work, options.minutes)) + " |"
        print(rows[str(example)], flush=True)
        options.output.write_text("\n".join(HEAD + [rows[k] for k in sorted(rows)]) + "\n")


if __name__ == "__main__":
    main()
