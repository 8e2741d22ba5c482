#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares our blockMesh with OpenFOAM's, dictionary by dictionary.

    block_mesh_compare.py EXAMPLES PROGRAM [--match PATTERN] [--limit N] [--markdown FILE]

Every blockMeshDict under EXAMPLES (gzipped or not) is put into a case of its own, meshed by OpenFOAM's blockMesh (binary,
so that every digit is there) and by `PROGRAM blockMesh -case DIR` (a PROGRAM named blockMesh: `PROGRAM -case DIR`), and the two
meshes are compared: points to 1e-12 of the largest coordinate, everything else exactly and in the same order.

Result of each: same; differs (what); not supported (our message); OpenFOAM fails (its message).
Exit code 0 if no dictionary differs.
"""

import argparse
import gzip
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import textwrap
from array import array
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from pages import LONGEST_CELL  # noqa: E402

CONTROL_DICT = """FoamFile { version 2.0; format ascii; class dictionary; object controlDict; }
application blockMesh; startFrom startTime; startTime 0; stopAt endTime; endTime 1; deltaT 1;
writeControl timeStep; writeInterval 1; writeFormat binary; writePrecision 16; writeCompression off;
timeFormat general; timePrecision 6; runTimeModifiable false;
"""
TOLERANCE = 1e-12
TIMEOUT = 300
# Patches of other types (cyclicAMI, mappedPatch, ...) are of no use to us: of them only these entries are compared.
OUR_TYPES = {"patch", "wall", "empty", "wedge", "symmetry", "symmetryPlane", "cyclic"}
COMMON_ENTRIES = {"type", "inGroups", "nFaces", "startFace"}


def case_directory(dictionary: Path) -> Path:
    """The case that a dictionary belongs to: the directory above its system or constant."""
    for parent in dictionary.parents:
        if parent.name in ("system", "constant"):
            return parent.parent
    return dictionary.parent


def make_case(dictionary: Path, examples: Path, work: Path) -> Path:
    """A copy of the case's dictionaries, at the same depth so that relative includes of neighbours are found."""
    source = case_directory(dictionary)
    case = work / source.relative_to(examples)
    # A case may include files of the directories around it.
    for around in [source, *[p for p in source.parents if examples in p.parents]]:
        for entry in around.iterdir():
            target = work / entry.relative_to(examples)
            if entry.is_file() and entry.stat().st_size < 1_000_000:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(entry, target)
    for name in ("system", "constant", "meshes", "resources"):
        if (source / name).is_dir():
            shutil.copytree(source / name, case / name, dirs_exist_ok=True, ignore=shutil.ignore_patterns("triSurface"))
    for packed in case.rglob("*.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()
    wanted = case / dictionary.relative_to(source)
    text = (wanted.with_suffix("") if wanted.suffix == ".gz" else wanted).read_bytes()
    if ".m4" in dictionary.suffixes:  # as the Allrun of those cases does
        text = subprocess.run(["m4"], input=text, capture_output=True, check=True).stdout
    (case / "system").mkdir(parents=True, exist_ok=True)
    (case / "system" / "controlDict").write_text(CONTROL_DICT)
    (case / "system" / "blockMeshDict").write_bytes(text)
    old = case / "constant" / "polyMesh" / "blockMeshDict"
    if old.exists():
        old.unlink()
    return case


def body(path: Path) -> bytes:
    data = path.read_bytes()
    return data[data.index(b"// * * *") :].split(b"\n", 1)[1]


class Reader:
    """Binary lists of a file, one after another."""

    def __init__(self, path: Path):
        self.data = body(path)
        self.at = 0

    def values(self, kind: str, components: int = 1) -> array:
        match = re.compile(rb"\s*(\d+)\s*").match(self.data, self.at)
        count = int(match.group(1)) * components
        result = array(kind)
        self.at = match.end()
        if count:
            size = count * result.itemsize
            result.frombytes(self.data[self.at + 1 : self.at + 1 + size])
            self.at += size + 2
        return result


def tokens(text: str) -> list:
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)
    return re.findall(r'"[^"]*"|[(){};]|[^\s(){};"]+', text)


def number(token: str):
    try:
        return float(token)
    except ValueError:
        return token


def boundary(path: Path) -> list:
    """[(patch, {entry: value})]"""
    stream = tokens(body(path).decode())
    patches, at = [], stream.index("(") + 1
    while stream[at] != ")":
        name, at, entries = stream[at], at + 2, {}
        while stream[at] != "}":
            key, value, depth, at = stream[at], [], 0, at + 1
            while depth or stream[at] != ";":
                depth += {"(": 1, ")": -1}.get(stream[at], 0)
                value.append(number(stream[at]))
                at += 1
            at += 1
            # The definition of the block faces, which OpenFOAM copies for patches of types that it does not know.
            if key != "faces":
                entries[key] = value
        at += 1
        patches.append((name, entries))
    return patches


def zones(path: Path) -> list:
    """[(zone, labels as bytes)] of cellZones."""
    result = []
    if path.exists():
        data = body(path)
        for match in re.finditer(rb"(\S+)\s*\{\s*type cellZone;\s*cellLabels\s+List<label>\s+(\d+)\s*\(", data):
            result.append((match.group(1), data[match.end() : match.end() + 4 * int(match.group(2))]))
    return result


def read_mesh(case: Path) -> dict:
    directory = case / "constant" / "polyMesh"
    faces = Reader(directory / "faces")
    return {
        "points": Reader(directory / "points").values("d", 3),
        "face sizes": faces.values("i"),
        "faces": faces.values("i"),
        "owner": Reader(directory / "owner").values("i"),
        "neighbour": Reader(directory / "neighbour").values("i"),
        "boundary": boundary(directory / "boundary"),
        "cellZones": zones(directory / "cellZones"),
    }


def difference(theirs: dict, ours: dict) -> str:
    """What differs, or ""."""
    if len(theirs["points"]) != len(ours["points"]):
        return f"{len(ours['points']) // 3} points instead of {len(theirs['points']) // 3}"
    for part in ("face sizes", "faces", "owner", "neighbour"):
        if theirs[part] != ours[part]:
            return f"{part}: {len(ours[part])} values, OpenFOAM {len(theirs[part])}" if len(ours[part]) != len(theirs[part]) else f"{part}: order"
    size = max(abs(x) for x in theirs["points"])
    error = max(abs(a - b) for a, b in zip(theirs["points"], ours["points"])) / size
    if error > TOLERANCE:
        return f"points by {error:.1e} of the largest coordinate"
    if theirs["cellZones"] != ours["cellZones"]:
        return "cellZones"
    if [p[0] for p in theirs["boundary"]] != [p[0] for p in ours["boundary"]]:
        return "names of patches"
    for (name, a), (_, b) in zip(theirs["boundary"], ours["boundary"]):
        keys = sorted(k for k in {*a, *b} if a.get(k) != b.get(k) and (a["type"][0] in OUR_TYPES or k in COMMON_ENTRIES))
        if keys:
            return f"boundary: patch {name}: {', '.join(keys)}"
    return ""


def run(command: list, case: Path) -> tuple:
    environment = dict(os.environ, WM_PROJECT_DIR=os.environ.get("WM_PROJECT_DIR", "/usr/share/openfoam"), FOAM_CASE=str(case))
    try:
        done = subprocess.run(command, cwd=case, env=environment, capture_output=True, text=True, errors="replace", timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return 1, f"no end after {TIMEOUT} s"
    return done.returncode, done.stdout[-3000:] + done.stderr[-6000:]


def foam_reason(output: str, work: Path) -> str:
    output = output.replace(str(work) + "/", "")
    match = re.search(r"--> FOAM FATAL (?:IO )?ERROR:\s*(.*?)\n\s*(?:\n|file:|From)", output, flags=re.S)
    return textwrap.shorten(match.group(1), LONGEST_CELL, placeholder=" ...") if match else " ".join(output.split()[-12:])


def our_reason(output: str, case: Path) -> str:
    return textwrap.shorten(output.replace(str(case) + "/", ""), LONGEST_CELL, placeholder=" ...")


def compare(dictionary: Path, examples: Path, program: Path) -> tuple:
    with tempfile.TemporaryDirectory() as work:
        work = Path(work).resolve()
        case = make_case(dictionary, examples, work)
        mesh = case / "constant" / "polyMesh"
        code, output = run(["/usr/bin/blockMesh", "-case", str(case)], case)
        theirs = None
        if code == 0 and (mesh / "points").exists():
            theirs = read_mesh(case)
        reason = foam_reason(output, work)
        shutil.rmtree(mesh, ignore_errors=True)
        sub_command = [] if program.name == "blockMesh" else ["blockMesh"]
        code, output = run([str(program), *sub_command, "-case", str(case)], case)
        if theirs is None:
            return "OpenFOAM fails", reason + (" (ours makes a mesh)" if code == 0 else "")
        if code != 0:
            return "not supported", our_reason(output, case)
        what = difference(theirs, read_mesh(case))
        return ("differs", what) if what else ("same", "")


def write_markdown(path: Path, results: list) -> None:
    counts = {kind: sum(1 for r in results if r[1] == kind) for kind in ("same", "differs", "not supported", "OpenFOAM fails")}
    lines = [
        "# blockMesh, compared with OpenFOAM v1912",
        "",
        "Made by `tests/parity/block_mesh_compare.py`: every blockMeshDict of OpenFOAM's examples, meshed by both programs. *Same* means",
        f"points to {TOLERANCE:g} of the largest coordinate, and faces, owner, neighbour, patches and cell zones equal and in the same order.",
        "",
        "| result | dictionaries |",
        "|---|---|",
        *[f"| {kind} | {count} |" for kind, count in counts.items()],
    ]
    others = [r for r in results if r[1] != "same"]
    if others:
        lines += ["", "| dictionary | result | why |", "|---|---|---|"]
        lines += [f"| {name} | {kind} | {why.replace('|', '/')} |" for name, kind, why in others]
    path.write_text("\n".join(lines) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examples", type=Path)
    parser.add_argument("program", type=Path)
    parser.add_argument("--match", default="", help="only dictionaries whose path contains this regular expression")
    parser.add_argument("--limit", type=int, default=0)
    parser.add_argument("--markdown", type=Path)
    options = parser.parse_args()
    examples, program = options.examples.resolve(), options.program.absolute()
    dictionaries = [d for d in sorted(examples.rglob("blockMeshDict*")) if d.is_file() and re.search(options.match, str(d))]
    if options.limit:
        dictionaries = dictionaries[: options.limit]
    results = []
    for dictionary in dictionaries:
        kind, why = compare(dictionary, examples, program)
        name = str(dictionary.relative_to(examples))
        results.append((name, kind, why))
        print(f"{kind:15} {name}{': ' + why if why else ''}", flush=True)
    for kind in ("same", "differs", "not supported", "OpenFOAM fails"):
        print(f"{kind}: {sum(1 for r in results if r[1] == kind)}")
    if options.markdown:
        write_markdown(options.markdown, results)
    return 1 if any(r[1] == "differs" for r in results) else 0


if __name__ == "__main__":
    sys.exit(main())
