#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Runs OpenFOAM v1912's setFields and Eagre's on the same cases and compares the field files.

    set_fields_compare.py EXAMPLES PROGRAM [ARGUMENT ...] [--only TEXT]

EXAMPLES  root of OpenFOAM's example cases; every case below it with a blockMeshDict and a setFieldsDict is tried
PROGRAM   ours and its leading arguments ("eagre setFields"); it is called with "-case DIRECTORY" appended

Cell values, and patch types and values where both files have them, must be equal as numbers. A case that OpenFOAM itself
cannot do from the block mesh alone is skipped. Exit status 1 if any case differs or fails in ours only.
"""
import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OPENFOAM = {**os.environ, "WM_PROJECT_DIR": os.environ.get("WM_PROJECT_DIR", "/usr/share/openfoam")}


def run(command, case):
    return subprocess.run([*command, "-case", str(case)], env=OPENFOAM, capture_output=True, text=True, timeout=300)


def prepare(source, target):
    """A writable copy with everything gunzipped, the initial fields in 0, and ascii output."""
    shutil.copytree(source, target, symlinks=False, ignore_dangling_symlinks=True)
    for packed in list(target.rglob("*.gz")):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()
    if (target / "0.orig").is_dir():
        shutil.copytree(target / "0.orig", target / "0", dirs_exist_ok=True)
    for original in (target / "0").glob("*.orig"):
        shutil.copy(original, original.with_suffix(""))
    with open(target / "system" / "controlDict", "a") as control:
        control.write("\nwriteFormat ascii;\nwriteCompression off;\n")  # the last entry counts


TOKEN = re.compile(r'"[^"]*"|[(){};]|[^\s(){};"]+')


def entries(tokens):
    """Dictionary of the tokens up to the closing brace: keyword -> list of tokens, or dictionary."""
    result = {}
    for token in tokens:
        if token == "}":
            break
        if token == ";":  # a stray one, after a block
            continue
        value = []
        for following in tokens:
            if following == "{" and not value:
                value = entries(tokens)
                break
            if following == "{":  # "n{v}": n times v
                inside = []
                for item in tokens:
                    if item == "}":
                        break
                    inside.append(item)
                value += ["("] + inside * int(value.pop()) + [")"]
                continue
            if following == ";":
                break
            value.append(following)
        result[token] = value
    return result


def read_field(path):
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.S)
    return entries(iter(TOKEN.findall(text)))


def values(words):
    """("uniform" | "nonuniform", numbers)"""
    numbers = [float(w) for w in words if re.fullmatch(r"[-+]?(\d|\.\d|nan|inf).*", w)]
    if words[0] == "nonuniform" and words[1].startswith("List"):
        numbers = numbers[1:]  # the length
    return words[0], numbers


def differences(expected, found):
    """What differs between two field files, as texts."""
    a, b = read_field(expected), read_field(found)
    result = []
    if a["dimensions"] != b["dimensions"]:
        result.append("dimensions")
    if values(a["internalField"]) != values(b["internalField"]):
        result.append("internalField")
    if list(a["boundaryField"]) != list(b["boundaryField"]):
        return result + ["patches"]
    for patch, ours in b["boundaryField"].items():
        theirs = a["boundaryField"][patch]
        if theirs["type"] != ours["type"]:
            result.append(f"{patch}.type")
        # Eagre keeps entries that OpenFOAM's condition drops (value of zeroGradient), so only common ones are compared.
        if "value" in theirs and "value" in ours and values(theirs["value"]) != values(ours["value"]):
            result.append(f"{patch}.value")
    return result


def compare(source, work, program):
    """(verdict, details); verdict: same, DIFFERENT, FAILED, skipped"""
    theirs, ours = work / "theirs", work / "ours"
    prepare(source, theirs)
    if not (theirs / "0").is_dir():
        return "skipped", "no initial fields"
    mesh = run(["blockMesh"], theirs)
    if mesh.returncode:
        return "skipped", "OpenFOAM's blockMesh fails"
    shutil.copytree(theirs, ours)
    before = {f.name: f.stat().st_mtime_ns for f in (theirs / "0").iterdir() if f.is_file()}
    reference = run(["/usr/bin/setFields"], theirs)
    if reference.returncode:
        return "skipped", "OpenFOAM's setFields fails"
    if "Cannot find any" in reference.stdout + reference.stderr:  # a zone that another tool makes; an error in Eagre
        return "skipped", "OpenFOAM's setFields finds nothing to set"
    result = run(program, ours)
    if result.returncode:
        return "FAILED", (result.stderr + result.stdout).strip().splitlines()[-1:]
    written = [n for n, t in before.items() if (theirs / "0" / n).stat().st_mtime_ns != t]
    wrong = {n: d for n in written if (d := differences(theirs / "0" / n, ours / "0" / n))}
    untouched = [n for n in before if n not in written and (ours / "0" / n).read_bytes() != (theirs / "0" / n).read_bytes()]
    if wrong or untouched:
        return "DIFFERENT", f"{wrong} {untouched}"
    return "same", ", ".join(sorted(written))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", type=Path)
    parser.add_argument("program", nargs="+")
    parser.add_argument("--only", default="", help="cases whose path contains this text")
    arguments = parser.parse_args()
    counts = {}
    for dictionary in sorted(arguments.examples.rglob("system/setFieldsDict")):
        case = dictionary.parent.parent
        name = str(case.relative_to(arguments.examples))
        if arguments.only not in name:
            continue
        if not any((case / "system" / f).exists() for f in ("blockMeshDict", "blockMeshDict.gz")):
            continue
        with tempfile.TemporaryDirectory() as work:
            try:
                verdict, details = compare(case, Path(work), arguments.program)
            except subprocess.TimeoutExpired:
                verdict, details = "skipped", "takes too long"
        counts[verdict] = counts.get(verdict, 0) + 1
        print(f"{verdict:10} {name}: {details}", flush=True)
    print(", ".join(f"{n} {verdict}" for verdict, n in sorted(counts.items())))
    return 1 if counts.get("DIFFERENT") or counts.get("FAILED") or not counts.get("same") else 0


if __name__ == "__main__":
    sys.exit(main())
